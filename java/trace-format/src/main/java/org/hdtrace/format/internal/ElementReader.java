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
     * @return false when the text ends in it
     */
    public static boolean read(XmlScanner scanner, ElementTape tape, NameTable names) throws TraceFormatException {
        if (scanner.isSelfClosing()) {
            scanner.view(tape);
            return true;
        }
        tape.clear();
        scanner.record(tape);
        String[] open = new String[4];
        int depth = 0;
        open[depth++] = scanner.name(names);
        while (depth > 0) {
            switch (scanner.next(true)) {
                case START -> {
                    scanner.record(tape);
                    if (!scanner.isSelfClosing()) {
                        if (depth == Limits.DEPTH) {
                            throw scanner.error("elements are nested deeper than " + Limits.DEPTH);
                        }
                        open = depth == open.length ? java.util.Arrays.copyOf(open, depth * 2) : open;
                        open[depth++] = scanner.name(names);
                    }
                }
                case END -> {
                    if (!scanner.nameEquals(names, open[--depth])) {
                        throw scanner.error(
                                "end tag </" + scanner.name(names) + "> does not close <" + open[depth] + ">");
                    }
                    tape.addEnd();
                }
                case TEXT -> scanner.record(tape);
                case CUT, EOF -> {
                    return false;
                }
            }
        }
        return true;
    }
}
