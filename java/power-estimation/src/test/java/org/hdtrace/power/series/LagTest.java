// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.series;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class LagTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long CYCLE = 95_000_000L;
    private static final long LONGEST = 5 * SECOND;

    /** A load that changes each second. */
    private static Series load(long seed, int seconds) {
        Random random = new Random(seed);
        SeriesBuilder load = new SeriesBuilder();
        for (int i = 0; i < seconds; i++) {
            load.add(i * SECOND, (i + 1) * SECOND, random.nextDouble());
        }
        return load.build();
    }

    /** What a meter of a short cycle shows of it, so much later. */
    private static Series measured(Series load, long lag, double noise) {
        Random random = new Random(1);
        Series later = load.shifted(lag);
        SeriesBuilder power = new SeriesBuilder();
        for (long at = later.start(); at + CYCLE <= later.end(); at += CYCLE) {
            power.add(at, at + CYCLE, 100 + 50 * later.mean(at, at + CYCLE) + noise * random.nextGaussian());
        }
        return power.build();
    }

    @Property(tries = 50)
    void isFoundWhicheverSeriesIsFiner(
            @ForAll long seed, @ForAll @LongRange(min = -4 * SECOND, max = 4 * SECOND) long nanos) {
        Series load = load(seed, 60);
        Series power = measured(load, nanos, 5);
        Lag late = Lag.of(load, power, LONGEST).orElseThrow();
        assertTrue(Math.abs(nanos - late.nanos()) <= CYCLE, "the load is coarser");
        assertTrue(late.correlation() > 0.9, late::toString);
        Lag early = Lag.of(power, load, LONGEST).orElseThrow();
        assertTrue(Math.abs(-nanos - early.nanos()) <= CYCLE, "the effect is coarser");
    }

    @Test
    void isCertainOnlyWhereItTellsMoreThanNoShift() {
        Series load = load(7, 60);
        Lag late = Lag.of(load, measured(load, SECOND, 5), LONGEST).orElseThrow();
        assertTrue(late.isCertain(), late::toString);
        Lag none = Lag.of(load, measured(load, 0, 5), LONGEST).orElseThrow();
        assertFalse(none.isCertain(), none::toString);
        assertTrue(none.pieces() >= 50 && none.pieces() < 60, "those that are known at all shifts, nearly whole");
    }

    @Test
    void isUnknownWhereNothingTells() {
        Series load = load(7, 60);
        Series steady = load.map(value -> 3);
        assertEquals(Optional.empty(), Lag.of(steady, measured(load, 0, 0), LONGEST), "no load changes");
        assertEquals(Optional.empty(), Lag.of(load, steady, LONGEST), "no power changes");
        assertEquals(
                Optional.empty(), Lag.of(load, load(8, 60), LONGEST), "two that have nothing to do with each other");
        assertEquals(Optional.empty(), Lag.of(load, load.map(value -> -value), SECOND), "opposite");
        assertEquals(Optional.empty(), Lag.of(load(7, 12), load(7, 12), LONGEST), "too short");
        assertEquals(
                Optional.empty(), Lag.of(load, measured(load, 8 * SECOND, 0), LONGEST), "later than is looked for");
        assertEquals(Optional.empty(), Lag.of(Series.empty(), load, LONGEST));
        assertEquals(Optional.empty(), Lag.of(load, Series.empty(), LONGEST));
    }
}
