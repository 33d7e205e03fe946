// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Takes an index as it is written and hands on its records one by one; keeps one record. */
final class RecordSplitter extends OutputStream {
    /** Receives a record. */
    interface Sink {
        void record(char type, ByteBuffer body) throws IOException;
    }

    private final Sink sink;
    private byte[] bytes = new byte[1 << 16];
    private int count;
    /** Bytes of the header that are still to come. */
    private int header = IndexFormat.HEADER_BYTES;

    RecordSplitter(Sink sink) {
        this.sink = sink;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        int skipped = Math.min(header, length);
        header -= skipped;
        add(source, offset + skipped, length - skipped);
        int from = 0;
        for (int record = recordAt(from); record > 0; record = recordAt(from)) {
            int body = from + IndexFormat.HEAD_BYTES;
            sink.record(
                    (char) bytes[from],
                    ByteBuffer.wrap(bytes, body, record - IndexFormat.HEAD_BYTES)
                            .slice());
            from += record;
        }
        System.arraycopy(bytes, from, bytes, 0, count - from);
        count -= from;
    }

    private void add(byte[] source, int offset, int length) {
        if (bytes.length - count < length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, count + length));
        }
        System.arraycopy(source, offset, bytes, count, length);
        count += length;
    }

    /** Length of the record that begins there; -1 when it is not whole yet. */
    private int recordAt(int from) {
        if (count - from < IndexFormat.HEAD_BYTES) {
            return -1;
        }
        int length = IndexFormat.HEAD_BYTES + ByteBuffer.wrap(bytes).getInt(from + 1);
        return count - from < length ? -1 : length;
    }
}
