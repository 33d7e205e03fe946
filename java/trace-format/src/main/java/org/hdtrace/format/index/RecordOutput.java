// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Big-endian numbers and bytes on their way to a stream; what is behind the last {@link #flush} may still be here. */
final class RecordOutput {
    private final OutputStream target;
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);

    RecordOutput(OutputStream target) {
        this.target = target;
    }

    void putByte(int value) throws IOException {
        reserve(Byte.BYTES).put((byte) value);
    }

    void putInt(int value) throws IOException {
        reserve(Integer.BYTES).putInt(value);
    }

    void putLong(long value) throws IOException {
        reserve(Long.BYTES).putLong(value);
    }

    void put(byte[] bytes) throws IOException {
        if (bytes.length <= buffer.capacity()) {
            reserve(bytes.length).put(bytes);
            return;
        }
        flush();
        target.write(bytes);
    }

    void flush() throws IOException {
        target.write(buffer.array(), 0, buffer.position());
        buffer.clear();
        target.flush();
    }

    private ByteBuffer reserve(int count) throws IOException {
        if (buffer.remaining() < count) {
            flush();
        }
        return buffer;
    }
}
