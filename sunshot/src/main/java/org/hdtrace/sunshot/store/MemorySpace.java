// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A space outside of the heap, for what is small enough. It goes when nobody refers to it any more. */
public final class MemorySpace extends Space {
    private static final int SMALLEST = 4 << 10;
    private static final int LARGEST = 4 << 20;

    private final long most;
    private ByteBuffer last = ByteBuffer.allocate(0);
    private int lastNumber = -1;
    private int lastUsed;
    private long total;

    public MemorySpace() {
        this(Long.MAX_VALUE);
    }

    /** A space that takes up to so many bytes; more is an {@link IOException}. */
    MemorySpace(long mostBytes) {
        this.most = mostBytes;
    }

    @Override
    synchronized long allocate(int bytes) throws IOException {
        int wanted = bytes + MARGIN;
        if (lastUsed + wanted > last.capacity()) {
            long usual = Math.max(SMALLEST, Math.min(LARGEST, total));
            if (total > most) {
                throw new IOException(
                        "more states than fit into the memory; give Java more with -Xmx, or use --filter");
            }
            last = ByteBuffer.allocateDirect((int) Math.max(wanted, usual));
            setSegment(++lastNumber, last);
            total += last.capacity();
            lastUsed = 0;
        }
        long place = ((long) lastNumber << SEGMENT_SHIFT) + lastUsed;
        lastUsed += wanted;
        return place;
    }

    @Override
    void write(long place, ByteBuffer bytes) {
        bytes(place).put(offset(place), bytes, bytes.position(), bytes.remaining());
    }

    @Override
    ByteBuffer absent(int number) {
        throw new IllegalArgumentException("segment=" + number);
    }

    @Override
    void check(long place, int bytes) {
        // Memory holds what was written.
    }

    @Override
    public synchronized long usedBytes() {
        return total;
    }
}
