// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import java.util.Arrays;
import org.hdtrace.format.Limits;
import org.hdtrace.format.TraceFormatException;

/**
 * The part of a text that a scanner looks at, from its current token on. A NUL byte ends the text: traces are mapped into memory
 * and the rest of the mapping is not used yet (FORMATS A3).
 */
final class TextWindow implements AutoCloseable {
    private static final int FIRST_SIZE = 1 << 16;
    /** Whoever leaves something out may want little of what comes behind it, as samples of a trace do. */
    private static final int FIRST_BEHIND_SEEK = 1 << 13;

    /** NUL bytes kept behind the limit, so that whole words may be read anywhere before it. */
    private static final int PADDING = 16;

    private final ByteSource source;
    /** The bytes; those from the limit on are NUL. Replaced when a token does not fit. */
    byte[] bytes = new byte[FIRST_SIZE + PADDING];

    private int limit;
    /** Beginning of the current token; places are told relative to it, so that they survive moving the window. */
    int token;
    /** Offset of the window in the text. */
    private long base;

    /** Bytes to be read at once; each time twice as many. */
    private int atOnce = FIRST_SIZE;

    private boolean ended;
    private long usedEnd;

    TextWindow(ByteSource source) {
        this.source = source;
        this.base = source.offset();
    }

    /** Offset of the current token in the text. */
    long offset() {
        return base + token;
    }

    /** How far the text was read. */
    long end() {
        return base + limit;
    }

    /** See {@link ByteSource#cutText}. */
    String cutText() {
        return source.cutText();
    }

    /** How much of the text was read. */
    long bytesRead() {
        return source.bytesRead();
    }

    /** Where the bytes of the text end in the array, for now. */
    int limit() {
        return limit;
    }

    /** Once the end was reached: length of the text without unused NUL bytes. */
    long usedEnd() {
        return usedEnd;
    }

    /** The byte at a place relative to the token, or -1 at the end of the text. */
    int at(int relative) throws TraceFormatException {
        while (token + relative >= limit) {
            if (!fill()) {
                return -1;
            }
        }
        byte b = bytes[token + relative];
        if (b == 0) {
            endAtNul(token + relative);
            return -1;
        }
        return b & 0xff;
    }

    /** Leave out the rest of the text; its length without unused NUL bytes. */
    long skipAll() throws TraceFormatException {
        while (at(0) >= 0) {
            token = limit;
        }
        return usedEnd;
    }

    /** Make the byte at an offset behind the token the token. */
    void seek(long offset) throws TraceFormatException {
        if (offset <= base + limit) {
            token = (int) (offset - base);
            return;
        }
        base += limit;
        if (!ended) {
            source.skipTo(offset);
            base = source.offset();
            atOnce = FIRST_BEHIND_SEEK;
        }
        end(0);
        token = 0;
    }

    TraceFormatException error(int relative, String reason) {
        return TraceFormatException.atByte(source.file(), base + token + relative, reason);
    }

    TraceFormatException errorAt(long offset, String reason) {
        return TraceFormatException.atByte(source.file(), offset, reason);
    }

    @Override
    public void close() {
        source.close();
    }

    private boolean fill() throws TraceFormatException {
        if (ended) {
            return false;
        }
        if (token > 0) {
            System.arraycopy(bytes, token, bytes, 0, limit - token);
            base += token;
            limit -= token;
            token = 0;
        }
        if (limit == bytes.length - PADDING) {
            if (limit >= Limits.TAG_BYTES) {
                throw error(0, "tag is longer than " + Limits.TAG_BYTES + " B");
            }
            bytes = Arrays.copyOf(bytes, limit * 2 + PADDING);
        }
        int count = source.read(bytes, limit, Math.min(atOnce, bytes.length - PADDING - limit));
        atOnce = Math.min(2 * atOnce, bytes.length);
        end(limit + Math.max(count, 0));
        if (count < 0) {
            ended = true;
            usedEnd = base + limit;
        }
        return count >= 0;
    }

    private void end(int at) {
        limit = at;
        Arrays.fill(bytes, at, at + PADDING, (byte) 0);
    }

    /** Make the NUL byte the end, and find out how far bytes other than NUL reach. */
    private void endAtNul(int at) throws TraceFormatException {
        usedEnd = lastUsed(at, base + at);
        long offset = base + limit;
        byte[] rest = ended ? new byte[0] : new byte[FIRST_SIZE];
        for (int count = 0; count >= 0 && rest.length > 0; count = source.read(rest, 0, rest.length)) {
            for (int i = 0; i < count; i++) {
                if (rest[i] != 0) {
                    usedEnd = offset + i + 1;
                }
            }
            offset += count;
        }
        end(at);
        ended = true;
    }

    private long lastUsed(int from, long otherwise) {
        for (int i = limit - 1; i > from; i--) {
            if (bytes[i] != 0) {
                return base + i + 1;
            }
        }
        return otherwise;
    }
}
