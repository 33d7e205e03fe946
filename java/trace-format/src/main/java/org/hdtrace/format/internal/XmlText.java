// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import org.hdtrace.format.Limits;

/** Escapes text for attribute values and character data (FORMATS A2). C twin: hd__put_escaped in tracewriting-c/src/text.c. */
public final class XmlText {
    /** Bytes of the longest thing that stands for one char. */
    private static final int LONGEST = 6;

    private XmlText() {}

    /**
     * Append escaped text; control characters become numeric references. What XML can't hold in any way becomes '?': NUL, unpaired
     * surrogates, U+FFFE and U+FFFF. Text that readers would refuse for its length is cut.
     *
     * @return whether all of it was appended
     */
    public static boolean append(StringBuilder target, String text) {
        boolean fits = text.length() <= Limits.VALUE_BYTES / LONGEST;
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!fits) {
                bytes += bytes(c);
                if (bytes > Limits.VALUE_BYTES) {
                    return false;
                }
            }
            append(target, text, i, c);
        }
        return true;
    }

    /** Append {@code  name='value'}; false when the value was cut. */
    public static boolean appendAttribute(StringBuilder target, String name, String value) {
        target.append(' ').append(requireName(name)).append("='");
        boolean whole = append(target, value);
        target.append('\'');
        return whole;
    }

    /** The name itself; the caller's fault when it can't be an element's or attribute's name. */
    public static String requireName(String name) {
        boolean good =
                !name.isEmpty() && name.length() <= Limits.NAME_BYTES / LONGEST && XmlBytes.isNameStart(name.charAt(0));
        for (int i = 0; good && i < name.length(); i++) {
            char c = name.charAt(i);
            good = XmlBytes.isNamePart(c) && !isUnpaired(name, i);
        }
        if (!good) {
            throw new IllegalArgumentException("name='" + name + "' is no XML name");
        }
        return name;
    }

    private static void append(StringBuilder target, String text, int at, char c) {
        switch (c) {
            case '&' -> target.append("&amp;");
            case '<' -> target.append("&lt;");
            case '>' -> target.append("&gt;");
            case '\'' -> target.append("&apos;");
            case '"' -> target.append("&quot;");
            default -> {
                if (c == 0 || c >= '\ufffe' || isUnpaired(text, at)) {
                    target.append('?');
                } else if (c < 0x20 || c == 0x7f) {
                    target.append("&#").append((int) c).append(';');
                } else {
                    target.append(c);
                }
            }
        }
    }

    private static int bytes(char c) {
        return c >= 0x80 ? 3 : Character.isLetterOrDigit(c) || c == ' ' ? 1 : LONGEST;
    }

    private static boolean isUnpaired(String text, int at) {
        char c = text.charAt(at);
        if (Character.isHighSurrogate(c)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        return Character.isLowSurrogate(c) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }
}
