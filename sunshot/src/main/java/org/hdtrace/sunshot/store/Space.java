// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Bytes that are addressed by places, in memory or in a file. What is allocated at once lies in one segment, with at least
 * {@value #MARGIN} bytes behind it, so that eight bytes may be read wherever one is.
 *
 * <p>Thread: allocating and writing are safe for several threads; a place is read by whoever knows that it was written.
 */
public abstract class Space {
    /** Bytes behind each allocation that belong to nobody. */
    static final int MARGIN = 8;

    static final int SEGMENT_SHIFT = 28;
    /** Stored bytes are compared with what was written in chunks of that many bits: about what a view needs of a row. */
    static final int CHUNK_SHIFT = 14;

    private static final int OFFSET_MASK = (1 << SEGMENT_SHIFT) - 1;

    /** By number; may lack entries, see {@link #absent}. */
    private volatile ByteBuffer[] segments = {};
    /** By chunk whether it was compared; empty where nothing is to be compared. */
    private volatile boolean[] compared = {};

    /** A place for that many bytes, never given twice. */
    abstract long allocate(int bytes) throws IOException;

    /** Stores what the buffer holds, from its position to its limit, at a place. */
    abstract void write(long place, ByteBuffer bytes) throws IOException;

    /** Makes a segment that was not there yet. */
    abstract ByteBuffer absent(int number);

    /**
     * Whether bytes are as they were written; cheap when asked again.
     *
     * @throws IOException if not
     */
    abstract void check(long place, int bytes) throws IOException;

    /** Bytes allocated so far. */
    public abstract long usedBytes();

    /**
     * The buffer that holds a place at {@link #offset}; for absolute reads only, of so many bytes from there on.
     *
     * @throws java.io.UncheckedIOException with a {@link DamagedStore} if they are not as they were written
     */
    final ByteBuffer segment(long place, int bytes) {
        boolean[] known = compared;
        int last = (int) Math.min(known.length - 1, (place + bytes - 1) >>> CHUNK_SHIFT);
        for (int chunk = (int) (place >>> CHUNK_SHIFT); chunk <= last; chunk++) {
            if (!known[chunk]) {
                compare(chunk);
                known[chunk] = true;
            }
        }
        return bytes(place);
    }

    /** As {@link #segment} without comparing. */
    final ByteBuffer bytes(long place) {
        int number = (int) (place >>> SEGMENT_SHIFT);
        ByteBuffer[] all = segments;
        ByteBuffer segment = number < all.length ? all[number] : null;
        return segment != null ? segment : absent(number);
    }

    /** From now on that many chunks are compared when they are read first. */
    final void compareAll(int chunks) {
        compared = new boolean[chunks];
    }

    /**
     * Compares a chunk with what was written.
     *
     * @throws java.io.UncheckedIOException with a {@link DamagedStore} if it differs
     */
    void compare(int chunk) {
        // Memory, and what was just written, are as they are.
    }

    static int offset(long place) {
        return (int) place & OFFSET_MASK;
    }

    /** To be called by one thread at a time. */
    final void setSegment(int number, ByteBuffer segment) {
        ByteBuffer[] grown = java.util.Arrays.copyOf(segments, Math.max(number + 1, segments.length));
        grown[number] = segment;
        segments = grown;
    }

    /** Writes a table: its length, then what the buffer holds. */
    final long writeTable(ByteBuffer table) throws IOException {
        int length = table.remaining();
        long place = allocate(Integer.BYTES + length);
        write(place, ByteBuffer.allocate(Integer.BYTES).putInt(0, length));
        write(place + Integer.BYTES, table);
        return place;
    }

    /**
     * A table, checked.
     *
     * @throws IOException if it is not as it was written
     */
    final ByteBuffer readTable(long place) throws IOException {
        check(place, Integer.BYTES);
        ByteBuffer segment = bytes(place);
        int begin = offset(place) + Integer.BYTES;
        int length = segment.getInt(offset(place));
        if (length < 0 || length > segment.limit() - begin) {
            throw new IOException("no table at byte " + place);
        }
        check(place, Integer.BYTES + length);
        return segment.slice(begin, length);
    }
}
