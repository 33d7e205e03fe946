// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.engine;

/**
 * Pending events in the order (time, priority, order of insertion), as a monotone radix heap of base 64. Events of the
 * priorities below {@link #FIRST_UNRANKED} have their rank before the order of insertion, so how long ahead somebody has
 * scheduled them doesn't count.
 *
 * <p>A key that differs from the base, an earlier key, in digit d at most is in level d, in the bucket of that digit.
 * Removing takes the first bucket of the lowest level, makes its minimum the base and deals the rest to lower
 * levels, so an event moves at most 11 times and no comparison tree is needed. Events of equal key always share a
 * bucket and keep their order in it: that is the serial number, for free.
 *
 * <p>A bucket of few events isn't dealt: they are sorted, and until all of its range has passed, new events of that range
 * are put between them. So with few pending events the levels aren't used at all.
 *
 * <p>Not safe for use by several threads. Cost: no allocation but for more pending events than ever before, see {@link
 * EventLists}.
 */
public final class EventQueue {
    /** Latest time an event may have, about 73 years. */
    public static final long MAX_TIME = (1L << 61) - 1;

    /** The first priority in which equal times are first come, first served. */
    public static final int FIRST_UNRANKED = 3;

    /** The bits of a payload that are the event's rank in the priorities that have one. */
    public static final long RANK_MASK = 0xFFFFFF;

    private static final int PRIORITY_BITS = 2;
    private static final int PRIORITY_MASK = (1 << PRIORITY_BITS) - 1;
    private static final int DIGIT_BITS = 6;
    private static final int DIGITS = 1 << DIGIT_BITS;
    private static final int LEVELS = 11;

    /** Nothing is in front. */
    private static final long NO_FRONT = Long.MIN_VALUE;

    /** The next events, if there are few: all those whose keys are below {@link #frontEnd}. */
    private final EventFront front = new EventFront(RANK_MASK);

    private long frontEnd = Long.MAX_VALUE;

    /** Events whose key is the last one, while nothing is in front; round and round; the length is a power of two. */
    private long[] due = new long[64];

    private int dueBegin;
    private int dueEnd;

    private final EventLists lists = new EventLists(LEVELS * DIGITS);
    /** By level: the digits whose buckets have events. */
    private final long[] digits = new long[LEVELS];
    /** Levels that have events. */
    private int levels;

    /** All events in their order when somebody asked for them last. */
    private long[] listedKeys = new long[EventFront.CAPACITY];

    private long[] listedPayloads = new long[EventFront.CAPACITY];

    private final RankOrder order = new RankOrder(RANK_MASK);

    /** The key of the event removed last, or of the next one. */
    private long last;

    /** The key that decides about levels, not above that one. */
    private long base;

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
     * @throws EndOfTimeException when the time lies beyond {@link #MAX_TIME}
     * @throws IllegalArgumentException when it lies in the past
     */
    public void push(long time, int priority, long payload) {
        if (time > MAX_TIME) {
            throw new EndOfTimeException("what comes next");
        }
        if (time < last >>> PRIORITY_BITS) {
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

    /**
     * As {@link #push} for a priority with ranks, but where events of that key are removed at present, too, it comes before
     * those of higher rank that remain.
     */
    public void pushInRank(long time, int priority, long payload) {
        if ((time << PRIORITY_BITS | priority) != last) {
            push(time, priority, payload);
            return;
        }
        settle();
        count++;
        pushed++;
        if (last < frontEnd && front.isFull()) {
            spill();
        }
        if (last < frontEnd) {
            front.addRanked(last, payload);
        } else {
            addDue(payload);
            order.sink(due, dueBegin, dueEnd);
        }
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
        nextTime();
        return popNext();
    }

    /** Remove the event whose time {@link #nextTime()} has just told. */
    long popNext() {
        count--;
        return takeNext();
    }

    private long takeNext() {
        return dueBegin == dueEnd ? front.pop() : due[dueBegin++ & due.length - 1];
    }

    /** The event whose time {@link #nextTime()} has just told. */
    long peekNext() {
        return dueBegin == dueEnd ? front.payload(0) : due[dueBegin & due.length - 1];
    }

    /**
     * List all events in their order, for {@link #keyFromNow} and {@link #payload} until one is added or removed. Cost: that of removing
     * and adding all of them, less while they are few.
     */
    void list() {
        settle();
        if (count > listedKeys.length) {
            listedKeys = new long[Math.max(count, listedKeys.length * 2)];
            listedPayloads = new long[listedKeys.length];
        }
        if (isFew()) {
            for (int place = 0; place < count; place++) {
                listedKeys[place] = front.key(place);
                listedPayloads[place] = front.payload(place);
            }
            return;
        }
        long present = last;
        for (int place = 0; place < count; place++) {
            nextTime();
            listedKeys[place] = last;
            listedPayloads[place] = takeNext();
        }
        putBack(present);
    }

    /** Whether all events are in the short row in front, and none is due at the present key. */
    private boolean isFew() {
        return levels == 0 && dueBegin == dueEnd && front.size() == count;
    }

    /** Key of an event as {@link #list} has found it, less the time of the one removed last. */
    long keyFromNow(int place) {
        return listedKeys[place] - (last & -1L << PRIORITY_BITS);
    }

    /** The payload of an event as {@link #list} has found it. */
    long payload(int place) {
        return listedPayloads[place];
    }

    /**
     * It is later by so many ns, and so are all events.
     *
     * @throws IllegalArgumentException when the last one would come beyond {@link #MAX_TIME}; nothing has changed then
     */
    void delay(long nanos) {
        list();
        if (nanos > MAX_TIME - ((count == 0 ? last : listedKeys[count - 1]) >>> PRIORITY_BITS)) {
            throw new IllegalArgumentException("nanos=" + nanos + ": beyond the latest time");
        }
        long difference = nanos << PRIORITY_BITS;
        if (isFew()) {
            front.delay(difference);
            last += difference;
            frontEnd = Long.MAX_VALUE;
            return;
        }
        long present = last;
        for (int place = 0; place < count; place++) {
            listedKeys[place] += difference;
            nextTime();
            takeNext();
        }
        putBack(present + difference);
    }

    /** After all events were removed: what was listed is pending, and the event removed last had this key. */
    private void putBack(long present) {
        last = present;
        base = present;
        frontEnd = NO_FRONT;
        for (int place = 0; place < count; place++) {
            addBehind(listedKeys[place], listedPayloads[place]);
        }
    }

    /** Time of the event that {@link #pop()} would return. */
    public long nextTime() {
        settle();
        if (dueBegin == dueEnd) {
            advance();
        }
        return last >>> PRIORITY_BITS;
    }

    /** Priority of the event removed last; an event that was put behind it counts as of the same one. */
    int priority() {
        return (int) last & PRIORITY_MASK;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    public int size() {
        return count;
    }

    /** Let the key of the first event be the last one; only while nothing is due. */
    private void advance() {
        if (front.isEmpty()) {
            refill();
        }
        if (!front.isEmpty()) {
            last = front.firstKey();
        }
    }

    private void settle() {
        if (held) {
            held = false;
            if (heldKey < frontEnd && front.isFull()) {
                spill();
            }
            add(heldKey, heldPayload);
        }
    }

    private void add(long key, long payload) {
        if (key >= frontEnd) {
            addBehind(key, payload);
        } else if (key == last) {
            front.add(key, payload);
        } else {
            addInFront(key, payload);
        }
    }

    private void addInFront(long key, long payload) {
        if (isRanked(key)) {
            front.addRanked(key, payload);
        } else {
            front.add(key, payload);
        }
    }

    private void addBehind(long key, long payload) {
        if (key == last) {
            addDue(payload);
            return;
        }
        int level = (Long.SIZE - 1 - Long.numberOfLeadingZeros(key ^ base)) / DIGIT_BITS;
        int shift = level * DIGIT_BITS;
        int digit = (int) (key >>> shift) & DIGITS - 1;
        digits[level] |= 1L << digit;
        levels |= 1 << level;
        lists.add(level * DIGITS + digit, key, payload);
    }

    /** Move the later half of what is in front elsewhere; all of it if most of it is due. */
    private void spill() {
        long middle = front.middleKey();
        frontEnd = middle == last ? NO_FRONT : middle;
        int kept = 0;
        while (front.key(kept) < frontEnd) {
            kept++;
        }
        for (int i = kept; i < front.size(); i++) {
            addBehind(front.key(i), front.payload(i));
        }
        front.truncate(kept);
    }

    private static boolean isRanked(long key) {
        return (key & PRIORITY_MASK) < FIRST_UNRANKED;
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
        if (lists.isShort(bucket, EventFront.CAPACITY)) {
            moveToFront(bucket, level * DIGIT_BITS);
        } else {
            deal(bucket);
        }
    }

    /** Make a bucket the front; nothing is in levels below it. */
    private void moveToFront(int bucket, int shift) {
        for (int at = lists.take(bucket); at >= 0; at = lists.following(at)) {
            addInFront(lists.key(at), lists.payload(at));
        }
        long rangeEnd = ((front.firstKey() >>> shift) + 1) << shift;
        base = front.firstKey();
        frontEnd = levels == 0 || rangeEnd <= 0 ? Long.MAX_VALUE : rangeEnd;
    }

    private void deal(int bucket) {
        frontEnd = NO_FRONT;
        last = lists.minimum(bucket);
        base = last;
        for (int at = lists.take(bucket); at >= 0; at = lists.following(at)) {
            addBehind(lists.key(at), lists.payload(at));
        }
        if (isRanked(last) && dueEnd - dueBegin > 1) {
            order.sort(due, dueBegin, dueEnd);
        }
    }
}
