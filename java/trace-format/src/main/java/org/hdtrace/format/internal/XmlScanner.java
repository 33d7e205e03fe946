// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import org.hdtrace.format.Limits;
import org.hdtrace.format.TraceFormatException;

/**
 * Takes XML apart, tag by tag, from a window over the file; makes no objects. Tags that look like one before but for their
 * values are recognised without taking them apart again. A NUL byte ends the text: traces are mapped into memory and the rest
 * of the mapping is not used yet (FORMATS A3).
 *
 * <p>Comments, processing instructions and the XML declaration are left out; document types and entities other than the five
 * predefined and numeric ones are refused. Nesting is the caller's business.
 */
public final class XmlScanner implements AutoCloseable {
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

    private final TextWindow window;
    private final TagParser tag;
    private final TagShapes shapes;
    private final EndTags ends = new EndTags();
    /** Where the next token is searched. */
    private int position;

    private long tokenOffset;
    private int textFrom;
    /** Of the current token when it is a text, else -1. */
    private int textLength;

    private boolean verbatim;
    /** Of the current start tag when it was recognised; the spans are filled then only when they are asked for. */
    private TagShape shape;

    public XmlScanner(ByteSource source) {
        this(source, new TagShapes());
    }

    /** With a table of shapes of its own; null to take every tag apart, which gives the same tokens. */
    XmlScanner(ByteSource source, TagShapes shapes) {
        this.window = new TextWindow(source);
        this.tag = new TagParser(window);
        this.shapes = shapes;
    }

    /** Step to the next token. {@code keepBlanks}: deliver white space as text. */
    public Token next(boolean keepBlanks) throws TraceFormatException {
        window.token = position;
        textLength = -1;
        if (!keepBlanks) {
            skipBlanks();
        }
        return recognise() ? Token.START : takeApart(keepBlanks);
    }

    /** Whether the token is a tag of a known shape. */
    private boolean recognise() {
        byte[] bytes = window.bytes;
        int token = window.token;
        shape = shapes != null && bytes[token] == '<' && bytes[token + 1] != '/' ? shapes.find(bytes, token) : null;
        if (shape == null) {
            return false;
        }
        tokenOffset = window.offset();
        position = shapes.end();
        return true;
    }

    private Token takeApart(boolean keepBlanks) throws TraceFormatException {
        while (true) {
            tokenOffset = window.offset();
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
            if (!keepBlanks) {
                skipBlanks();
            }
        }
    }

    /** Offset of the current token. */
    public long offset() {
        return tokenOffset;
    }

    /** Offset of the next token. */
    public long nextOffset() {
        return window.offset() - window.token + position;
    }

    /** Whether a line feed is the next byte; the current token is no longer there afterwards. */
    public boolean isAtLineEnd() throws TraceFormatException {
        window.token = position;
        boolean lineEnd = at(0) == '\n';
        position = window.token;
        return lineEnd;
    }

    /** How far the text was read; its length once it has ended. */
    public long textEnd() {
        return window.end();
    }

    /** Once {@link Token#CUT} or {@link Token#EOF} was delivered: length of the text without unused NUL bytes. */
    public long usedEnd() {
        return window.usedEnd();
    }

    /** Whether the current token is a start tag that looks like one before. */
    boolean isRecognised() {
        return shape != null;
    }

    public boolean isSelfClosing() {
        return shape != null ? shape.selfClosing : tag.selfClosing;
    }

    public int attributeCount() {
        return shape != null ? shape.attributeCount() : tag.attributeCount;
    }

    /** Index of the current tag's first attribute with that (ASCII) name, or -1. */
    public int attributeIndex(String name) {
        return shape != null ? shape.indexOf(name) : tag.indexOf(name);
    }

    /** The bytes that hold the current tag, until the next token is read. */
    public byte[] bytes() {
        return window.bytes;
    }

    /** Where an attribute's value begins in {@link #bytes}. */
    public int valueFrom(int index) {
        return shape != null ? shape.valueFrom(index) : window.token + tag.spans[4 * index + 2];
    }

    public int valueTo(int index) {
        return shape != null ? shape.valueTo(index) : window.token + tag.spans[4 * index + 3];
    }

    /** An attribute's value as a number; -1 when it is anything but one to eight digits, or the tag is like none before. */
    public long digits(int index) {
        return shape != null ? shape.digits(window.bytes, index) : -1;
    }

    public boolean nameEquals(String name) {
        return shape != null ? shape.name.equals(name) : tag.equal(tag.nameFrom, tag.nameTo, name);
    }

    /** For a name that came from the same table. */
    public boolean nameEquals(NameTable names, String name) {
        return name(names).equals(name);
    }

    public String name(NameTable names) {
        return shape != null
                ? shape.name
                : names.get(window.bytes, window.token + tag.nameFrom, window.token + tag.nameTo);
    }

    /** Number of the tags that are like the current one but for their values, from 1 to at most 2^14; 0 when it is like none. */
    public int shapeNumber() {
        return shape != null ? shape.number : 0;
    }

    /** What {@link #setMark} noted about tags like the current one, the same but for their values; 0 when nothing. */
    public long mark() {
        return shape != null ? shape.mark : 0;
    }

    public void setMark(long mark) {
        if (shape != null) {
            shape.mark = mark;
        }
    }

    /** Copy the current tag or text to the end of a tape. */
    public void record(ElementTape tape) throws TraceFormatException {
        unfold();
        boolean fits = textLength < 0
                ? tape.addTag(window.bytes, window.token, tag, tag.selfClosing)
                : tape.addText(window.bytes, window.token + textFrom, textLength, verbatim);
        requireFit(fits);
    }

    /** Copy the current start tag to a tape as one of an element without content. */
    void recordEmpty(ElementTape tape) throws TraceFormatException {
        unfold();
        requireFit(tape.addTag(window.bytes, window.token, tag, true));
    }

    private void requireFit(boolean fits) throws TraceFormatException {
        if (!fits) {
            throw window.error(
                    0, "element has more than " + Limits.DATA_ELEMENTS + " parts or " + ElementTape.MAX_BYTES + " B");
        }
    }

    /** Let a tape show the current tag without copying it; it holds until the next token is read. */
    public void view(ElementTape tape) {
        unfold();
        tape.view(window.bytes, window.token, tag);
    }

    /** Go on at an offset behind the current token. */
    public void seek(long offset) throws TraceFormatException {
        window.seek(offset);
        position = window.token;
    }

    /** How much of the text was read; what {@link #seek} left out doesn't count. */
    public long bytesRead() {
        return window.bytesRead();
    }

    /** What is to be said of compressed data that ended too early; "" when it didn't. */
    public String cutText() {
        return window.cutText();
    }

    /** Leave out the rest of the text; its length without unused NUL bytes. */
    public long skipAll() throws TraceFormatException {
        window.token = position;
        long length = window.skipAll();
        position = window.token;
        return length;
    }

    public TraceFormatException error(String reason) {
        return window.errorAt(tokenOffset, reason);
    }

    @Override
    public void close() {
        window.close();
    }

    /** Make the spans of a tag that was recognised by its shape. */
    private void unfold() {
        if (shape != null) {
            tag.unfold(shape, position - window.token);
        }
    }

    private Token startTag() throws TraceFormatException {
        if (!tag.startTag()) {
            return Token.CUT;
        }
        position = window.token + tag.length;
        if (shapes != null) {
            shapes.learn(window.bytes, window.token, tag);
        }
        return Token.START;
    }

    private Token endTag() throws TraceFormatException {
        if (shapes == null || !ends.find(window.bytes, window.token, tag)) {
            if (!tag.endTag()) {
                return Token.CUT;
            }
            ends.learn(window.bytes, window.token, tag);
        }
        position = window.token + tag.length;
        return Token.END;
    }

    private Token text() throws TraceFormatException {
        int at = 0;
        int c = at(0);
        while (c >= 0 && c != '<') {
            if (c == '&') {
                int length = tag.reference(at);
                if (length < 0) {
                    return Token.CUT;
                }
                at += length;
            } else {
                at++;
            }
            if (at > Limits.VALUE_BYTES) {
                throw window.error(0, "text is longer than " + Limits.VALUE_BYTES + " B");
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
                throw window.error(0, "'<![' is not followed by 'CDATA['");
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
        throw window.error(0, "text is longer than " + Limits.VALUE_BYTES + " B");
    }

    private Token textEnd(int from, int to, int length, boolean raw) {
        textFrom = from;
        textLength = to - from;
        verbatim = raw;
        position = window.token + length;
        return Token.TEXT;
    }

    private boolean skipComment() throws TraceFormatException {
        int third = at(2);
        int fourth = at(3);
        if (third < 0 || (third == '-' && fourth < 0)) {
            return false;
        }
        if (third != '-' || fourth != '-') {
            throw window.error(0, "document types and declarations are not allowed");
        }
        return skipPast(4, '-', 2);
    }

    /** Leave out everything up to {@code count} marks and '>'; nothing of it is kept. */
    private boolean skipPast(int from, char mark, int count) throws TraceFormatException {
        window.token += from;
        int marks = 0;
        while (true) {
            int c = at(0);
            if (c < 0) {
                return false;
            }
            window.token++;
            if (c == '>' && marks >= count) {
                position = window.token;
                return true;
            }
            marks = c == mark ? marks + 1 : 0;
        }
    }

    private void skipBlanks() throws TraceFormatException {
        do {
            byte[] bytes = window.bytes;
            int at = window.token;
            while (bytes[at] <= ' ' && XmlBytes.isBlank(bytes[at])) {
                at++;
            }
            window.token = at;
        } while (XmlBytes.isBlank(at(0)));
    }

    private int at(int relative) throws TraceFormatException {
        return window.at(relative);
    }
}
