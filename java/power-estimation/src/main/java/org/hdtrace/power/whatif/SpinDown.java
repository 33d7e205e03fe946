// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.whatif;

import java.util.Comparator;
import org.hdtrace.power.model.SleepState;
import org.hdtrace.power.series.Series;

/**
 * A component that doesn't know the future: it sleeps, in the state that takes least, once it was idle for as long as sleep needs to
 * pay, and wakes when there is work. A pause then takes at most twice what it takes who knows its length. Work waits for the waking
 * and is put off until a pause makes up for it. Behind the last work it stays asleep.
 */
final class SpinDown {
    private static final double NANOS = 1e9;

    private final Series load;
    private final PlanBuilder plan;
    private long clock; // up to where the plan is made
    private long done; // where the last work ended

    private SpinDown(PlanBuilder plan, Series load) {
        this.load = load;
        this.plan = plan;
    }

    static Plan of(PlanBuilder plan, Series load) {
        return new SpinDown(plan, load).play();
    }

    /** The state that takes least and less than idling at a time; null: none ever pays. */
    private SleepState deepest(double idle) {
        return plan.component().sleeps().stream()
                .filter(sleep -> sleep.watts() < idle)
                .min(Comparator.comparingDouble(SleepState::watts))
                .orElse(null);
    }

    /** How long it waits before it sleeps, ns. */
    private static long patience(SleepState state, double idle) {
        double asleep = state.watts() * state.changeSeconds();
        double even = (state.changeJoules() - asleep) / (idle - state.watts());
        return Math.round(Math.max(state.changeSeconds(), even) * NANOS);
    }

    private Plan play() {
        int i = 0;
        while (i < load.size()) {
            if (load.value(i) > 0) {
                work(load.from(i), load.to(i), load.value(i));
                i++;
            } else {
                int next = Sleeping.endOfPause(load, i);
                boolean isWoken = next < load.size() && load.from(next) == load.to(next - 1);
                pause(Math.max(clock, load.from(i)), load.to(next - 1), isWoken);
                i = next;
            }
        }
        double late = load.size() == 0 ? 0 : Series.seconds(load.to(load.size() - 1), done);
        return plan.build(Math.max(0, late));
    }

    private void work(long from, long to, double utilisation) {
        long start = Math.max(clock, from);
        clock = start + (to - from);
        done = clock;
        plan.work(start, clock, utilisation);
    }

    private void pause(long from, long to, boolean isWoken) {
        if (from >= to) {
            return; // work that was put off lasts longer
        }
        double idle = plan.idleWatts(from);
        SleepState state = deepest(idle);
        long patience = state == null ? Long.MAX_VALUE : patience(state, idle);
        if (state == null || to - from <= patience) {
            plan.work(from, to, 0);
            clock = to;
            return;
        }
        plan.work(from, from + patience, 0);
        long asleep = plan.change(from + patience, state.downSeconds(), state.downJoules());
        clock = Math.max(asleep, to);
        plan.constant(asleep, clock, state.watts());
        if (isWoken) {
            clock = plan.change(clock, state.upSeconds(), state.upJoules());
        }
    }
}
