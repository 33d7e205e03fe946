// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.engine;

/**
 * The few next events, sorted: while only these are pending nothing else has to be looked at. Not safe for use by several
 * threads; allocates nothing.
 */
final class EventFront {
    /** Most events in it. */
    static final int CAPACITY = 32;

    /** So long that events seldom have to be moved to the begin. */
    private static final int LENGTH = 4 * CAPACITY;

    private final long[] keys = new long[LENGTH];
    private final long[] payloads = new long[LENGTH];
    private final long rankMask;
    private int begin;
    private int end;

    /** @param rankMask the bits of a payload that are the event's rank */
    EventFront(long rankMask) {
        this.rankMask = rankMask;
    }

    boolean isEmpty() {
        return begin == end;
    }

    boolean isFull() {
        return end - begin == CAPACITY;
    }

    /** Key of the first event. */
    long firstKey() {
        return keys[begin];
    }

    /** A key that is neither below the first one nor above the last one. */
    long middleKey() {
        return keys[(begin + end) >>> 1];
    }

    /** Remove the first event. */
    long pop() {
        long payload = payloads[begin++];
        if (begin == end) {
            begin = 0;
            end = 0;
        }
        return payload;
    }

    /** Add an event behind those of its key; only while this isn't full. */
    void add(long key, long payload) {
        makeRoom();
        int at = end++;
        for (; at > begin && keys[at - 1] > key; at--) {
            move(at - 1, at);
        }
        set(at, key, payload);
    }

    /** Add an event behind those of its key whose rank isn't higher; only while this isn't full. */
    void addRanked(long key, long payload) {
        makeRoom();
        int at = end++;
        for (; at > begin && comesAfter(at - 1, key, payload & rankMask); at--) {
            move(at - 1, at);
        }
        set(at, key, payload);
    }

    /** Number of events, for {@link #key} and {@link #payload}. */
    int size() {
        return end - begin;
    }

    /** Key of an event by its place in the order. */
    long key(int place) {
        return keys[begin + place];
    }

    long payload(int place) {
        return payloads[begin + place];
    }

    /** Raise all keys by as much. */
    void delay(long difference) {
        for (int at = begin; at < end; at++) {
            keys[at] += difference;
        }
    }

    /** Keep so many events, the first ones. */
    void truncate(int size) {
        end = begin + size;
    }

    private boolean comesAfter(int at, long key, long rank) {
        return keys[at] > key || (keys[at] == key && (payloads[at] & rankMask) > rank);
    }

    private void makeRoom() {
        if (end == LENGTH) {
            int size = end - begin;
            System.arraycopy(keys, begin, keys, 0, size);
            System.arraycopy(payloads, begin, payloads, 0, size);
            begin = 0;
            end = size;
        }
    }

    private void move(int from, int to) {
        keys[to] = keys[from];
        payloads[to] = payloads[from];
    }

    private void set(int at, long key, long payload) {
        keys[at] = key;
        payloads[at] = payload;
    }
}
