// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A compressed trace that was not closed (FORMATS A4): frames in {@code X.zst}, the rest of the text in {@code X.tail}, a sparse
 * file in which it stands at its true offset. Frames are read as far as they go, then the tail from there on; a last frame that
 * is not whole is no loss, because its text is still in the tail.
 *
 * <p>Thread: one thread at a time.
 */
final class TailedStream extends InputStream {
    private static final String ENDING = ".zst";

    private final Path tail;
    private InputStream stream;
    private boolean inTail;
    private long offset;

    TailedStream(InputStream frames, Path tail) {
        this.stream = frames;
        this.tail = tail;
    }

    /** The tail of a compressed file, or null when it has none. */
    static Path tailOf(Path file) {
        String name = String.valueOf(file.getFileName());
        if (!name.endsWith(ENDING)) {
            return null;
        }
        Path tail = file.resolveSibling(name.substring(0, name.length() - ENDING.length()) + ".tail");
        return Files.exists(tail) ? tail : null;
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
        int count = inTail ? stream.read(target, from, length) : readFrames(target, from, length);
        if (count < 0 && !inTail) {
            openTail();
            count = stream.read(target, from, length);
        }
        offset += Math.max(count, 0);
        return count;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }

    private int readFrames(byte[] target, int from, int length) throws IOException {
        try {
            return stream.read(target, from, length);
        } catch (EOFException e) {
            return -1;
        } catch (IOException e) {
            if (ByteSource.isTruncation(e)) {
                return -1;
            }
            throw e;
        }
    }

    private void openTail() throws IOException {
        stream.close();
        FileInputStream opened = new FileInputStream(tail.toFile());
        opened.getChannel().position(offset);
        stream = opened;
        inTail = true;
    }
}
