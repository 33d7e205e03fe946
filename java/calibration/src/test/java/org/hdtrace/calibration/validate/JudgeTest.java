// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.validate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.hdtrace.calibration.table.Sample;
import org.junit.jupiter.api.Test;

class JudgeTest {
    private static final Sample TEN = new Sample(10e6);
    private final Judge judge = new Judge(0.3, 1e6);

    @Test
    void whatAllRepetitionsShowIsAFault() {
        assertEquals(Verdict.SLOWER, judge.verdict(new Sample(20e6, 20.5e6, 21e6, 40e6), TEN));
        assertEquals(Verdict.EXPECTED, judge.verdict(new Sample(12e6, 12.5e6, 13e6), TEN));
    }

    @Test
    void whatScattersIsADisturbance() {
        // The least of repetitions that differ by so much may well be disturbed, too.
        assertEquals(Verdict.EXPECTED, judge.verdict(new Sample(15e6, 25e6, 40e6), TEN));
        assertEquals(Verdict.EXPECTED, judge.verdict(new Sample(10e6, 100e6, 200e6, 300e6), TEN));
    }

    @Test
    void smallDifferencesAreNoise() {
        assertEquals(Verdict.EXPECTED, judge.verdict(new Sample(0.9e6, 0.9e6, 0.9e6), new Sample(1000)));
        assertEquals(Verdict.SLOWER, judge.verdict(new Sample(1.1e6, 1.1e6, 1.1e6), new Sample(1000)));
    }

    @Test
    void aQuarterHasToBeFaster() {
        assertEquals(Verdict.FASTER, judge.verdict(new Sample(5e6, 5e6, 5.1e6, 9e6), TEN));
        assertEquals(Verdict.EXPECTED, judge.verdict(new Sample(1e6, 9.9e6, 10e6, 10e6, 11e6), TEN));
    }

    @Test
    void fewRepetitionsTellNothing() {
        assertEquals(Verdict.UNJUDGED, judge.verdict(new Sample(99e6, 99e6), TEN));
        assertThrows(IllegalArgumentException.class, () -> new Judge(0, 0));
        assertThrows(IllegalArgumentException.class, () -> new Judge(0.1, -1));
    }
}
