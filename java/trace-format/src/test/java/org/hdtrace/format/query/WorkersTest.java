// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hdtrace.format.TraceFormatException;
import org.junit.jupiter.api.Test;

class WorkersTest {
    @Property(tries = 200)
    void handsResultsOverInTheOrderOfTheItems(
            @ForAll @IntRange(max = 100) int count, @ForAll @IntRange(min = 1, max = 9) int threads)
            throws TraceFormatException {
        List<Integer> items = IntStream.range(0, count).boxed().toList();
        List<Integer> results = new ArrayList<>();
        Workers.of(threads).each(items, item -> item * 3, results::add);
        assertEquals(items.stream().map(item -> item * 3).toList(), results);
    }

    @Test
    void worksOnSeveralThreadsAtOnce() throws TraceFormatException {
        // Each task waits for the other: one thread would never end.
        CountDownLatch both = new CountDownLatch(2);
        List<Boolean> met = new ArrayList<>();
        Workers.of(2).each(List.of(1, 2), item -> meet(both), met::add);
        assertEquals(List.of(true, true), met);
    }

    @Property(tries = 100)
    void failsWithTheFirstFailureInTheListAndDeliversWhatStandsBeforeIt(
            @ForAll @IntRange(max = 40) int first, @ForAll @IntRange(min = 1, max = 8) int threads) {
        List<Integer> items = IntStream.range(0, 50).boxed().toList();
        List<Integer> results = new ArrayList<>();
        TraceFormatException failure = assertThrows(TraceFormatException.class, () -> Workers.of(threads)
                .each(items, item -> failFrom(first, item), results::add));
        assertEquals("item " + first, failure.reason());
        assertEquals(items.subList(0, first), results);
    }

    @Test
    void nothingRunsAnyMoreWhenTheSinkHasFailed() {
        AtomicInteger running = new AtomicInteger();
        List<Integer> items = IntStream.range(0, 50).boxed().toList();
        assertThrows(IllegalStateException.class, () -> Workers.of(4).each(items, item -> busy(running, item), item -> {
            throw new IllegalStateException("enough");
        }));
        assertEquals(0, running.get());
    }

    @Test
    void fewResultsWaitForASlowFirstItem() throws TraceFormatException {
        AtomicInteger ahead = new AtomicInteger();
        Set<Integer> begun = ConcurrentHashMap.newKeySet();
        List<Integer> items = IntStream.range(0, 1000).boxed().toList();
        Workers.of(2)
                .each(
                        items,
                        item -> {
                            begun.add(item);
                            return item;
                        },
                        item -> ahead.accumulateAndGet(begun.size() - item, Math::max));
        assertTrue(ahead.get() <= 9, "up to " + ahead.get() + " tasks were begun before their results were taken");
    }

    @Test
    void refusesToWorkWithoutThreads() {
        assertThrows(IllegalArgumentException.class, () -> Workers.of(0));
    }

    private static boolean meet(CountDownLatch both) {
        both.countDown();
        try {
            both.await();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static int failFrom(int first, int item) throws TraceFormatException {
        if (item >= first) {
            throw new TraceFormatException(Path.of("a.trc"), "byte 0", "item " + item);
        }
        return item;
    }

    private static int busy(AtomicInteger running, int item) {
        running.incrementAndGet();
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            running.decrementAndGet();
        }
        return item;
    }
}
