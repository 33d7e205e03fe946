// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.input;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleBiFunction;
import org.hdtrace.power.model.Component;
import org.hdtrace.power.model.Dvfs;
import org.hdtrace.power.model.Leakage;
import org.hdtrace.power.series.Grid;
import org.hdtrace.power.series.Series;
import org.hdtrace.power.series.SeriesBuilder;

/**
 * What a project holds about a node.
 *
 * @param activity utilisation by feature; features without statistics are not in it
 * @param power measured power in watts; empty when nobody measured
 */
public record NodeReading(String host, Map<String, Series> activity, Series power) {
    public NodeReading {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(power, "power");
        activity = Map.copyOf(activity);
    }

    /** Utilisation of a feature; empty when nothing is known. */
    public Series activity(String feature) {
        return activity.getOrDefault(feature, Series.empty());
    }

    /**
     * Load of a component as its power function takes it: utilisation, scaled by what its frequency and voltage leave of the power of
     * full speed. Where the frequency isn't known it is the highest.
     */
    public Series load(Component component) {
        return atClock(component, Dvfs::share);
    }

    /** Work of a component, as a share of what it could do at its highest frequency. */
    public Series work(Component component) {
        return atClock(component, (dvfs, clock) -> clock);
    }

    /** What temperature adds to the power of one component. */
    public LeakageOverTime leakage(Component component) {
        String sensor = component.leakage().map(Leakage::sensor).orElse("");
        return LeakageOverTime.of(component, activity(sensor));
    }

    private Series atClock(Component component, ToDoubleBiFunction<Dvfs, Double> factor) {
        Series activity = activity(component.feature());
        Series clock = component.dvfs().map(dvfs -> activity(dvfs.clock())).orElse(Series.empty());
        if (clock.isEmpty()) {
            return activity;
        }
        Dvfs dvfs = component.dvfs().orElseThrow();
        long[] times = Grid.of(List.of(activity, clock));
        SeriesBuilder scaled = new SeriesBuilder();
        for (int i = 1; i < times.length; i++) {
            double utilisation = activity.at(times[i - 1]);
            double frequency = clock.at(times[i - 1]);
            if (!Double.isNaN(utilisation)) {
                double scale = Double.isNaN(frequency) ? 1 : factor.applyAsDouble(dvfs, frequency);
                scaled.add(times[i - 1], times[i], utilisation * scale);
            }
        }
        return scaled.build();
    }

    public boolean hasPower() {
        return !power.isEmpty();
    }
}
