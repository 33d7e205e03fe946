// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;

class ParallelLoopTest {
    @Test
    void eachItemIsDoneOnce() {
        for (int count : new int[] {0, 1, 2, 3, 1000}) {
            AtomicIntegerArray done = new AtomicIntegerArray(1000);
            ParallelLoop.run(3, count, () -> done, (own, item) -> own.incrementAndGet(item));
            for (int i = 0; i < 1000; i++) {
                assertEquals(i < count ? 1 : 0, done.get(i), "item " + i + " of " + count);
            }
        }
    }

    @Test
    void whoStandsBehindOthersLeavesThemAProcessor() {
        int usual = Thread.NORM_PRIORITY;
        int low = Thread.MIN_PRIORITY;
        assertEquals(0, ParallelLoop.helpers(1, usual));
        assertEquals(1, ParallelLoop.helpers(2, usual));
        assertEquals(3, ParallelLoop.helpers(64, usual));
        assertEquals(0, ParallelLoop.helpers(1, low));
        assertEquals(0, ParallelLoop.helpers(2, low));
        assertEquals(1, ParallelLoop.helpers(3, low));
        assertEquals(3, ParallelLoop.helpers(64, low));
    }

    @Test
    void eachThreadHasItsOwnWorker() {
        CountDownLatch both = new CountDownLatch(2);
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        AtomicInteger workers = new AtomicInteger();
        ParallelLoop.run(1, 2, workers::incrementAndGet, (own, item) -> {
            threads.add(Thread.currentThread());
            both.countDown();
            await(both);
        });
        assertEquals(2, threads.size());
        assertTrue(threads.contains(Thread.currentThread()));
        assertEquals(2, workers.get());
    }

    @Test
    @SuppressWarnings("ThreadPriorityCheck")
    void aHelperHasThePriorityOfWhoWaitsForIt() {
        int usual = Thread.currentThread().getPriority();
        try {
            for (int priority : new int[] {Thread.MIN_PRIORITY + 1, Thread.NORM_PRIORITY}) {
                Thread.currentThread().setPriority(priority);
                CountDownLatch both = new CountDownLatch(2);
                Set<Integer> priorities = ConcurrentHashMap.newKeySet();
                ParallelLoop.run(1, 2, () -> "", (own, item) -> {
                    priorities.add(Thread.currentThread().getPriority());
                    both.countDown();
                    await(both);
                });
                assertEquals(Set.of(priority), priorities);
            }
        } finally {
            Thread.currentThread().setPriority(usual);
        }
    }

    @Test
    void whoeverFailsIsWaitedForAndToldOf() {
        Thread caller = Thread.currentThread();
        for (boolean callerFails : new boolean[] {false, true}) {
            CountDownLatch both = new CountDownLatch(2);
            AtomicInteger running = new AtomicInteger();
            ObjIntConsumer<String> work = (own, item) -> {
                running.incrementAndGet();
                both.countDown();
                await(both);
                boolean fails = (Thread.currentThread() == caller) == callerFails;
                if (!fails) {
                    pause();
                }
                running.decrementAndGet();
                if (fails) {
                    throw new IllegalStateException("broken");
                }
            };
            IllegalStateException told =
                    assertThrows(IllegalStateException.class, () -> ParallelLoop.run(1, 2, () -> "", work));
            assertEquals("broken", told.getMessage());
            assertEquals(0, running.get());
        }
    }

    @Test
    void whatElseFailsIsToldOf() {
        CountDownLatch both = new CountDownLatch(2);
        IllegalStateException told = assertThrows(
                IllegalStateException.class,
                () -> ParallelLoop.run(1, 2, () -> "", (own, item) -> {
                    both.countDown();
                    await(both);
                    throw new IllegalStateException("item " + item);
                }));
        assertEquals(1, told.getSuppressed().length);
        assertEquals(Set.of("item 0", "item 1"), Set.of(told.getMessage(), told.getSuppressed()[0].getMessage()));
    }

    @Test
    void anInterruptedCallerWaitsAndStaysInterrupted() {
        CountDownLatch both = new CountDownLatch(2);
        AtomicInteger done = new AtomicInteger();
        Thread caller = Thread.currentThread();
        ParallelLoop.run(1, 2, () -> "", (own, item) -> {
            both.countDown();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (both.getCount() > 0) {
                assertTrue(System.nanoTime() < end, "no helper came");
                Thread.onSpinWait(); // which no interrupt ends
            }
            if (Thread.currentThread() != caller) {
                caller.interrupt();
                pause();
            }
            done.incrementAndGet();
        });
        assertTrue(Thread.interrupted());
        assertEquals(2, done.get());
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(30, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
