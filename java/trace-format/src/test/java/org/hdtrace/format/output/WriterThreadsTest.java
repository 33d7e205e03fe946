// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who has a place works, whoever else is at work for somebody else; others wait. */
@Timeout(60)
class WriterThreadsTest {
    private static final int SHORT_MILLIS = 50;

    /** Works until it may end a piece. */
    private static final class Piece implements WriterThreads.Work {
        final Semaphore begun = new Semaphore(0);
        final Semaphore mayEnd = new Semaphore(0);
        final AtomicInteger left;
        final AtomicInteger atWork = new AtomicInteger();

        Piece(int pieces) {
            left = new AtomicInteger(pieces);
        }

        @Override
        public boolean perform() {
            assertEquals(1, atWork.incrementAndGet());
            begun.release();
            mayEnd.acquireUninterruptibly();
            atWork.decrementAndGet();
            return left.decrementAndGet() > 0;
        }

        void hasBegun() throws InterruptedException {
            begun.acquire();
        }

        boolean begins() throws InterruptedException {
            return begun.tryAcquire(SHORT_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private static Piece added(WriterThreads threads, int pieces) {
        Piece piece = new Piece(pieces);
        threads.add(piece);
        return piece;
    }

    @Test
    void oneProcessorIsLeftToTheCaller() throws InterruptedException {
        WriterThreads threads = new WriterThreads(2, 2, 2);
        Piece first = added(threads, 1);
        Piece second = added(threads, 1);
        first.hasBegun();
        assertFalse(second.begins());
        first.mayEnd.release();
        second.hasBegun();
        second.mayEnd.release();
    }

    @Test
    void hisIsLentWhileHeWaits() throws InterruptedException {
        WriterThreads threads = new WriterThreads(2, 2, 3);
        Piece first = added(threads, 1);
        Piece second = added(threads, 1);
        Piece third = added(threads, 1);
        first.hasBegun();
        threads.lend();
        second.hasBegun();
        // He goes on at once; both have to leave before another piece has a place.
        threads.takeBack();
        first.mayEnd.release();
        assertFalse(third.begins());
        second.mayEnd.release();
        third.hasBegun();
        third.mayEnd.release();
    }

    @Test
    void threadsHaveAPlaceOnOneProcessor() throws InterruptedException {
        WriterThreads threads = new WriterThreads(1, 1, 1);
        Piece piece = added(threads, 1);
        piece.hasBegun();
        piece.mayEnd.release();
    }

    /** Where each had a thread, one that has most of the work would keep another thread idle. */
    @Test
    void oneThatHasMuchLeavesTheOtherThreadToAllOthers() throws InterruptedException {
        WriterThreads threads = new WriterThreads(2, 3, 3);
        Piece much = added(threads, 1);
        much.hasBegun();
        CountDownLatch done = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            threads.add(() -> {
                done.countDown();
                return false;
            });
        }
        done.await();
        much.mayEnd.release();
    }

    @Test
    void theyTakeTurnsAndEachIsCalledByOneThreadAtATime() throws InterruptedException {
        WriterThreads threads = new WriterThreads(2, 3, 2);
        Piece first = added(threads, 2);
        Piece second = added(threads, 2);
        first.hasBegun();
        second.hasBegun();
        assertFalse(first.begins());
        first.mayEnd.release(2);
        second.mayEnd.release(2);
        first.hasBegun();
        second.hasBegun();
    }

    @Test
    void theyEndWithTheLastCallee() throws InterruptedException {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        WriterThreads threads = new WriterThreads(2, 2, 2);
        List<Thread> own = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("trace-writer") && !before.contains(thread))
                .toList();
        assertEquals(2, own.size());
        threads.end();
        Piece last = added(threads, 1);
        last.hasBegun();
        threads.end();
        last.mayEnd.release();
        for (Thread thread : own) {
            thread.join();
        }
    }
}
