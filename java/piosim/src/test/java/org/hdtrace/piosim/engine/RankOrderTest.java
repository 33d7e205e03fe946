// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts of a ring of 64, wherever they begin; the rank of an event is its lower 24 bits. */
class RankOrderTest {
    private static final int LENGTH = 64;

    private final RankOrder order = new RankOrder(EventQueue.RANK_MASK);
    private final long[] ring = new long[LENGTH];

    private static long event(int number, int rank) {
        return (long) number << 24 | rank;
    }

    private void put(int begin, long... events) {
        Arrays.fill(ring, -1);
        for (int i = 0; i < events.length; i++) {
            ring[begin + i & LENGTH - 1] = events[i];
        }
    }

    private long[] get(int begin, int count) {
        long[] events = new long[count];
        for (int i = 0; i < count; i++) {
            events[i] = ring[begin + i & LENGTH - 1];
        }
        return events;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 62, Integer.MAX_VALUE - 2, Integer.MIN_VALUE, -3})
    void theLastOneSinksBelowHigherRanks(int begin) {
        put(begin, event(0, 2), event(1, 4), event(2, 4), event(3, 7), event(4, 4));
        order.sink(ring, begin, begin + 5);
        assertArrayEquals(new long[] {event(0, 2), event(1, 4), event(2, 4), event(4, 4), event(3, 7)}, get(begin, 5));
        // Not beyond the beginning, whatever is there.
        put(begin, event(0, 5), event(1, 6), event(2, 3));
        ring[begin - 1 & LENGTH - 1] = event(9, 9);
        order.sink(ring, begin, begin + 3);
        assertArrayEquals(new long[] {event(2, 3), event(0, 5), event(1, 6)}, get(begin, 3));
        assertEquals(event(9, 9), ring[begin - 1 & LENGTH - 1]);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 62, Integer.MAX_VALUE - 2, Integer.MIN_VALUE, -3})
    void eventsOfEqualRankKeepTheirOrder(int begin) {
        for (int count : new int[] {2, 40, 41, LENGTH}) {
            Random random = new Random(count);
            long[] events = new long[count];
            for (int i = 0; i < count; i++) {
                events[i] = event(i, random.nextInt(5) << 20 | random.nextInt(3));
            }
            put(begin, events);
            order.sort(ring, begin, begin + count);
            long[] expected = Arrays.stream(events)
                    .boxed()
                    .sorted((a, b) -> Long.compare(a & EventQueue.RANK_MASK, b & EventQueue.RANK_MASK))
                    .mapToLong(Long::longValue)
                    .toArray();
            assertArrayEquals(expected, get(begin, count), count + " events");
        }
    }

    @Test
    void oneOrNoneIsInOrder() {
        put(3, event(0, 5));
        order.sort(ring, 3, 3);
        order.sort(ring, 3, 4);
        order.sink(ring, 3, 4);
        assertArrayEquals(new long[] {event(0, 5)}, get(3, 1));
    }
}
