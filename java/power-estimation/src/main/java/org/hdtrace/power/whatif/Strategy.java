// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.whatif;

import org.hdtrace.power.input.LeakageOverTime;
import org.hdtrace.power.input.NodeReading;
import org.hdtrace.power.model.Component;
import org.hdtrace.power.series.Series;

/** How components would be sent to sleep. The first four are those of the original. */
public enum Strategy {
    /** As recorded: no component sleeps. */
    SIMPLE("simple"),
    /** Sleep where nothing is done for long enough to pay. */
    OPTIMAL("optimal"),
    /** Put off load up to 10 % until there is more to do, and sleep as the optimal one does. */
    APPROACH("approach"),
    /** D0 from 75 % load on, D1 from 50 %, D2 from 25 %, D3 below: banks of a memory that are switched off. */
    MULTIPLE_STATE("multiple-state"),
    /** Do the work of each interval at full load first, and sleep as the optimal one does. */
    RACE_TO_IDLE("race-to-idle"),
    /** Do the work of each interval at the lowest frequency that is fast enough, without sleep: race-to-idle's opposite. */
    SLOW_DOWN("slow-down"),
    /** Sleep after having been idle for as long as sleep needs to pay, without knowing the future. */
    SPIN_DOWN("spin-down");

    private final String label;

    Strategy(String label) {
        this.label = label;
    }

    /** What it is called in commands and reports. */
    public String label() {
        return label;
    }

    /** Play a component of a node. Who chooses the speed starts from the work, the others from the load as it was. */
    Plan play(Component component, NodeReading node) {
        boolean choosesSpeed = this == RACE_TO_IDLE || this == SLOW_DOWN;
        Series load = choosesSpeed ? node.work(component) : node.load(component);
        return play(new PlanBuilder(component, node.leakage(component)), load);
    }

    /** Play the utilisation of a component whose temperature isn't known. */
    public Plan play(Component component, Series load) {
        return play(new PlanBuilder(component, LeakageOverTime.of(component, Series.empty())), load);
    }

    private Plan play(PlanBuilder plan, Series load) {
        return switch (this) {
            case SIMPLE -> Sleeping.never(plan, load);
            case OPTIMAL -> Sleeping.whenIdle(plan, load, 0);
            case APPROACH -> {
                Loads.Moved moved = Loads.putOff(load, Loads.TOLERANCE);
                yield Sleeping.whenIdle(plan, moved.load(), moved.addedSeconds());
            }
            case MULTIPLE_STATE -> Sleeping.byThreshold(plan, load);
            case RACE_TO_IDLE -> Sleeping.whenIdle(plan, Loads.race(load), 0);
            case SLOW_DOWN ->
                Sleeping.never(
                        plan,
                        plan.component()
                                .dvfs()
                                .map(dvfs -> load.map(dvfs::slowestShare))
                                .orElse(load));
            case SPIN_DOWN -> SpinDown.of(plan, load);
        };
    }
}
