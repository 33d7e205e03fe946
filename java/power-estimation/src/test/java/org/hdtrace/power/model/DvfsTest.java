// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.model;

import static org.hdtrace.power.TestSeries.integral;
import static org.hdtrace.power.TestSeries.seconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.hdtrace.power.estimate.Estimator;
import org.hdtrace.power.estimate.NodeEstimate;
import org.hdtrace.power.input.NodeReading;
import org.hdtrace.power.whatif.NodeOutcome;
import org.hdtrace.power.whatif.Strategy;
import org.junit.jupiter.api.Test;

class DvfsTest {
    /** Half speed at 0.8 V, full speed at 1 V. */
    private static final Dvfs STATES = new Dvfs("clock", List.of(new Dvfs.State(1e9, 0.8), new Dvfs.State(2e9, 1)));

    /** 20 W idle, 120 W at full load and speed. */
    private static final PowerModel MODEL = new PowerModel(
            "m",
            List.of(
                    new Feature("cpu", List.of(new Source("", List.of("CPU_TOTAL"), false, 100, "%"))),
                    new Feature("clock", List.of(new Source("", List.of("CPU_FREQ_AVG"), false, 2e6, "kHz")))),
            List.of(new Component(
                    "socket",
                    "CPU",
                    "cpu",
                    1,
                    new PowerFunction.Linear(20, 120),
                    0,
                    Optional.of(STATES),
                    List.of(new SleepState("D3", 0, 0, 0, 0, 0)))),
            List.of(new NodeConstant("*", 0, 0)),
            Supply.ideal(),
            Optional.empty());

    private static double joules(Strategy strategy, NodeReading node) {
        return NodeOutcome.of(MODEL, node, strategy).joules();
    }

    @Test
    void powerOverIdleGoesWithFrequencyAndTheSquareOfVoltage() {
        assertEquals(1, STATES.share(1));
        assertEquals(0.5 * 0.8 * 0.8, STATES.share(0.5), 1e-12);
        assertEquals(0.75 * 0.9 * 0.9, STATES.share(0.75), 1e-12, "between: the voltage is on the line");
        assertEquals(0.25 * 0.8 * 0.8, STATES.share(0.25), 1e-12, "below: the lowest voltage");
        assertEquals(1.2, STATES.share(1.2), 1e-12, "above: the highest voltage");
        assertEquals(1, new Dvfs("c", List.of(new Dvfs.State(1e9, 1))).share(1));
    }

    @Test
    void workIsDoneAtTheLowestStateThatIsFastEnough() {
        assertEquals(0, STATES.slowestShare(0));
        assertEquals(0.5 * 0.64, STATES.slowestShare(0.5), 1e-12);
        assertEquals(0.51, STATES.slowestShare(0.51), 1e-12);
        assertEquals(1, STATES.slowestShare(1));
    }

    @Test
    void theEstimateFollowsTheClock() {
        NodeReading node =
                new NodeReading("n", Map.of("cpu", seconds(1, 1, 0.5), "clock", seconds(1, 0.5)), seconds(0));
        NodeEstimate estimate = new Estimator(MODEL).estimate(node);
        assertEquals(120, estimate.power().value(0), 1e-9);
        assertEquals(20 + 100 * 0.32, estimate.power().value(1), 1e-9);
        assertEquals(70, estimate.power().value(2), 1e-9, "the clock isn't known: full speed");
        assertEquals(List.of(), estimate.warnings());
        assertEquals(integral(estimate.power()), joules(Strategy.SIMPLE, node), 1e-9);
    }

    @Test
    void withoutStatisticsOfTheClockFullSpeedIsTaken() {
        NodeReading node = new NodeReading("n", Map.of("cpu", seconds(1)), seconds(0));
        NodeEstimate estimate = new Estimator(MODEL).estimate(node);
        assertEquals(120, estimate.power().value(0), 1e-9);
        assertEquals(List.of("no statistics of 'clock'; full speed is taken"), estimate.warnings());
    }

    @Test
    void slowingDownAndRacingDoTheSameWork() {
        // Half of the time at full speed, or all of it at half speed: half a second of work in each second.
        NodeReading fast = new NodeReading("n", Map.of("cpu", seconds(0.5, 0.5), "clock", seconds(1, 1)), seconds(0));
        NodeReading slow = new NodeReading("n", Map.of("cpu", seconds(1, 1), "clock", seconds(0.5, 0.5)), seconds(0));
        assertEquals(2 * (20 + 100 * 0.32), joules(Strategy.SLOW_DOWN, fast), 1e-9);
        assertEquals(2 * (20 + 100 * 0.32), joules(Strategy.SLOW_DOWN, slow), 1e-9);
        assertEquals(2 * 0.5 * 120, joules(Strategy.RACE_TO_IDLE, fast), 1e-6, "asleep for nothing");
        assertEquals(2 * 0.5 * 120, joules(Strategy.RACE_TO_IDLE, slow), 1e-6);
        assertEquals(2 * 70, joules(Strategy.SIMPLE, fast), 1e-9);
        assertEquals(2 * (20 + 100 * 0.32), joules(Strategy.SIMPLE, slow), 1e-9);
    }

    @Property
    void lowerVoltageNeverCostsMore(@ForAll @DoubleRange(min = 0, max = 1) double speed) {
        assertTrue(STATES.slowestShare(speed) <= speed + 1e-12);
        assertTrue(STATES.share(speed) <= speed + 1e-12);
    }
}
