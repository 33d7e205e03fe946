// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.whatif;

import java.util.List;
import java.util.Objects;
import org.hdtrace.power.model.Component;
import org.hdtrace.power.model.SleepState;
import org.hdtrace.power.series.Series;

/** When a component sleeps. Where nothing is known of its load nothing is planned. */
final class Sleeping {
    /** Least load of the working state and of the states below. */
    private static final double[] THRESHOLDS = {0.75, 0.5, 0.25, 0};

    private static final List<String> STATES = List.of("D0", "D1", "D2", "D3");

    private Sleeping() {}

    static Plan never(PlanBuilder plan, Series load) {
        for (int i = 0; i < load.size(); i++) {
            plan.work(load.from(i), load.to(i), load.value(i));
        }
        return plan.build(0);
    }

    /** A pause is what lies between two pieces with load, or before the first or behind the last one: as long as it can be. */
    static Plan whenIdle(PlanBuilder plan, Series load, double addedSeconds) {
        int i = 0;
        while (i < load.size()) {
            int next = endOfPause(load, i);
            if (next > i) {
                plan.pause(load.from(i), load.to(next - 1));
                i = next;
            } else {
                plan.work(load.from(i), load.to(i), load.value(i));
                i++;
            }
        }
        return plan.build(addedSeconds);
    }

    /** The first piece behind a pause that begins with a piece, which is that piece when it has load. */
    static int endOfPause(Series load, int first) {
        int next = first;
        while (next < load.size() && load.value(next) <= 0 && (next == first || load.from(next) == load.to(next - 1))) {
            next++;
        }
        return next;
    }

    /** The state follows the load at once; a state that the component doesn't have is replaced by the next lighter one. */
    static Plan byThreshold(PlanBuilder plan, Series load) {
        SleepState now = null;
        for (int i = 0; i < load.size(); i++) {
            SleepState wanted = stateFor(plan.component(), load.value(i));
            long from = load.from(i);
            if (!Objects.equals(wanted, now)) {
                double seconds = seconds(now, wanted);
                double longest = Series.seconds(from, load.to(i));
                from = Math.min(load.to(i), plan.change(from, Math.min(seconds, longest), joules(now, wanted)));
                now = wanted;
            }
            if (now == null) {
                plan.work(from, load.to(i), load.value(i));
            } else {
                plan.constant(from, load.to(i), now.watts());
            }
        }
        return plan.build(0);
    }

    private static SleepState stateFor(Component component, double load) {
        int depth = 0;
        while (depth < THRESHOLDS.length - 1 && load < THRESHOLDS[depth]) {
            depth++;
        }
        SleepState best = null;
        for (SleepState state : component.sleeps()) {
            int index = STATES.indexOf(state.name());
            if (index >= 1 && index <= depth) {
                best = state;
            }
        }
        return best;
    }

    private static double seconds(SleepState from, SleepState to) {
        double up = from == null ? 0 : from.upSeconds();
        double down = to == null ? 0 : to.downSeconds();
        return from != null && to != null
                ? Math.max(to.downSeconds() - from.downSeconds(), from.upSeconds() - to.upSeconds())
                : up + down;
    }

    private static double joules(SleepState from, SleepState to) {
        if (from == null || to == null) {
            return (from == null ? 0 : from.upJoules()) + (to == null ? 0 : to.downJoules());
        }
        return Math.max(0, Math.max(to.downJoules() - from.downJoules(), from.upJoules() - to.upJoules()));
    }
}
