// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventQueueTest {
    private record Reference(long time, int priority, long serial) {
        /** Some of many equal ones, in no order. */
        long rank() {
            return priority < EventQueue.FIRST_UNRANKED ? serial * 7919 % 13 : 0;
        }

        long payload() {
            return serial << 24 | rank();
        }
    }

    private static final Comparator<Reference> ORDER = Comparator.comparingLong(Reference::time)
            .thenComparingInt(Reference::priority)
            .thenComparingLong(Reference::rank)
            .thenComparingLong(Reference::serial);

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Bytes of this thread so far; the virtual machine takes some for the first questions. */
    private static long allocated() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    @Property(tries = 300)
    void eventsComeInTheOrderOfTimePriorityRankAndInsertion(
            @ForAll @Size(min = 1, max = 400) List<@LongRange(min = 0, max = 50) Long> times,
            @ForAll @IntRange(min = 1, max = 64) int scale) {
        EventQueue queue = new EventQueue();
        PriorityQueue<Reference> reference = new PriorityQueue<>(ORDER);
        long serial = 0;
        long now = 0;
        for (long distance : times) {
            // Later than now, so that the priority counts.
            long time = now + 1 + distance * scale;
            int priority = (int) (distance % 4);
            Reference added = new Reference(time, priority, serial++);
            queue.push(time, priority, added.payload());
            reference.add(added);
            if (distance % 3 == 0) {
                Reference expected = reference.remove();
                assertEquals(expected.time(), queue.nextTime());
                assertEquals(expected.payload(), queue.pop());
                now = expected.time();
            }
        }
        while (!reference.isEmpty()) {
            assertEquals(reference.remove().payload(), queue.pop());
        }
        assertTrue(queue.isEmpty());
    }

    @Test
    void eventsOfThePresentMomentComeAfterThoseThatAreDueAlready() {
        EventQueue queue = new EventQueue();
        queue.push(5, 1, 1);
        queue.push(5, 1, 2);
        assertEquals(1, queue.pop());
        queue.push(5, 0, 3);
        assertEquals(2, queue.pop());
        assertEquals(3, queue.pop());
    }

    /** In each turn some events come too late for their rank, and some hit it. */
    @Property(tries = 300)
    void eventsOfATurnThatHasBegunComeInRank(
            @ForAll @Size(min = 1, max = 400) List<@LongRange(min = 0, max = 999) Long> choices) {
        EventQueue queue = new EventQueue();
        PriorityQueue<Reference> reference = new PriorityQueue<>(ORDER);
        Reference present = new Reference(0, 1, 0);
        long serial = 0;
        for (long choice : choices) {
            long time = present.time() + (choice % 5 == 0 ? 0 : choice % 3);
            Reference added = new Reference(time, 1, serial++);
            if (time == present.time() && added.rank() < present.rank()) {
                continue;
            }
            if (time == present.time() || choice % 2 == 0) {
                queue.pushInRank(time, 1, added.payload());
            } else {
                queue.push(time, 1, added.payload());
            }
            reference.add(added);
            if (choice % 4 == 0) {
                present = reference.remove();
                assertEquals(present.time(), queue.nextTime());
                assertEquals(present.payload(), queue.pop());
                assertEquals(1, queue.priority());
            }
        }
        while (!reference.isEmpty()) {
            assertEquals(reference.remove().payload(), queue.pop());
        }
        assertTrue(queue.isEmpty());
    }

    @Property(tries = 300)
    void withdrawnEventsLeaveNoTrace(
            @ForAll @Size(min = 1, max = 200) List<@LongRange(min = 0, max = 999) Long> choices) {
        EventQueue queue = new EventQueue();
        EventQueue expected = new EventQueue();
        long now = 0;
        for (int i = 0; i < choices.size(); i++) {
            long choice = choices.get(i);
            if (choice % 3 > 0) {
                queue.push(now + choice, 0, -1);
                queue.withdraw(queue.pushed());
                queue.withdraw(queue.pushed());
            }
            queue.push(now + choice % 100, 0, i);
            expected.push(now + choice % 100, 0, i);
            if (choice % 2 == 0) {
                now = expected.nextTime();
                assertEquals(now, queue.nextTime());
                assertEquals(expected.pop(), queue.pop());
            }
        }
        while (!expected.isEmpty()) {
            assertEquals(expected.pop(), queue.pop());
        }
        assertTrue(queue.isEmpty());
    }

    /** Few events that are listed and put off again and again, then more than there is room for in front, and so on. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 10, 30, 44})
    void eventsThatAreListedAndPutOffStayInOrder(int bits) {
        Random random = new Random(bits);
        EventQueue queue = new EventQueue();
        PriorityQueue<Reference> reference = new PriorityQueue<>(ORDER);
        long now = 0;
        int delays = 0;
        int most = 0;
        for (int serial = 0; serial < 100_000; serial++) {
            int wanted = serial / 500 % 2 == 0 ? 12 : 80;
            if (reference.isEmpty() || random.nextInt(2 * wanted) >= reference.size()) {
                int priority = random.nextInt(4);
                long distance = random.nextLong() >>> (Long.SIZE - bits);
                // Only in the last turn can it come at once, since the priority doesn't count then.
                long time = now + (priority == EventQueue.FIRST_UNRANKED ? 0 : 1) + distance;
                Reference added = new Reference(time, priority, serial);
                queue.push(time, priority, added.payload());
                reference.add(added);
            } else {
                Reference expected = reference.remove();
                assertEquals(expected.time(), queue.nextTime());
                assertEquals(expected.payload(), queue.pop());
                now = expected.time();
            }
            most = Math.max(most, queue.size());
            if (random.nextInt(4) == 0) {
                queue.list();
                List<Reference> sorted = reference.stream().sorted(ORDER).toList();
                for (int place = 0; place < sorted.size(); place++) {
                    assertEquals(sorted.get(place).payload(), queue.payload(place));
                    assertEquals(sorted.get(place).time() - now, queue.keyFromNow(place) >> 2);
                }
            }
            if (random.nextInt(4) == 0) {
                long nanos = random.nextLong() >>> (Long.SIZE - bits);
                queue.delay(nanos);
                now += nanos;
                List<Reference> before = List.copyOf(reference);
                reference.clear();
                before.forEach(of -> reference.add(new Reference(of.time() + nanos, of.priority(), of.serial())));
                delays++;
            }
            assertEquals(reference.size(), queue.size());
        }
        assertTrue(delays > 1000 && most > 2 * EventFront.CAPACITY, delays + " times, " + most + " events");
    }

    @Test
    void refusesToPutOffBeyondTheLatestTime() {
        EventQueue queue = new EventQueue();
        queue.push(10, 0, 1);
        queue.push(20, 0, 2);
        assertThrows(IllegalArgumentException.class, () -> queue.delay(EventQueue.MAX_TIME - 19));
        queue.delay(EventQueue.MAX_TIME - 20);
        assertEquals(EventQueue.MAX_TIME - 10, queue.nextTime());
        assertEquals(1, queue.pop());
        assertEquals(EventQueue.MAX_TIME, queue.nextTime());
        assertEquals(2, queue.pop());
        assertThrows(IllegalArgumentException.class, () -> queue.delay(1));
    }

    @Test
    void onlyTheEventAddedLastCanBeWithdrawn() {
        EventQueue queue = new EventQueue();
        queue.push(1, 0, 10);
        long first = queue.pushed();
        queue.push(1, 0, 20);
        long second = queue.pushed();
        queue.withdraw(first);
        assertEquals(2, queue.size());
        assertEquals(10, queue.pop());
        queue.withdraw(second);
        assertEquals(1, queue.size());
        assertEquals(20, queue.pop());
        queue.push(3, 0, 30);
        queue.nextTime();
        queue.withdraw(queue.pushed());
        assertEquals(30, queue.pop());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 6, 20, 40, 58})
    void manyEventsComeInOrderToo(int bits) {
        Random random = new Random(bits);
        EventQueue queue = new EventQueue();
        PriorityQueue<Reference> reference = new PriorityQueue<>(ORDER);
        long now = 0;
        for (int serial = 0; serial < 100_000; serial++) {
            // Rises to thousands of events and falls again.
            if (random.nextInt(100_000) >= serial || reference.isEmpty()) {
                int shift = Long.SIZE - bits + random.nextInt(bits);
                // Later than now, so that priority and rank count.
                Reference added = new Reference(now + 1 + (random.nextLong() >>> shift), serial % 3, serial);
                queue.push(added.time(), added.priority(), added.payload());
                reference.add(added);
            } else {
                Reference expected = reference.remove();
                assertEquals(expected.time(), queue.nextTime());
                assertEquals(expected.payload(), queue.pop());
                now = expected.time();
            }
            assertEquals(reference.size(), queue.size());
        }
    }

    /** The machine may load a class or compile meanwhile, so the least of several times counts. */
    @Test
    void allocatesNothingWhileThereAreNoMoreEventsThanBefore() {
        EventQueue queue = new EventQueue();
        long[] distances = {8_512, 25_000, 100, 875_213, 0};
        for (int event = 0; event < 1000; event++) {
            queue.push(event * 977L, 0, event);
        }
        long before = 0;
        long least = Long.MAX_VALUE;
        for (int hold = 0; hold <= 2_000_000; hold++) {
            if (hold % 500_000 == 0) {
                least = hold > 500_000 ? Math.min(least, allocated() - before) : least;
                before = allocated();
            }
            long time = queue.nextTime();
            queue.push(time + distances[hold % distances.length], 0, queue.pop());
        }
        assertEquals(0, least, "bytes for 500,000 events behind the first 500,000");
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 40, 41, 1000, 100_000})
    void sortsSimultaneousEventsByRankWithoutAllocatingAgain(int events) {
        EventQueue queue = new EventQueue();
        long[] ranks = new Random(events).longs(events, 0, 1 << 24).toArray();
        long[] expected = new long[events];
        for (int event = 0; event < events; event++) {
            expected[event] = ranks[event] << 32 | event;
        }
        Arrays.sort(expected);
        long before = 0;
        long least = Long.MAX_VALUE;
        for (int round = 1; round <= 21; round++) {
            if (round % 5 == 1) {
                least = round > 6 ? Math.min(least, allocated() - before) : least;
                before = allocated();
            }
            for (int event = 0; event < events; event++) {
                queue.push(1_000L * round, 0, (long) event << 24 | ranks[event]);
            }
            for (int event = 0; event < events; event++) {
                if (queue.pop() >>> 24 != (expected[event] & 0xFFFFFFFFL)) {
                    fail("round " + round + ", event " + event);
                }
            }
        }
        assertEquals(0, least, "bytes for five rounds behind the first five");
    }

    @Test
    void refusesAnEventInThePast() {
        EventQueue queue = new EventQueue();
        queue.push(10, 0, 0);
        queue.pop();
        assertThrows(IllegalArgumentException.class, () -> queue.push(9, 0, 0));
        assertThrows(EndOfTimeException.class, () -> queue.push(EventQueue.MAX_TIME + 1, 0, 0));
    }
}
