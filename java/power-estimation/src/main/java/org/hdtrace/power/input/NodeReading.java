// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.input;

import java.util.Map;
import java.util.Objects;
import org.hdtrace.power.series.Series;

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

    public boolean hasPower() {
        return !power.isEmpty();
    }
}
