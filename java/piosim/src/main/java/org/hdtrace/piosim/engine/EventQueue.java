// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.engine;

import java.util.Arrays;

/**
 * Pending events in the order (time, priority, order of insertion), as a monotone radix heap on primitive arrays.
 *
 * <p>Bucket b holds the keys whose highest bit that differs from the last removed key is bit b - 1. Removing takes the
 * lowest bucket, makes its minimum the last key and deals the rest to lower buckets, so an event moves at most 63 times
 * and no comparison tree is needed. Events of equal key always share a bucket and keep their order in it: that is the
 * serial number, for free.
 *
 * <p>Not safe for use by several threads. Cost: no allocation but for growth.
 */
public final class EventQueue {
    /** Latest time an event may have, about 73 years. */
    public static final long MAX_TIME = (1L << 61) - 1;

    private static final int PRIORITY_BITS = 2;
    private static final int BUCKETS = 64;

    private final long[][] keys = new long[BUCKETS][16];
    private final long[][] payloads = new long[BUCKETS][16];
    private final int[] sizes = new int[BUCKETS];
    private long occupied;
    private long last;
    private int head;
    private int count;

    /**
     * Add an event.
     *
     * @param time ns, not before the event that was removed last
     * @param priority 0 (first) to 3 among events of the same time
     * @throws IllegalArgumentException when the time lies in the past or beyond {@link #MAX_TIME}
     */
    public void push(long time, int priority, long payload) {
        if (time < last >>> PRIORITY_BITS || time > MAX_TIME) {
            throw new IllegalArgumentException("time=" + time + ": must be " + (last >>> PRIORITY_BITS) + " or later");
        }
        // A more urgent event of the present moment comes after those that are already due.
        long key = Math.max(time << PRIORITY_BITS | priority, last);
        append(BUCKETS - Long.numberOfLeadingZeros(key ^ last), key, payload);
        count++;
    }

    /** Remove the first event; only when {@link #isEmpty()} is false. */
    public long pop() {
        if (head == sizes[0]) {
            refill();
        }
        count--;
        return payloads[0][head++];
    }

    /** Time of the event that {@link #pop()} would return. */
    public long nextTime() {
        if (head == sizes[0]) {
            refill();
        }
        return last >>> PRIORITY_BITS;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    public int size() {
        return count;
    }

    private void append(int bucket, long key, long payload) {
        int size = sizes[bucket];
        if (size == keys[bucket].length) {
            keys[bucket] = Arrays.copyOf(keys[bucket], size * 2);
            payloads[bucket] = Arrays.copyOf(payloads[bucket], size * 2);
        }
        keys[bucket][size] = key;
        payloads[bucket][size] = payload;
        sizes[bucket] = size + 1;
        occupied |= 1L << bucket;
    }

    private void refill() {
        sizes[0] = 0;
        head = 0;
        int bucket = Long.numberOfTrailingZeros(occupied & ~1L);
        long[] from = keys[bucket];
        int size = sizes[bucket];
        long min = from[0];
        for (int i = 1; i < size; i++) {
            min = Math.min(min, from[i]);
        }
        last = min;
        occupied &= ~(1L << bucket);
        sizes[bucket] = 0;
        long[] values = payloads[bucket];
        for (int i = 0; i < size; i++) {
            append(BUCKETS - Long.numberOfLeadingZeros(from[i] ^ min), from[i], values[i]);
        }
    }
}
