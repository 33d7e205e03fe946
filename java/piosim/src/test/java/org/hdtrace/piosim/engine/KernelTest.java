// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KernelTest {
    private final Kernel kernel = new Kernel();
    private long clock;

    @Test
    void profileCountsTheEventsOfEveryHandler() {
        int once = kernel.register("once", (op, argument, stamp) -> {});
        int countdown = countdown(5);
        kernel.register("never", (op, argument, stamp) -> {});
        kernel.at(3, once, 0, 0, 0);
        kernel.at(0, countdown, 0, 2, 0);
        kernel.run(Long.MAX_VALUE, Long.MAX_VALUE);
        assertEquals(
                List.of(
                        new Kernel.HandlerProfile("once", 1, 0),
                        new Kernel.HandlerProfile("countdown", 3, 0),
                        new Kernel.HandlerProfile("never", 0, 0)),
                kernel.profile());
    }

    @Test
    void profileAddsUpTheTimesOfHandlersOnceTheyAreMeasured() {
        int once = kernel.register("once", (op, argument, stamp) -> clock += 7);
        int countdown = countdown(5);
        kernel.at(1, countdown, 0, 2, 0);
        kernel.at(2, once, 0, 0, 0);
        assertEquals(Kernel.Outcome.TIME_LIMIT, kernel.run(1, Long.MAX_VALUE));
        kernel.measureTimes(() -> clock);
        kernel.run(Long.MAX_VALUE, Long.MAX_VALUE);
        // The first event of the countdown came before.
        assertEquals(
                List.of(new Kernel.HandlerProfile("once", 1, 7), new Kernel.HandlerProfile("countdown", 3, 10)),
                kernel.profile());
    }

    /** What has happened until then must not depend on where the last event was. */
    @Test
    void theClockStandsAtTheLimitWhereARunStops() {
        List<Long> samples = new ArrayList<>();
        int once = kernel.register("once", (op, argument, stamp) -> {});
        kernel.inTurn(3, 1, once, 0, 0, 0);
        kernel.at(30, once, 0, 0, 0);
        kernel.sampleFrom(5, time -> {
            samples.add(time);
            return time + 5;
        });
        assertEquals(Kernel.Outcome.TIME_LIMIT, kernel.run(20, Long.MAX_VALUE));
        assertEquals(20, kernel.now());
        assertEquals(EventQueue.FIRST_UNRANKED, kernel.turn());
        assertEquals(List.of(5L, 10L, 15L, 20L), samples);
        assertEquals(Kernel.Outcome.TIME_LIMIT, kernel.run(10, Long.MAX_VALUE), "that was before");
        assertEquals(20, kernel.now());
        assertEquals(Kernel.Outcome.FINISHED, kernel.run(30, Long.MAX_VALUE));
        assertEquals(30, kernel.now());
        assertEquals(List.of(5L, 10L, 15L, 20L, 25L), samples);
    }

    @Test
    void eventsThatAreTakenBackNeverCome() {
        List<Integer> came = new ArrayList<>();
        int note = kernel.register("note", (op, argument, stamp) -> came.add(argument));
        for (int argument = 1; argument <= 3; argument++) {
            kernel.at(10L * argument, note, 0, argument, 0);
        }
        kernel.at(20, note, 0, 2, 0);
        kernel.at(30, note, 0, 4, 0);
        kernel.cancel(30, note, 0, 4, 0);
        kernel.cancel(20, note, 0, 2, 0);
        assertEquals(Kernel.Outcome.TIME_LIMIT, kernel.run(29, Long.MAX_VALUE));
        kernel.cancel(30, note, 0, 3, 0);
        assertEquals(Kernel.Outcome.FINISHED, kernel.run(29, Long.MAX_VALUE));
        assertEquals(List.of(1, 2), came);
        assertEquals(29, kernel.now());
        assertEquals(2, kernel.processed());
    }

    /** A handler that runs argument + 1 times, each of which takes some time of the clock. */
    private int countdown(long nanos) {
        int[] handler = new int[1];
        handler[0] = kernel.register("countdown", (op, argument, stamp) -> {
            clock += nanos;
            if (argument > 0) {
                kernel.at(kernel.now() + 1, handler[0], 0, argument - 1, 0);
            }
        });
        return handler[0];
    }
}
