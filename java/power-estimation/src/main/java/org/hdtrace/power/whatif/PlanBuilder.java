// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.whatif;

import org.hdtrace.power.input.LeakageOverTime;
import org.hdtrace.power.model.Component;
import org.hdtrace.power.model.SleepState;
import org.hdtrace.power.series.Series;
import org.hdtrace.power.series.SeriesBuilder;

/** Puts a plan together, piece by piece in the order of time. */
final class PlanBuilder {
    private static final double NANOS = 1e9;

    private final Component component;
    private final LeakageOverTime leakage;
    private final SeriesBuilder watts = new SeriesBuilder();
    private int changes;
    private double sleepSeconds;

    PlanBuilder(Component component, LeakageOverTime leakage) {
        this.component = component;
        this.leakage = leakage;
    }

    Component component() {
        return component;
    }

    /** Work, or idling at utilisation 0; a piece for each temperature. */
    void work(long from, long to, double utilisation) {
        double cold = component.function().watts(utilisation);
        long at = from;
        while (at < to) {
            long next = leakage.constantUntil(at, to);
            watts.add(at, next, cold + leakage.at(at));
            at = next;
        }
    }

    /** Watts of one component that idles at a time. */
    double idleWatts(long at) {
        return component.function().watts(0) + leakage.at(at);
    }

    void constant(long from, long to, double power) {
        watts.add(from, to, power);
        sleepSeconds += Series.seconds(from, to);
    }

    /** A pause in the state that costs least, which may be none: idling. */
    void pause(long from, long to) {
        double seconds = Series.seconds(from, to);
        double least = component.function().watts(0) * seconds + leakage.joules(from, to);
        SleepState best = null;
        for (SleepState state : component.sleeps()) {
            double joules = state.pauseJoules(seconds);
            if (joules < least) {
                least = joules;
                best = state;
            }
        }
        if (best == null) {
            work(from, to, 0);
            return;
        }
        long asleep = change(from, best.downSeconds(), best.downJoules());
        long waking = Math.max(asleep, to - length(best.upSeconds(), best.upJoules()));
        constant(asleep, waking, best.watts());
        energy(waking, to, best.upJoules());
        changes++;
    }

    /** A change of state that begins at a time; returns when it has ended. */
    long change(long from, double seconds, double joules) {
        long to = from + length(seconds, joules);
        energy(from, to, joules);
        changes++;
        return to;
    }

    /** A change that takes energy and no time is given the shortest time that there is. */
    private static long length(double seconds, double joules) {
        long nanos = Math.round(seconds * NANOS);
        return nanos == 0 && joules > 0 ? 1 : nanos;
    }

    private void energy(long from, long to, double joules) {
        if (to > from) {
            watts.add(from, to, joules / Series.seconds(from, to));
        }
    }

    Plan build(double addedSeconds) {
        return new Plan(watts.build(), changes, sleepSeconds, addedSeconds);
    }
}
