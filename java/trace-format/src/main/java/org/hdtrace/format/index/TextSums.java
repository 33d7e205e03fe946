// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.util.Arrays;
import java.util.zip.CRC32C;

/** Checksums of a text that comes piece by piece: of each block, and of the last 64 KiB. */
final class TextSums {
    private final CRC32C open = new CRC32C();
    private int[] closed = new int[64];
    private int closedCount;
    private long length;
    private long expected;
    /** Byte k of the text stands at k modulo the length. */
    private final byte[] last = new byte[IndexFormat.BLOCK_BYTES];

    /** That much text will come, or {@link #ofEnd} is not known: what is sure not to be its end need not be kept. */
    void expect(long bytes) {
        expected = bytes;
    }

    void add(byte[] text, int from, int count) {
        if (length + count > expected - last.length) {
            keep(text, from, count);
        }
        int at = from;
        int end = from + count;
        while (at < end) {
            int room = (int) (IndexFormat.BLOCK_BYTES - length % IndexFormat.BLOCK_BYTES);
            int step = Math.min(room, end - at);
            open.update(text, at, step);
            at += step;
            length += step;
            if (step == room) {
                close();
            }
        }
    }

    long length() {
        return length;
    }

    /** Of a block; of the last one as far as the text goes. */
    int of(long block) {
        return block < closedCount ? closed[(int) block] : (int) open.getValue();
    }

    /** Whether as much text came as was expected. */
    boolean hasEnd() {
        return length >= expected;
    }

    /** Of the last 64 KiB, or of everything when that is less. */
    int ofEnd() {
        CRC32C end = new CRC32C();
        int split = (int) (length % last.length);
        if (length >= last.length) {
            end.update(last, split, last.length - split);
        }
        end.update(last, 0, split);
        return (int) end.getValue();
    }

    private void keep(byte[] text, int from, int count) {
        int skipped = Math.max(0, count - last.length);
        int at = from + skipped;
        int place = (int) ((length + skipped) % last.length);
        int first = Math.min(count - skipped, last.length - place);
        System.arraycopy(text, at, last, place, first);
        System.arraycopy(text, at + first, last, 0, count - skipped - first);
    }

    private void close() {
        if (closedCount == closed.length) {
            closed = Arrays.copyOf(closed, 2 * closedCount);
        }
        closed[closedCount++] = (int) open.getValue();
        open.reset();
    }
}
