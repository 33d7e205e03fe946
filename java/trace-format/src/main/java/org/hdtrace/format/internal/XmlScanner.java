// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import java.util.Arrays;
import org.hdtrace.format.Limits;
import org.hdtrace.format.TraceFormatException;

/**
 * Takes XML apart, tag by tag, from a window over the file; makes no objects. A NUL byte ends the text: traces are mapped into
 * memory and the rest of the mapping is not used yet (FORMATS A3).
 *
 * <p>Comments, processing instructions and the XML declaration are left out; document types and entities other than the five
 * predefined and numeric ones are refused. Nesting is the caller's business.
 */
public final class XmlScanner implements AutoCloseable {
    private static final int FIRST_WINDOW = 1 << 16;
    private static final byte[] CDATA = {'<', '!', '[', 'C', 'D', 'A', 'T', 'A', '['};

    /** What {@link #next} found. */
    public enum Token {
        START,
        END,
        TEXT,
        /** The text ends inside of something. */
        CUT,
        /** The text ends between two things. */
        EOF
    }

    private final ByteSource source;
    private byte[] window = new byte[FIRST_WINDOW];
    private int limit;
    /** Where the next token is searched. */
    private int position;
    /** Beginning of the current token in the window; spans are relative to it, so that they survive moving the window. */
    private int token;
    /** Offset of the window in the text. */
    private long base;

    private boolean ended;
    private long usedEnd;

    private long tokenOffset;
    private int nameFrom;
    private int nameTo;
    private int tagLength;
    private boolean selfClosing;
    private boolean verbatim;
    /** Four per attribute: name from, name to, value from, value to. */
    private int[] spans = new int[64];

    private int attributeCount;

    public XmlScanner(ByteSource source) {
        this.source = source;
        this.base = source.offset();
    }

    /** Step to the next token. {@code keepBlanks}: deliver white space as text. */
    public Token next(boolean keepBlanks) throws TraceFormatException {
        while (true) {
            token = position;
            if (!keepBlanks) {
                skipBlanks();
            }
            tokenOffset = base + token;
            int first = at(0);
            if (first < 0) {
                return Token.EOF;
            }
            if (first != '<') {
                return text();
            }
            int second = at(1);
            if (second < 0) {
                return Token.CUT;
            }
            if (second == '/') {
                return endTag();
            }
            if (second != '?' && second != '!') {
                return startTag();
            }
            if (second == '!' && at(2) == '[') {
                return characterData();
            }
            if (!(second == '?' ? skipPast(2, '?', 1) : skipComment())) {
                return Token.CUT;
            }
        }
    }

    /** Offset of the current token. */
    public long offset() {
        return tokenOffset;
    }

    /** Offset of the next token. */
    public long nextOffset() {
        return base + position;
    }

    /** Once {@link Token#CUT} or {@link Token#EOF} was delivered: length of the text without unused NUL bytes. */
    public long usedEnd() {
        return usedEnd;
    }

    public boolean isSelfClosing() {
        return selfClosing;
    }

    public int attributeCount() {
        return attributeCount;
    }

    public boolean nameEquals(String name) {
        return equal(nameFrom, nameTo, name);
    }

    /** For a name that came from the same table. */
    public boolean nameEquals(NameTable names, String name) {
        return name(names).equals(name);
    }

    public String name(NameTable names) {
        return names.get(window, token + nameFrom, token + nameTo);
    }

    /** Copy the current tag or text to the end of a tape. */
    public void record(ElementTape tape) throws TraceFormatException {
        boolean fits = true;
        if (tagLength > 0) {
            fits = tape.addTag(window, token, tagLength, nameFrom, nameTo, spans, attributeCount, selfClosing);
        } else {
            fits = tape.addText(window, token + nameFrom, nameTo - nameFrom, verbatim);
        }
        if (!fits) {
            throw error(
                    0, "element has more than " + Limits.DATA_ELEMENTS + " parts or " + ElementTape.MAX_BYTES + " B");
        }
    }

    /** Copy the current start tag to a tape as one of an element without content. */
    void recordEmpty(ElementTape tape) throws TraceFormatException {
        selfClosing = true;
        record(tape);
        selfClosing = false;
    }

    /** Go on at an offset behind the current token. */
    public void seek(long offset) throws TraceFormatException {
        if (offset <= base + limit) {
            position = (int) (offset - base);
            return;
        }
        if (!ended) {
            source.skipTo(offset);
        }
        base = ended ? base + limit : source.offset();
        limit = 0;
        position = 0;
    }

    /** Let a tape show the current tag without copying it; it holds until the next token is read. */
    public void view(ElementTape tape) {
        tape.view(window, token, nameFrom, nameTo, spans, attributeCount);
    }

    /** Leave out the rest of the text; its length without unused NUL bytes. */
    public long skipAll() throws TraceFormatException {
        token = position;
        while (at(0) >= 0) {
            token = limit;
        }
        position = token;
        return usedEnd;
    }

    public TraceFormatException error(String reason) {
        return TraceFormatException.atByte(source.file(), tokenOffset, reason);
    }

    @Override
    public void close() {
        source.close();
    }

    private TraceFormatException error(int relative, String reason) {
        return TraceFormatException.atByte(source.file(), base + token + relative, reason);
    }

    private Token startTag() throws TraceFormatException {
        attributeCount = 0;
        nameFrom = 1;
        nameTo = scanName(1);
        int at = nameTo;
        while (true) {
            int begin = at;
            at = blanksEnd(at);
            int c = at(at);
            if (c < 0) {
                return Token.CUT;
            }
            if (c == '>') {
                return tagEnd(at + 1, false);
            }
            if (c == '/') {
                int close = at(at + 1);
                if (close >= 0 && close != '>') {
                    throw error(at, "'/' is not followed by '>'");
                }
                return close < 0 ? Token.CUT : tagEnd(at + 2, true);
            }
            if (at == begin) {
                throw error(at, "unexpected '" + shown(c) + "' in a tag");
            }
            at = attribute(at);
            if (at < 0) {
                return Token.CUT;
            }
        }
    }

    private Token tagEnd(int length, boolean closing) {
        tagLength = length;
        selfClosing = closing;
        position = token + length;
        return Token.START;
    }

    /** Scan one attribute; its end, or -1 when the text ends in it. */
    private int attribute(int from) throws TraceFormatException {
        int end = scanName(from);
        int at = blanksEnd(end);
        int equals = at(at);
        if (equals >= 0 && equals != '=') {
            throw error(at, "attribute without '='");
        }
        at = blanksEnd(at + 1);
        int quote = equals < 0 ? -1 : at(at);
        if (quote < 0) {
            return -1;
        }
        if (quote != '\'' && quote != '"') {
            throw error(at, "attribute value is not quoted");
        }
        int valueEnd = valueEnd(at + 1, quote);
        if (valueEnd < 0) {
            return -1;
        }
        if (attributeCount == Limits.ATTRIBUTES) {
            throw error(from, "more than " + Limits.ATTRIBUTES + " attributes");
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
            for (int i = token + at; i < limit; i++) {
                byte b = window[i];
                if (b == quote || b == '<' || b == '&' || b == 0) {
                    break;
                }
                at++;
            }
            if (at - from > Limits.VALUE_BYTES) {
                throw error(from, "attribute value is longer than " + Limits.VALUE_BYTES + " B");
            }
            int c = at(at);
            if (c < 0) {
                return -1;
            }
            if (c == quote) {
                return at;
            }
            if (c == '<') {
                throw error(at, "'<' in an attribute value");
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

    private Token endTag() throws TraceFormatException {
        nameFrom = 2;
        nameTo = scanName(2);
        int at = blanksEnd(nameTo);
        int c = at(at);
        if (c < 0) {
            return Token.CUT;
        }
        if (c != '>') {
            throw error(at, "unexpected '" + shown(c) + "' in an end tag");
        }
        attributeCount = 0;
        tagLength = at + 1;
        position = token + tagLength;
        return Token.END;
    }

    private Token text() throws TraceFormatException {
        int at = 0;
        int c = at(0);
        while (c >= 0 && c != '<') {
            if (c == '&') {
                int length = reference(at);
                if (length < 0) {
                    return Token.CUT;
                }
                at += length;
            } else {
                at++;
            }
            if (at > Limits.VALUE_BYTES) {
                throw error(0, "text is longer than " + Limits.VALUE_BYTES + " B");
            }
            c = at(at);
        }
        return textEnd(0, at, at, false);
    }

    private Token characterData() throws TraceFormatException {
        for (int i = 0; i < CDATA.length; i++) {
            int c = at(i);
            if (c < 0) {
                return Token.CUT;
            }
            if (c != CDATA[i]) {
                throw error(0, "'<![' is not followed by 'CDATA['");
            }
        }
        int brackets = 0;
        for (int at = CDATA.length; at <= Limits.VALUE_BYTES; at++) {
            int c = at(at);
            if (c < 0) {
                return Token.CUT;
            }
            if (c == '>' && brackets >= 2) {
                return textEnd(CDATA.length, at - 2, at + 1, true);
            }
            brackets = c == ']' ? brackets + 1 : 0;
        }
        throw error(0, "text is longer than " + Limits.VALUE_BYTES + " B");
    }

    private Token textEnd(int from, int to, int length, boolean raw) {
        nameFrom = from;
        nameTo = to;
        tagLength = 0;
        verbatim = raw;
        position = token + length;
        return Token.TEXT;
    }

    /** Length of a reference, or -1 when the text ends in it. */
    private int reference(int from) throws TraceFormatException {
        for (int at = from + 1; at < from + 12; at++) {
            int c = at(at);
            if (c < 0) {
                return -1;
            }
            if (c == ';') {
                break;
            }
        }
        int length = XmlBytes.referenceLength(window, token + from, limit);
        if (length == 0) {
            throw error(from, "'&' is not followed by a known entity");
        }
        return length;
    }

    private boolean skipComment() throws TraceFormatException {
        int third = at(2);
        int fourth = at(3);
        if (third < 0 || (third == '-' && fourth < 0)) {
            return false;
        }
        if (third != '-' || fourth != '-') {
            throw error(0, "document types and declarations are not allowed");
        }
        return skipPast(4, '-', 2);
    }

    /** Leave out everything up to {@code count} marks and '>'; nothing of it is kept. */
    private boolean skipPast(int from, char mark, int count) throws TraceFormatException {
        token += from;
        int marks = 0;
        while (true) {
            int c = at(0);
            if (c < 0) {
                return false;
            }
            token++;
            if (c == '>' && marks >= count) {
                position = token;
                return true;
            }
            marks = c == mark ? marks + 1 : 0;
        }
    }

    private void skipBlanks() throws TraceFormatException {
        while (XmlBytes.isBlank(at(0))) {
            token++;
        }
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
            throw error(at, "unexpected '" + shown(c) + "' where a name should be");
        }
        while (XmlBytes.isNamePart(c)) {
            at++;
            c = at(at);
        }
        if (at - from > Limits.NAME_BYTES) {
            throw error(from, "name is longer than " + Limits.NAME_BYTES + " B");
        }
        return at;
    }

    private boolean equal(int from, int to, String name) {
        if (to - from != name.length()) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (window[token + i] != name.charAt(i - from)) {
                return false;
            }
        }
        return true;
    }

    /** The byte at a place relative to the token, or -1 at the end of the text. */
    private int at(int relative) throws TraceFormatException {
        while (token + relative >= limit) {
            if (!fill()) {
                return -1;
            }
        }
        byte b = window[token + relative];
        if (b == 0) {
            endAtNul(token + relative);
            return -1;
        }
        return b & 0xff;
    }

    private boolean fill() throws TraceFormatException {
        if (ended) {
            return false;
        }
        if (token > 0) {
            System.arraycopy(window, token, window, 0, limit - token);
            base += token;
            limit -= token;
            token = 0;
        }
        if (limit == window.length) {
            if (limit >= Limits.TAG_BYTES) {
                throw error(0, "tag is longer than " + Limits.TAG_BYTES + " B");
            }
            window = Arrays.copyOf(window, limit * 2);
        }
        int count = source.read(window, limit, window.length - limit);
        if (count < 0) {
            ended = true;
            usedEnd = base + limit;
            return false;
        }
        limit += count;
        return true;
    }

    /** Make the NUL byte the end, and find out how far bytes other than NUL reach. */
    private void endAtNul(int at) throws TraceFormatException {
        usedEnd = lastUsed(base, at, base + at);
        long offset = base + limit;
        byte[] rest = ended ? new byte[0] : new byte[FIRST_WINDOW];
        for (int count = 0; count >= 0 && rest.length > 0; count = source.read(rest, 0, rest.length)) {
            for (int i = 0; i < count; i++) {
                if (rest[i] != 0) {
                    usedEnd = offset + i + 1;
                }
            }
            offset += count;
        }
        limit = at;
        ended = true;
    }

    private long lastUsed(long windowOffset, int from, long otherwise) {
        for (int i = limit - 1; i > from; i--) {
            if (window[i] != 0) {
                return windowOffset + i + 1;
            }
        }
        return otherwise;
    }

    private static String shown(int c) {
        return c >= 0x20 && c < 0x7f ? String.valueOf((char) c) : String.format("\\x%02x", c);
    }
}
