// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.engine;

import java.util.Arrays;

/**
 * Lists of events that share one pool of small chunks, so memory follows the number of events in all of them and
 * chunks go round instead of being allocated.
 *
 * <p>A place in the pool is that of an event's key; its payload comes next. Behind the events of a chunk is the place
 * where the list goes on.
 */
final class EventLists {
    private static final int CHUNK = 16;
    /** Place of the link in a chunk. */
    private static final int LINK = CHUNK - 2;

    private static final int EVENTS_IN_CHUNK = LINK / 2;

    private static final int NONE = -1;
    private static final int INITIAL = 1024;

    private long[] pool = new long[INITIAL];
    private int poolSize;
    private int freeChunk = NONE;

    /** By list: place of the first event, -1 in an empty list. */
    private final int[] first;
    /** By list: place behind the last event. */
    private final int[] end;
    /** Where the list ends that was taken last. */
    private int takenEnd;

    EventLists(int count) {
        first = new int[count];
        end = new int[count];
        Arrays.fill(first, NONE);
        Arrays.fill(end, LINK);
    }

    /** Put an event at the end of a list. */
    void add(int list, long key, long payload) {
        int at = end[list];
        if ((at & CHUNK - 1) == LINK) {
            at = extend(list, at);
        }
        pool[at] = key;
        pool[at + 1] = payload;
        end[list] = at + 2;
    }

    /** Smallest key of a list that isn't empty. */
    long minimum(int list) {
        int at = first[list];
        long min = pool[at];
        for (int stop = end[list]; at != stop; at += 2) {
            if ((at & CHUNK - 1) == LINK) {
                at = (int) pool[at];
            }
            min = Math.min(min, pool[at]);
        }
        return min;
    }

    /** Whether a list that isn't empty has so few events; may be false for a list of almost so many. */
    boolean isShort(int list, int events) {
        int chunk = first[list];
        int last = end[list] - 1 & -CHUNK;
        for (int most = EVENTS_IN_CHUNK; most <= events; most += EVENTS_IN_CHUNK) {
            if (chunk == last) {
                return true;
            }
            chunk = (int) pool[chunk + LINK];
        }
        return false;
    }

    /**
     * Empty a list that isn't empty and go through what was in it.
     *
     * @return place of the first event, for {@link #following}
     */
    int take(int list) {
        int at = first[list];
        takenEnd = end[list];
        first[list] = NONE;
        end[list] = LINK;
        return at;
    }

    /** Place of the next event of the list that was taken last, or -1. */
    int following(int at) {
        int next = at + 2;
        if (next == takenEnd) {
            release(at);
            return NONE;
        }
        if ((next & CHUNK - 1) == LINK) {
            next = (int) pool[next];
            release(at);
        }
        return next;
    }

    long key(int at) {
        return pool[at];
    }

    long payload(int at) {
        return pool[at + 1];
    }

    private int extend(int list, int at) {
        int chunk = freeChunk;
        if (chunk == NONE) {
            chunk = poolSize;
            poolSize += CHUNK;
            if (poolSize > pool.length) {
                pool = Arrays.copyOf(pool, pool.length * 2);
            }
        } else {
            freeChunk = (int) pool[chunk + LINK];
        }
        if (first[list] == NONE) {
            first[list] = chunk;
        } else {
            pool[at] = chunk;
        }
        return chunk;
    }

    private void release(int at) {
        int chunk = at & -CHUNK;
        pool[chunk + LINK] = freeChunk;
        freeChunk = chunk;
    }
}
