// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;

/**
 * The uncompressed text of a file by offset, for tools that copy parts of it and look for tags behind damage. Cheap where the
 * offsets grow; going back begins again before the place.
 *
 * <p>Thread: one thread at a time. Source: FORMATS A4.
 */
public final class TraceText implements AutoCloseable {
    private static final int WINDOW = 1 << 16;

    private final Path file;
    private final byte[] window = new byte[WINDOW];
    private ByteSource source;
    private long base;
    private int limit;
    private int indent;
    private long length = -1;

    private TraceText(Path file, ByteSource source) {
        this.file = file;
        this.source = source;
    }

    public static TraceText open(Path file) throws TraceFormatException {
        return new TraceText(file, ByteSource.open(file));
    }

    /** Bytes of the text; where compressed data is damaged, up to there. */
    public long length() throws TraceFormatException {
        if (length < 0) {
            length = ByteSource.length(file);
        }
        return length;
    }

    /** Read until the target has that many bytes or the text ends; how many. */
    public int read(long at, byte[] target, int count) throws TraceFormatException {
        int done = 0;
        while (done < count && load(at + done)) {
            int from = (int) (at + done - base);
            int piece = Math.min(count - done, limit - from);
            System.arraycopy(window, from, target, done, piece);
            done += piece;
        }
        return done;
    }

    /** Copy {@code [from, to)}, as far as there is text. */
    public void copy(long from, long to, OutputStream target) throws TraceFormatException, IOException {
        long at = from;
        while (at < to && load(at)) {
            int begin = (int) (at - base);
            int piece = (int) Math.min(to - at, limit - begin);
            target.write(window, begin, piece);
            at += piece;
        }
    }

    /**
     * Offset of the next tag behind an offset that begins an element and follows a line's beginning, tabs or another tag; -1 for
     * none.
     */
    public long nextTag(long behind) throws TraceFormatException {
        int before = behind < 0 ? '\n' : byteAt(behind);
        indent = 0;
        long at = behind + 1;
        for (int c = byteAt(at); c >= 0; c = byteAt(++at)) {
            if (c == '<' && (before == '\n' || before == '>') && isNameStart(byteAt(at + 1))) {
                return at;
            }
            if (c == '\t' && before == '\n') {
                indent++;
            } else {
                indent = 0;
                before = c;
            }
        }
        return -1;
    }

    /** Tabs between the beginning of the line and the tag that {@link #nextTag} found. */
    public int indent() {
        return indent;
    }

    /** Whether nothing but NUL bytes follows. */
    public boolean isUnused(long from) throws TraceFormatException {
        long at = from;
        int c = byteAt(at);
        while (c == 0) {
            c = byteAt(++at);
        }
        return c < 0;
    }

    @Override
    public void close() {
        source.close();
    }

    private static boolean isNameStart(int c) {
        return Character.isLetter(c) || c == '_' || c >= 0x80;
    }

    private int byteAt(long at) throws TraceFormatException {
        boolean here = at >= base && at < base + limit;
        return here || load(at) ? window[(int) (at - base)] & 0xff : -1;
    }

    /** Have the byte at an offset in the window; false behind the end. */
    private boolean load(long at) throws TraceFormatException {
        if (at >= base && at < base + limit) {
            return true;
        }
        if (at < source.offset()) {
            source.close();
            source = ByteSource.openAt(file, at);
        } else {
            source.skipTo(at);
        }
        base = source.offset();
        limit = 0;
        if (base == at) {
            limit = source.readFully(window, 0, window.length);
        }
        return limit > 0;
    }
}
