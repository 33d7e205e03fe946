// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Reads the records of a piece of an index one after the other, by places, so that many can read one file. */
final class RecordReader {
    private static final int WINDOW = 1 << 16;

    private final FileChannel channel;
    private final long end;
    private ByteBuffer window;
    /** Of the window's limit in the file. */
    private long read;

    private long place;
    private char type;
    private ByteBuffer body = ByteBuffer.allocate(0);

    RecordReader(FileChannel channel, long from, long end) {
        this.channel = channel;
        this.end = end;
        this.read = from;
        this.window = ByteBuffer.allocate((int) Math.max(IndexFormat.HEAD_BYTES, Math.min(WINDOW, end - from)));
        window.limit(0);
    }

    /** Step to the next record; false when there is no whole one. */
    boolean next() throws IOException {
        place = nextPlace();
        if (!has(IndexFormat.HEAD_BYTES)) {
            return false;
        }
        int length = window.getInt(window.position() + 1);
        if (length < 0 || length > IndexFormat.RECORD_BYTES || !has(IndexFormat.HEAD_BYTES + length)) {
            return false;
        }
        type = (char) (window.get() & 0xff);
        window.getInt();
        body = window.slice().limit(length);
        window.position(window.position() + length);
        return true;
    }

    char type() {
        return type;
    }

    /** Of the current record in the file. */
    long place() {
        return place;
    }

    /** Where the next record begins. */
    long nextPlace() {
        return read - window.remaining();
    }

    /** Of the current record; holds until the next one is read. */
    ByteBuffer body() {
        return body;
    }

    private boolean has(int bytes) throws IOException {
        if (window.remaining() >= bytes) {
            return true;
        }
        if (read - window.remaining() + bytes > end) {
            return false;
        }
        ByteBuffer larger = window.compact().flip();
        if (bytes > window.capacity()) {
            larger = ByteBuffer.allocate(Math.max(bytes, 2 * window.capacity())).put(window);
        } else {
            larger.position(larger.limit());
        }
        larger.limit((int) Math.min(larger.capacity(), larger.position() + (end - read)));
        while (larger.position() < bytes) {
            int count = channel.read(larger, read);
            if (count < 0) {
                break;
            }
            read += count;
        }
        window = larger.flip();
        return window.remaining() >= bytes;
    }
}
