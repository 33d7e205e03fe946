// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.engine;

/**
 * Pending events in the order (time, priority, order of insertion), as a monotone radix heap of base 64. Events of the
 * priorities below {@link #FIRST_UNRANKED} have their rank before the order of insertion, so how long ahead somebody has
 * scheduled them doesn't count.
 *
 * <p>A key that differs from the last removed key in digit d at most is in level d, in the bucket of that digit.
 * Removing takes the first bucket of the lowest level, makes its minimum the last key and deals the rest to lower
 * levels, so an event moves at most 11 times and no comparison tree is needed. Events of equal key always share a
 * bucket and keep their order in it: that is the serial number, for free.
 *
 * <p>Not safe for use by several threads. Cost: no allocation but for more pending events than ever before, see {@link
 * EventLists}.
 */
public final class EventQueue {
    /** Latest time an event may have, about 73 years. */
    public static final long MAX_TIME = (1L << 61) - 1;

    /** The first priority in which equal times are first come, first served. */
    public static final int FIRST_UNRANKED = 2;

    /** The bits of a payload that are the event's rank in the priorities that have one. */
    public static final long RANK_MASK = 0xFFFFFF;

    private static final int PRIORITY_BITS = 2;
    private static final int PRIORITY_MASK = (1 << PRIORITY_BITS) - 1;
    private static final int DIGIT_BITS = 6;
    private static final int DIGITS = 1 << DIGIT_BITS;
    private static final int LEVELS = 11;

    /** Events whose key is the last one, round and round; the length is a power of two. */
    private long[] due = new long[64];

    private int dueBegin;
    private int dueEnd;

    private final EventLists lists = new EventLists(LEVELS * DIGITS);
    /** By level: the digits whose buckets have events. */
    private final long[] digits = new long[LEVELS];
    /** Levels that have events. */
    private int levels;

    private final RankOrder order = new RankOrder(RANK_MASK);

    private long last;
    private int count;
    private long pushed;

    /** The event added last stays outside until something else happens, so that it can be withdrawn. */
    private boolean held;

    private long heldKey;
    private long heldPayload;

    /**
     * Add an event.
     *
     * @param time ns, not before the event that was removed last
     * @param priority 0 (first) to 3 among events of the same time; one that is more urgent than the present event comes
     *     behind those of the present priority
     * @throws IllegalArgumentException when the time lies in the past or beyond {@link #MAX_TIME}
     */
    public void push(long time, int priority, long payload) {
        if (time < last >>> PRIORITY_BITS || time > MAX_TIME) {
            throw new IllegalArgumentException("time=" + time + ": must be " + (last >>> PRIORITY_BITS) + " or later");
        }
        settle();
        held = true;
        // A more urgent event of the present moment comes after those that are already due.
        heldKey = Math.max(time << PRIORITY_BITS | priority, last);
        heldPayload = payload;
        count++;
        pushed++;
    }

    /** How many events have been added so far: the number of the last one for {@link #withdraw}. */
    public long pushed() {
        return pushed;
    }

    /** Remove an event again if it is the one added last and the queue wasn't asked for its first since. */
    public void withdraw(long number) {
        if (number == pushed && held) {
            held = false;
            count--;
        }
    }

    /** Remove the first event; only when {@link #isEmpty()} is false. */
    public long pop() {
        settle();
        if (dueBegin == dueEnd) {
            refill();
        }
        count--;
        return due[dueBegin++ & due.length - 1];
    }

    /** Time of the event that {@link #pop()} would return. */
    public long nextTime() {
        settle();
        if (dueBegin == dueEnd) {
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

    private void settle() {
        if (held) {
            held = false;
            add(heldKey, heldPayload);
        }
    }

    private void add(long key, long payload) {
        long difference = key ^ last;
        if (difference == 0) {
            addDue(payload);
            return;
        }
        int level = (Long.SIZE - 1 - Long.numberOfLeadingZeros(difference)) / DIGIT_BITS;
        int shift = level * DIGIT_BITS;
        int digit = (int) (key >>> shift) & DIGITS - 1;
        digits[level] |= 1L << digit;
        levels |= 1 << level;
        lists.add(level * DIGITS + digit, key, payload);
    }

    private void addDue(long payload) {
        if (dueEnd - dueBegin == due.length) {
            long[] longer = new long[due.length * 2];
            for (int i = dueBegin; i != dueEnd; i++) {
                longer[i & longer.length - 1] = due[i & due.length - 1];
            }
            due = longer;
        }
        due[dueEnd++ & due.length - 1] = payload;
    }

    private void refill() {
        int level = Integer.numberOfTrailingZeros(levels);
        int digit = Long.numberOfTrailingZeros(digits[level]);
        digits[level] &= digits[level] - 1;
        if (digits[level] == 0) {
            levels &= ~(1 << level);
        }
        int bucket = level * DIGITS + digit;
        last = lists.minimum(bucket);
        for (int at = lists.take(bucket); at >= 0; at = lists.following(at)) {
            add(lists.key(at), lists.payload(at));
        }
        if ((last & PRIORITY_MASK) < FIRST_UNRANKED && dueEnd - dueBegin > 1) {
            order.sort(due, dueBegin, dueEnd);
        }
    }
}
