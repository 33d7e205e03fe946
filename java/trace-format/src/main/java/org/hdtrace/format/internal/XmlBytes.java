// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import java.nio.charset.StandardCharsets;

/** Character classes, references and decoding of XML in UTF-8 (FORMATS A2, A10). */
final class XmlBytes {
    private static final int LONGEST_REFERENCE = 12;
    private static final String[] NAMES = {"amp", "lt", "gt", "apos", "quot"};
    private static final char[] CHARACTERS = {'&', '<', '>', '\'', '"'};

    private XmlBytes() {}

    static boolean isBlank(int c) {
        return c == ' ' || c == '\n' || c == '\t' || c == '\r';
    }

    static boolean isNameStart(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' || c >= 0x80;
    }

    static boolean isNamePart(int c) {
        return isNameStart(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
    }

    /** Length of the reference that starts at {@code from} with '&', or 0 when it is none that may be used. */
    static int referenceLength(byte[] text, int from, int to) {
        int last = Math.min(to, from + LONGEST_REFERENCE);
        for (int i = from + 1; i < last; i++) {
            if (text[i] == ';') {
                return referenced(text, from, i) < 0 ? 0 : i + 1 - from;
            }
        }
        return 0;
    }

    /** Text with its references replaced; all of them have been checked. */
    static String decode(byte[] text, int from, int to) {
        boolean plain = true;
        for (int i = from; i < to && plain; i++) {
            plain = text[i] >= 0 && text[i] != '&';
        }
        if (plain) {
            return new String(text, from, to - from, StandardCharsets.ISO_8859_1);
        }
        StringBuilder decoded = new StringBuilder(to - from);
        int begin = from;
        for (int i = from; i < to; i++) {
            if (text[i] == '&') {
                decoded.append(new String(text, begin, i - begin, StandardCharsets.UTF_8));
                int length = referenceLength(text, i, to);
                decoded.appendCodePoint(referenced(text, i, i + length - 1));
                begin = i + length;
                i = begin - 1;
            }
        }
        return decoded.append(new String(text, begin, to - begin, StandardCharsets.UTF_8))
                .toString();
    }

    /** The code point of the reference whose ';' is at {@code end}, or -1. */
    private static int referenced(byte[] text, int from, int end) {
        String name = new String(text, from + 1, end - from - 1, StandardCharsets.ISO_8859_1);
        if (name.startsWith("#")) {
            boolean hex = name.startsWith("#x");
            return codePoint(name.substring(hex ? 2 : 1), hex ? 16 : 10);
        }
        for (int i = 0; i < NAMES.length; i++) {
            if (NAMES[i].equals(name)) {
                return CHARACTERS[i];
            }
        }
        return -1;
    }

    private static int codePoint(String digits, int radix) {
        int value = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = Character.digit(digits.charAt(i), radix);
            value = value * radix + digit;
            if (digit < 0 || value > Character.MAX_CODE_POINT) {
                return -1;
            }
        }
        boolean surrogate = value >= Character.MIN_SURROGATE && value <= Character.MAX_SURROGATE;
        return value == 0 || surrogate ? -1 : value;
    }
}
