// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.input;

import java.util.Objects;
import org.hdtrace.power.model.Component;
import org.hdtrace.power.series.Series;

/**
 * What one component of a node takes over time because of its temperature.
 *
 * @param watts where the temperature is known
 * @param otherwise watts at all other times
 */
public record LeakageOverTime(Series watts, double otherwise) {
    public LeakageOverTime {
        Objects.requireNonNull(watts, "watts");
    }

    /** Of a component whose temperature is read, or not where the series is empty; nothing where temperature doesn't matter. */
    public static LeakageOverTime of(Component component, Series celsius) {
        return component
                .leakage()
                .map(law -> new LeakageOverTime(celsius.map(law::wattsAt), law.wattsAt(Double.NaN)))
                .orElseGet(() -> new LeakageOverTime(Series.empty(), 0));
    }

    /** Watts at a time, ns since the epoch. */
    public double at(long nanos) {
        double known = watts.at(nanos);
        return Double.isNaN(known) ? otherwise : known;
    }

    /** Up to where it stays as it is at a time, the limit at most. */
    public long constantUntil(long nanos, long limit) {
        return watts.isEmpty() ? limit : Math.min(limit, watts.constantUntil(nanos));
    }

    /** Joules of an interval. */
    public double joules(long fromNanos, long toNanos) {
        double unknown = Series.seconds(fromNanos, toNanos) - watts.knownSeconds(fromNanos, toNanos);
        return watts.integral(fromNanos, toNanos) + otherwise * unknown;
    }
}
