// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.whatif;

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
import net.jqwik.api.constraints.Size;
import org.hdtrace.power.input.NodeReading;
import org.hdtrace.power.model.Component;
import org.hdtrace.power.model.Feature;
import org.hdtrace.power.model.NodeConstant;
import org.hdtrace.power.model.PowerFunction;
import org.hdtrace.power.model.PowerModel;
import org.hdtrace.power.model.SleepState;
import org.hdtrace.power.model.Source;
import org.hdtrace.power.model.Supply;
import org.junit.jupiter.api.Test;

class StrategyTest {
    /** 10 W idle, 20 W at full load; asleep 2 W, half a second and 6 J down, a second and 9 J up: pays from 2.1 s on. */
    private static final Component DISK = new Component(
            "disk",
            "Disk",
            "disk",
            1,
            new PowerFunction.Linear(10, 20),
            0,
            List.of(new SleepState("D3", 2, 0.5, 6, 1, 9)));

    @Test
    void simpleFollowsTheLoad() {
        Plan plan = Strategy.SIMPLE.play(DISK, seconds(0, 1, 0.5));
        assertEquals(10 + 20 + 15, integral(plan.watts()), 1e-9);
        assertEquals(0, plan.changes());
    }

    @Test
    void optimalSleepsOnlyWhereItPays() {
        // Pauses of 1 s and 4 s. Asleep the long one takes 6 + 9 + 2 W * 2.5 s = 20 J, idle 40 J.
        Plan plan = Strategy.OPTIMAL.play(DISK, seconds(1, 0, 1, 0, 0, 0, 0, 1));
        assertEquals(20 + 10 + 20 + 20 + 20, integral(plan.watts()), 1e-9);
        assertEquals(2, plan.changes());
        assertEquals(2.5, plan.sleepSeconds(), 1e-9);
        // 2 s: 6 + 9 + 2 * 0.5 = 16 J, idle 20 J: it pays as soon as 1.5 s have passed and 10 W t > 15 + 2 (t - 1.5).
        assertEquals(2, Strategy.OPTIMAL.play(DISK, seconds(1, 0, 0, 1)).changes());
        assertEquals(0, Strategy.OPTIMAL.play(DISK, seconds(1, 0, 1)).changes());
    }

    @Test
    void approachPutsSmallLoadOff() {
        // 0.1 + 0.05 + 0.1 of a second are waiting; the piece with 0.9 takes 0.1, what is left comes behind the end.
        Plan plan = Strategy.APPROACH.play(DISK, seconds(0.1, 0.05, 0.1, 0.9));
        assertEquals(0.15, plan.addedSeconds(), 1e-9);
        double asleep = 6 + 9 + 2 * 1.5;
        assertEquals(asleep + 20 + 20 * 0.15, integral(plan.watts()), 1e-6);
    }

    @Test
    void multipleStatesFollowTheThresholds() {
        Component memory = new Component(
                "memory",
                "Memory",
                "mem",
                1,
                new PowerFunction.Linear(11, 13),
                0,
                List.of(
                        new SleepState("D1", 7.5, 0, 0, 0, 0),
                        new SleepState("D2", 5, 0, 0, 0, 0),
                        new SleepState("D3", 2.5, 0, 0, 0, 0)));
        Plan plan = Strategy.MULTIPLE_STATE.play(memory, seconds(1, 0.75, 0.74, 0.5, 0.49, 0.25, 0.24, 0));
        assertEquals(13 + 12.5 + 7.5 + 7.5 + 5 + 5 + 2.5 + 2.5, integral(plan.watts()), 1e-9);
        assertEquals(3, plan.changes());
    }

    @Test
    void racingDoesTheWorkFirst() {
        // Three seconds at 0.5: half a second at full load, half a second of pause, too short to sleep.
        assertEquals(
                3 * 15,
                integral(
                        Strategy.RACE_TO_IDLE.play(DISK, seconds(0.5, 0.5, 0.5)).watts()),
                1e-6);
        // Idle seconds behind the first make its pause 2.5 s: 15 J + 2 W * 1 s.
        assertEquals(
                10 + 15 + 2,
                integral(Strategy.RACE_TO_IDLE.play(DISK, seconds(0.5, 0, 0)).watts()),
                1e-6);
    }

    @Test
    void spinDownWaitsUntilSleepPays() {
        // Even after (15 J - 2 W * 1.5 s) / 8 W = 1.5 s: idle for 15 J, down for 6 J, 2 s asleep, up for 9 J; work is a
        // second late.
        Plan plan = Strategy.SPIN_DOWN.play(DISK, seconds(1, 0, 0, 0, 0, 1));
        assertEquals(20 + 15 + 6 + 4 + 9 + 20, integral(plan.watts()), 1e-9);
        assertEquals(2, plan.changes());
        assertEquals(2, plan.sleepSeconds(), 1e-9);
        assertEquals(1, plan.addedSeconds(), 1e-9);
        // A pause behind takes the delay; one of a second is too short to sleep in.
        Plan made = Strategy.SPIN_DOWN.play(DISK, seconds(1, 0, 0, 0, 0, 1, 0, 0));
        assertEquals(20 + 15 + 6 + 4 + 9 + 20 + 10, integral(made.watts()), 1e-9);
        assertEquals(0, made.addedSeconds(), 1e-9);
        // Work that comes while it goes down waits for that, too: idle until 1.5 s, down until 2 s, where work is.
        assertEquals(
                20 + 15 + 6 + 9 + 20,
                integral(Strategy.SPIN_DOWN.play(DISK, seconds(1, 0, 0, 1)).watts()),
                1e-9);
        assertEquals(0, Strategy.SPIN_DOWN.play(DISK, seconds(1, 0, 1)).changes());
    }

    /** It begins to go down half a second before the end, which takes three times as long. */
    @Test
    void goingDownBehindTheLastWorkDelaysNone() {
        SleepState slow = new SleepState("D3", 2, 1.5, 6, 1, 9);
        Component disk = new Component("disk", "Disk", "disk", 1, new PowerFunction.Linear(10, 20), 0, List.of(slow));
        Plan plan = Strategy.SPIN_DOWN.play(disk, seconds(1, 0, 0, 0));
        assertEquals(1, plan.changes());
        assertEquals(0, plan.addedSeconds(), 1e-9);
    }

    /** What is known of timers that wait as long as sleep needs to pay. */
    @Property(tries = 300)
    void spinDownCostsAtMostTwiceTheOptimum(
            @ForAll @Size(min = 1, max = 25) List<@DoubleRange(min = 0, max = 1) Double> loads) {
        double[] values = new double[loads.size() + 1];
        for (int i = 0; i < loads.size(); i++) {
            values[i] = loads.get(i) < 0.7 ? 0 : loads.get(i);
        }
        values[loads.size()] = 1;
        Plan plan = Strategy.SPIN_DOWN.play(DISK, seconds(values));
        double optimal = integral(Strategy.OPTIMAL.play(DISK, seconds(values)).watts());
        assertTrue(integral(plan.watts()) <= 2 * optimal + 1e-6, integral(plan.watts()) + " > 2 * " + optimal);
    }

    @Property(tries = 300)
    void workIsNeverLostAndSleepNeverCosts(
            @ForAll @Size(min = 1, max = 25) List<@DoubleRange(min = 0, max = 1) Double> loads) {
        double[] values =
                loads.stream().mapToDouble(load -> load < 0.4 ? 0 : load).toArray();
        var load = seconds(values);
        Loads.Moved moved = Loads.putOff(load, 0.5);
        assertEquals(integral(load), integral(moved.load()), 1e-6);
        assertEquals(integral(load), integral(Loads.race(load)), 1e-6);
        double simple = integral(Strategy.SIMPLE.play(DISK, load).watts());
        double optimal = integral(Strategy.OPTIMAL.play(DISK, load).watts());
        assertTrue(optimal <= simple + 1e-6, optimal + " > " + simple);
    }

    @Test
    void nodesAddUpConstantAndComponentsBeforeTheSupply() {
        Feature feature = new Feature("disk", List.of(new Source("", List.of("X"), false, 1, "")));
        PowerModel model = new PowerModel(
                "m",
                List.of(feature),
                List.of(DISK),
                List.of(new NodeConstant("*", 100, 0)),
                Supply.factor(1.25),
                Optional.empty());
        NodeReading node = new NodeReading("n", Map.of("disk", seconds(1, 0, 0, 0, 0)), seconds(0));
        NodeOutcome simple = NodeOutcome.of(model, node, Strategy.SIMPLE);
        assertEquals(1.25 * (500 + 20 + 40), simple.joules(), 1e-9);
        NodeOutcome optimal = NodeOutcome.of(model, node, Strategy.OPTIMAL);
        assertEquals(1.25 * (500 + 20 + 20), optimal.joules(), 1e-6);
        assertEquals(2, optimal.changes());
    }
}
