// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import java.util.Arrays;
import org.hdtrace.format.Limits;
import org.hdtrace.format.TraceFormatException;

/** Takes one tag apart byte by byte, by the rules of XML and within the limits of FORMATS A10. Places are relative to the token. */
final class TagParser {
    private final TextWindow window;
    int nameFrom;
    int nameTo;
    int length;
    boolean selfClosing;
    /** Four per attribute: name from, name to, value from, value to. */
    int[] spans = new int[64];

    int attributeCount;

    TagParser(TextWindow window) {
        this.window = window;
    }

    /** Take the start tag at the token apart; false when the text ends in it. */
    boolean startTag() throws TraceFormatException {
        attributeCount = 0;
        nameFrom = 1;
        nameTo = scanName(1);
        int at = nameTo;
        while (true) {
            int begin = at;
            at = blanksEnd(at);
            int c = at(at);
            if (c < 0) {
                return false;
            }
            if (c == '>') {
                return tagEnd(at + 1, false);
            }
            if (c == '/') {
                int close = at(at + 1);
                if (close >= 0 && close != '>') {
                    throw window.error(at, "'/' is not followed by '>'");
                }
                return close >= 0 && tagEnd(at + 2, true);
            }
            if (at == begin) {
                throw window.error(at, "unexpected '" + shown(c) + "' in a tag");
            }
            at = attribute(at);
            if (at < 0) {
                return false;
            }
        }
    }

    private boolean tagEnd(int end, boolean closing) {
        length = end;
        selfClosing = closing;
        return true;
    }

    /** Scan one attribute; its end, or -1 when the text ends in it. */
    private int attribute(int from) throws TraceFormatException {
        int end = scanName(from);
        int at = blanksEnd(end);
        int equals = at(at);
        if (equals >= 0 && equals != '=') {
            throw window.error(at, "attribute without '='");
        }
        at = blanksEnd(at + 1);
        int quote = equals < 0 ? -1 : at(at);
        if (quote < 0) {
            return -1;
        }
        if (quote != '\'' && quote != '"') {
            throw window.error(at, "attribute value is not quoted");
        }
        int valueEnd = valueEnd(at + 1, quote);
        if (valueEnd < 0) {
            return -1;
        }
        if (attributeCount == Limits.ATTRIBUTES) {
            throw window.error(from, "more than " + Limits.ATTRIBUTES + " attributes");
        }
        if (spans.length < 4 * (attributeCount + 1)) {
            spans = Arrays.copyOf(spans, spans.length * 2);
        }
        int span = 4 * attributeCount++;
        spans[span] = from;
        spans[span + 1] = end;
        spans[span + 2] = at + 1;
        spans[span + 3] = valueEnd;
        return valueEnd + 1;
    }

    private int valueEnd(int from, int quote) throws TraceFormatException {
        int at = from;
        while (true) {
            // The common case stays in the window and needs no call per byte.
            at += plainBytes(window.bytes, window.token + at, quote);
            if (at - from > Limits.VALUE_BYTES) {
                throw window.error(from, "attribute value is longer than " + Limits.VALUE_BYTES + " B");
            }
            int c = at(at);
            if (c < 0) {
                return -1;
            }
            if (c == quote) {
                return at;
            }
            if (c == '<') {
                throw window.error(at, "'<' in an attribute value");
            }
            if (c == '&') {
                int length = reference(at);
                if (length < 0) {
                    return -1;
                }
                at += length;
            }
        }
    }

    private static int plainBytes(byte[] bytes, int from, int quote) {
        int at = from;
        while (bytes[at] != quote && bytes[at] != '<' && bytes[at] != '&' && bytes[at] != 0) {
            at++;
        }
        return at - from;
    }

    /** The same for an end tag. */
    boolean endTag() throws TraceFormatException {
        nameFrom = 2;
        nameTo = scanName(2);
        int at = blanksEnd(nameTo);
        int c = at(at);
        if (c < 0) {
            return false;
        }
        if (c != '>') {
            throw window.error(at, "unexpected '" + shown(c) + "' in an end tag");
        }
        endTag(nameTo, at + 1);
        return true;
    }

    /** Take over what is known of an end tag. */
    void endTag(int nameEnd, int end) {
        nameFrom = 2;
        nameTo = nameEnd;
        attributeCount = 0;
        length = end;
    }

    /** Length of a reference, or -1 when the text ends in it. */
    int reference(int from) throws TraceFormatException {
        for (int at = from + 1; at < from + 12; at++) {
            int c = at(at);
            if (c < 0) {
                return -1;
            }
            if (c == ';') {
                break;
            }
        }
        int length = XmlBytes.referenceLength(window.bytes, window.token + from, window.limit());
        if (length == 0) {
            throw window.error(from, "'&' is not followed by a known entity");
        }
        return length;
    }

    /** Take over what is known of a tag that was recognised by its shape. */
    void unfold(TagShape shape, int tagLength) {
        attributeCount = shape.attributeCount();
        while (spans.length < 4 * attributeCount) {
            spans = new int[spans.length * 2];
        }
        shape.spans(window.token, spans);
        nameFrom = 1;
        nameTo = 1 + shape.nameLength;
        length = tagLength;
        selfClosing = shape.selfClosing;
    }

    /** Index of the first attribute with that (ASCII) name, or -1. */
    int indexOf(String attribute) {
        for (int i = 0; i < attributeCount; i++) {
            if (equal(spans[4 * i], spans[4 * i + 1], attribute)) {
                return i;
            }
        }
        return -1;
    }

    private int blanksEnd(int from) throws TraceFormatException {
        int at = from;
        while (XmlBytes.isBlank(at(at))) {
            at++;
        }
        return at;
    }

    /** End of the name; a name that reaches the end of the text may be incomplete, which the caller notices there. */
    private int scanName(int from) throws TraceFormatException {
        int at = from;
        int c = at(at);
        if (c >= 0 && !XmlBytes.isNameStart(c)) {
            throw window.error(at, "unexpected '" + shown(c) + "' where a name should be");
        }
        while (XmlBytes.isNamePart(c)) {
            at++;
            c = at(at);
        }
        if (at - from > Limits.NAME_BYTES) {
            throw window.error(from, "name is longer than " + Limits.NAME_BYTES + " B");
        }
        return at;
    }

    /** Whether the bytes between two places relative to the token are that (ASCII) text. */
    boolean equal(int from, int to, String name) {
        if (to - from != name.length()) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (window.bytes[window.token + i] != name.charAt(i - from)) {
                return false;
            }
        }
        return true;
    }

    private int at(int relative) throws TraceFormatException {
        return window.at(relative);
    }

    private static String shown(int c) {
        return c >= 0x20 && c < 0x7f ? String.valueOf((char) c) : String.format("\\x%02x", c);
    }
}
