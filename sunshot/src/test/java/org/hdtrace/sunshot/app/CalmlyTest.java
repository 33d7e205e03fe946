// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.swing.SwingUtilities;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What follows the view keeps up with it, but not with each step (SUNSHOT G-14). */
@Timeout(60)
class CalmlyTest {
    private static final int STEPS = 20;
    private static final int PAUSES = 2;

    @Test
    void theFirstMovementIsFollowedAtOnceAndTheLastOneAlways() throws Exception {
        AtomicInteger view = new AtomicInteger();
        List<Integer> seen = new CopyOnWriteArrayList<>();
        Semaphore followed = new Semaphore(0);
        SwingUtilities.invokeAndWait(() -> {
            Calmly calm = new Calmly(() -> {
                seen.add(view.get());
                followed.release();
            });
            // One turn of the event thread, in which no timer runs.
            for (int i = 1; i <= STEPS; i++) {
                view.set(i);
                calm.moved();
            }
            assertEquals(List.of(1), seen);
        });
        assertTrue(followed.tryAcquire(2, 30, TimeUnit.SECONDS));
        assertEquals(List.of(1, STEPS), seen);
    }

    @Test
    void calmWorkBeginsAfterAPause() throws Exception {
        LatestTask calm = LatestTask.calm("test");
        long before = System.nanoTime();
        AtomicLong begun = new AtomicLong();
        for (int i = 0; i <= PAUSES; i++) {
            Semaphore delivered = new Semaphore(0);
            calm.submit(
                    () -> {
                        begun.set(System.nanoTime());
                        return begun.get();
                    },
                    done -> delivered.release());
            assertTrue(delivered.tryAcquire(30, TimeUnit.SECONDS));
        }
        long nanos = begun.get() - before;
        assertTrue(nanos >= PAUSES * TimeUnit.MILLISECONDS.toNanos(Calmly.MILLIS), nanos + " ns");
        calm.stop();
    }
}
