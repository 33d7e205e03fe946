// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class EventQueueTest {
    private record Reference(long time, int priority, long serial) {}

    @Property(tries = 300)
    void eventsComeInTheOrderOfTimePriorityAndInsertion(
            @ForAll @Size(min = 1, max = 400) List<@LongRange(min = 0, max = 50) Long> times,
            @ForAll @IntRange(min = 1, max = 64) int scale) {
        EventQueue queue = new EventQueue();
        PriorityQueue<Reference> reference = new PriorityQueue<>(Comparator.comparingLong(Reference::time)
                .thenComparingInt(Reference::priority)
                .thenComparingLong(Reference::serial));
        long serial = 0;
        long now = 0;
        for (long distance : times) {
            // Later than now, so that the priority counts.
            long time = now + 1 + distance * scale;
            int priority = (int) (distance % 4);
            queue.push(time, priority, serial);
            reference.add(new Reference(time, priority, serial++));
            if (distance % 3 == 0) {
                Reference expected = reference.remove();
                assertEquals(expected.time(), queue.nextTime());
                assertEquals(expected.serial(), queue.pop());
                now = expected.time();
            }
        }
        while (!reference.isEmpty()) {
            assertEquals(reference.remove().serial(), queue.pop());
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

    @Test
    void refusesAnEventInThePast() {
        EventQueue queue = new EventQueue();
        queue.push(10, 0, 0);
        queue.pop();
        assertThrows(IllegalArgumentException.class, () -> queue.push(9, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> queue.push(EventQueue.MAX_TIME + 1, 0, 0));
    }
}
