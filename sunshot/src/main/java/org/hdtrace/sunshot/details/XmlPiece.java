// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.details;

/** Finds where an element ends in a text that may go on behind it. */
final class XmlPiece {
    private XmlPiece() {}

    /** The element that the text begins with; all of the text, with an ellipsis, if the element is longer. */
    static String first(String text) {
        int depth = 0;
        for (int at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
            int end = endOfTag(text, at);
            if (end < 0) {
                break;
            }
            if (text.startsWith("</", at)) {
                depth--;
            } else if (text.charAt(end - 2) != '/') {
                depth++;
            }
            if (depth == 0) {
                return text.substring(0, end);
            }
            at = end;
        }
        return text + "…";
    }

    /** Place behind the tag; a {@code >} inside of quotes does not end it. */
    private static int endOfTag(String text, int from) {
        char quote = 0;
        for (int at = from; at < text.length(); at++) {
            char letter = text.charAt(at);
            if (quote != 0) {
                quote = letter == quote ? 0 : quote;
            } else if (letter == '\'' || letter == '"') {
                quote = letter;
            } else if (letter == '>') {
                return at + 1;
            }
        }
        return -1;
    }
}
