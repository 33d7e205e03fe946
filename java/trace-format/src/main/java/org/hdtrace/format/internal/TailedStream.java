// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import java.io.EOFException;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A compressed trace that was not closed (FORMATS A4): frames in {@code X.zst}, the rest of the text in {@code X.tail}, a sparse
 * file in which it stands at its true offset. Frames are read as far as they go, then the tail from there on; a last frame that
 * is not whole is no loss, because its text is still in the tail.
 *
 * <p>Both may be growing. The writer takes text out of the tail only after the frame that holds it was written, so what was read
 * in the tail counts only if no new frame is found after that; else the frame does. C twin: tracewriting-c/read/tailed.c.
 *
 * <p>Thread: one thread at a time.
 */
final class TailedStream extends InputStream {
    private static final String ENDING = ".zst";

    private final SeekableZstd frames;
    private final FileInputStream tail;
    private long framed; // text that was decoded
    private long offset; // text that was handed on

    /** Takes both streams; {@code file} holds frames, or nothing so far. */
    TailedStream(FileInputStream file, FileInputStream tail) throws IOException {
        this.tail = tail;
        this.frames = new SeekableZstd(file);
    }

    /** The tail of a compressed file, or null when it has none. */
    static FileInputStream openTail(Path file) throws IOException {
        String name = String.valueOf(file.getFileName());
        if (!name.endsWith(ENDING)) {
            return null;
        }
        Path tail = file.resolveSibling(name.substring(0, name.length() - ENDING.length()) + ".tail");
        try {
            return new FileInputStream(tail.toFile());
        } catch (FileNotFoundException e) {
            if (Files.exists(tail)) {
                throw e;
            }
            return null;
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int count = readFrames(target, from, length);
        if (count < 0) {
            count = readTail(target, from, length);
        }
        offset += Math.max(count, 0);
        return count;
    }

    @Override
    public long skip(long count) throws IOException {
        long from = offset;
        long target = offset + Math.max(0, Math.min(count, Long.MAX_VALUE - offset));
        try {
            frames.skip(Math.max(0, target - framed));
        } catch (EOFException e) {
            // What the last frame lacks is in the tail.
            offset = Math.max(offset, frames.offset());
        }
        framed = frames.offset();
        offset = Math.max(
                offset, Math.min(target, Math.max(framed, tail.getChannel().size())));
        return offset - from;
    }

    @Override
    public void close() throws IOException {
        try (frames;
                tail) {
            // Nothing else to do.
        }
    }

    /** Text of frames that was not handed on yet; -1: there is none. */
    private int readFrames(byte[] target, int from, int length) throws IOException {
        while (true) {
            int count = decode(target, from, length);
            if (count < 0) {
                return -1;
            }
            framed += count;
            if (framed > offset) {
                int fresh = (int) Math.min(framed - offset, count);
                System.arraycopy(target, from + count - fresh, target, from, fresh);
                return fresh;
            }
        }
    }

    private int decode(byte[] target, int from, int length) throws IOException {
        try {
            return frames.read(target, from, length);
        } catch (EOFException e) {
            return -1;
        }
    }

    private int readTail(byte[] target, int from, int length) throws IOException {
        tail.getChannel().position(offset);
        int count = tail.read(target, from, length);
        byte[] framesText = new byte[length];
        int fresh = readFrames(framesText, 0, length);
        if (fresh < 0) {
            return count;
        }
        System.arraycopy(framesText, 0, target, from, fresh);
        return fresh;
    }
}
