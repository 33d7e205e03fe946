// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.analysis.messages.PairValues.Metric;
import org.hdtrace.analysis.messages.PairValues.Subject;
import org.junit.jupiter.api.Test;

class PairDifferenceTest {
    private static final long SECOND = 1_000_000_000L;

    /** Rank 0 sends two messages of 1 s to 1. */
    private static final PairSums A = new PairSums.Builder(Subject.MESSAGES, List.of("0", "1"), List.of("0", "1"))
            .add(0, 1, 100, 0, SECOND)
            .add(0, 1, 100, SECOND, 2 * SECOND)
            .build(new Damages());

    /** Rank 0 sends one of 3 s to 1, and 2 one to 0. */
    private static final PairSums B = new PairSums.Builder(
                    Subject.MESSAGES, List.of("0", "1", "2"), List.of("0", "1", "2"))
            .add(0, 1, 500, 0, 3 * SECOND)
            .add(2, 0, 7, 0, SECOND)
            .build(new Damages());

    private final PairDifference difference = new PairDifference(A, B);

    @Test
    void numbersAndBytesOfPairsThatOneRunHasNotAreZeroThere() {
        assertEquals(List.of("0", "1", "2"), difference.labels());
        assertEquals(-1, difference.value(0, 1, Metric.COUNT));
        assertEquals(300, difference.value(0, 1, Metric.BYTES));
        assertEquals(7, difference.value(2, 0, Metric.BYTES));
        assertTrue(Double.isNaN(difference.value(1, 0, Metric.BYTES)), "nobody sends");
    }

    @Test
    void meansAreComparedWhereBothRunsHaveThem() {
        assertEquals(2, difference.value(0, 1, Metric.LATENCY));
        assertTrue(Double.isNaN(difference.value(2, 0, Metric.LATENCY)), "A has none");
    }

    @Test
    void eachPairIsALine() {
        assertEquals(
                """
                from,to,a_count,b_count,a_bytes,b_bytes,a_latency_seconds,b_latency_seconds
                0,1,2,1,200,500,1.0,3.0
                2,0,0,1,0,7,0.0,1.0
                """,
                difference.csv());
    }

    @Test
    void otherSubjectsAreRefused() {
        PairSums files = new PairSums.Builder(Subject.ACCESSES, List.of("0"), List.of("f")).build(new Damages());
        assertThrows(IllegalArgumentException.class, () -> new PairDifference(A, files));
    }
}
