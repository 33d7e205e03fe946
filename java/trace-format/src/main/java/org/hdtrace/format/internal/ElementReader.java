// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import org.hdtrace.format.Limits;
import org.hdtrace.format.TraceFormatException;

/** Reads the content of an element, up to its end tag, onto a tape. */
public final class ElementReader {
    private ElementReader() {}

    /**
     * Read the element whose start tag is the scanner's current token.
     *
     * @param content false to leave its content out, as if it had none
     * @return false when the text ends in it
     */
    public static boolean read(XmlScanner scanner, ElementTape tape, NameTable names, boolean content)
            throws TraceFormatException {
        if (scanner.isSelfClosing()) {
            scanner.view(tape);
            return true;
        }
        tape.clear();
        if (content) {
            scanner.record(tape);
            return readContent(scanner, tape, names);
        }
        scanner.recordEmpty(tape);
        return readContent(scanner, null, names);
    }

    /** Read it with its content. */
    public static boolean read(XmlScanner scanner, ElementTape tape, NameTable names) throws TraceFormatException {
        return read(scanner, tape, names, true);
    }

    /** Leave out the element whose start tag is the scanner's current token; false when the text ends in it. */
    public static boolean skip(XmlScanner scanner, NameTable names) throws TraceFormatException {
        return scanner.isSelfClosing() || readContent(scanner, null, names);
    }

    /** Up to the end tag; a tape takes what comes, null takes nothing. */
    private static boolean readContent(XmlScanner scanner, ElementTape tape, NameTable names)
            throws TraceFormatException {
        String[] open = new String[4];
        int depth = 0;
        open[depth++] = scanner.name(names);
        while (depth > 0) {
            XmlScanner.Token token = scanner.next(true);
            if (token == XmlScanner.Token.CUT || token == XmlScanner.Token.EOF) {
                return false;
            }
            if (token == XmlScanner.Token.END) {
                close(scanner, names, open[--depth]);
                if (tape != null) {
                    tape.addEnd();
                }
                continue;
            }
            if (tape != null) {
                scanner.record(tape);
            }
            if (token == XmlScanner.Token.START && !scanner.isSelfClosing()) {
                if (depth == Limits.DEPTH) {
                    throw scanner.error("elements are nested deeper than " + Limits.DEPTH);
                }
                open = depth == open.length ? java.util.Arrays.copyOf(open, depth * 2) : open;
                open[depth++] = scanner.name(names);
            }
        }
        return true;
    }

    private static void close(XmlScanner scanner, NameTable names, String open) throws TraceFormatException {
        if (!scanner.nameEquals(names, open)) {
            throw scanner.error("end tag </" + scanner.name(names) + "> does not close <" + open + ">");
        }
    }
}
