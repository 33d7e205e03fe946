// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
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

    @Test
    void aLeapPutsTheClockAndAllThatIsPendingForward() {
        List<Long> came = new ArrayList<>();
        int note = kernel.register("note", (op, argument, stamp) -> came.add(kernel.now()));
        int leap = kernel.register(
                "leap",
                (op, argument, stamp) -> kernel.afterEvent(() -> {
                    assertEquals(2, kernel.pending());
                    kernel.leap(1000);
                    came.add(kernel.now());
                }));
        kernel.at(5, leap, 0, 0, 0);
        kernel.at(7, note, 0, 0, 0);
        kernel.inTurn(9, 1, note, 0, 0, 0);
        assertEquals(Kernel.Outcome.FINISHED, kernel.run(Long.MAX_VALUE, Long.MAX_VALUE));
        assertEquals(List.of(1005L, 1007L, 1009L), came);
        assertEquals(3, kernel.processed());
    }

    @Test
    void itCanLeapWithoutLimits() {
        assertEquals(List.of(true), leaps(1, Long.MAX_VALUE, Long.MAX_VALUE));
        assertEquals(List.of(true), leaps(2 * EventFront.CAPACITY, Long.MAX_VALUE, Long.MAX_VALUE));
    }

    @Test
    void aLeapPutsManyEventsForwardInTheirOrder() {
        int many = 3 * EventFront.CAPACITY;
        List<Integer> came = new ArrayList<>();
        int note = kernel.register("note", (op, argument, stamp) -> {
            assertEquals(1005 + argument / 2, kernel.now());
            came.add(argument);
        });
        int leap = kernel.register("leap", (op, argument, stamp) -> kernel.afterEvent(() -> kernel.leap(1000)));
        kernel.at(5, leap, 0, 0, 0);
        for (int i = 0; i < many; i++) {
            kernel.at(5 + i / 2, note, 0, i, 0);
        }
        assertEquals(Kernel.Outcome.FINISHED, kernel.run(Long.MAX_VALUE, Long.MAX_VALUE));
        assertEquals(IntStream.range(0, many).boxed().toList(), came);
    }

    @Test
    void itCantLeapWithALimitOfTime() {
        assertEquals(List.of(false), leaps(1, Long.MAX_VALUE - 1, Long.MAX_VALUE));
    }

    @Test
    void itCantLeapWithALimitOfEvents() {
        assertEquals(List.of(false), leaps(1, Long.MAX_VALUE, Long.MAX_VALUE - 1));
    }

    @Test
    void itCantLeapWhereSomebodyLooksAtTimesInBetween() {
        kernel.sampleFrom(1000, time -> Long.MAX_VALUE);
        assertEquals(List.of(false), leaps(1, Long.MAX_VALUE, Long.MAX_VALUE));
    }

    @Test
    void itCantLeapUntilAnEventThatWasTakenBackWouldHaveCome() {
        int never = kernel.register("never", (op, argument, stamp) -> {});
        kernel.at(50, never, 0, 0, 0);
        kernel.cancel(50, never, 0, 0, 0);
        assertEquals(List.of(false), leaps(1, Long.MAX_VALUE, Long.MAX_VALUE));
        assertEquals(List.of(true), leaps(1, Long.MAX_VALUE, Long.MAX_VALUE));
    }

    /** Whether it can leap after an event behind which there are so many others. */
    private List<Boolean> leaps(int others, long lastTime, long lastEvent) {
        List<Boolean> seen = new ArrayList<>();
        int other = kernel.register("other", (op, argument, stamp) -> {});
        int look =
                kernel.register("look", (op, argument, stamp) -> kernel.afterEvent(() -> seen.add(kernel.canLeap())));
        kernel.at(kernel.now() + 1, look, 0, 0, 0);
        for (int i = 0; i < others; i++) {
            kernel.at(kernel.now() + 100 + i, other, 0, i, 0);
        }
        assertEquals(Kernel.Outcome.FINISHED, kernel.run(lastTime, lastEvent));
        return seen;
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
