// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.hdtrace.power.RunFiles;
import org.hdtrace.power.TestSeries;
import org.hdtrace.power.estimate.NodeEstimate;
import org.hdtrace.power.input.NodeReading;
import org.hdtrace.power.series.Series;
import org.hdtrace.power.series.SeriesBuilder;
import org.junit.jupiter.api.Test;

class NodeEnergyTest {
    private static final long TENTH = RunFiles.SECOND / 10;

    /** Power from 0.5 to 1.7 s and from 2.1 to 2.6 s, across the estimate's seconds, which end at 3 s. */
    @Test
    void comparesTheTimeAtWhichBothAreKnown() {
        SeriesBuilder meter = new SeriesBuilder();
        meter.add(RunFiles.START + 5 * TENTH, RunFiles.START + 17 * TENTH, 100);
        meter.add(RunFiles.START + 21 * TENTH, RunFiles.START + 26 * TENTH, 200);
        meter.add(RunFiles.START + 31 * TENTH, RunFiles.START + 40 * TENTH, 900);
        Series estimate = TestSeries.seconds(10, 20, 40);
        NodeEnergy energy = NodeEnergy.of(
                new NodeReading("n", Map.of(), meter.build()),
                new NodeEstimate("n", estimate, estimate, estimate, Map.of(), List.of()));
        assertEquals(1.7, energy.seconds(), 1e-9);
        assertEquals(120 + 100, energy.measured(), 1e-9);
        assertEquals(0.5 * 10 + 0.7 * 20 + 0.5 * 40, energy.energy(), 1e-9);
        assertEquals(70, energy.wholeEnergy(), 1e-9);
    }
}
