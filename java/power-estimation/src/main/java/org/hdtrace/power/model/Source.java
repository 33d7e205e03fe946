// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.model;

import java.util.List;
import java.util.Objects;

/**
 * Where the values of a {@link Feature} come from.
 *
 * @param component "" for statistics of the host itself; else a glob over the labels of nodes below the host whose statistics count,
 *     the mean of all when there are several
 * @param statistics names of values that are added up
 * @param amount whether a value is the amount of its interval, as bytes, and is divided by the interval's seconds
 * @param full the sum, or rate, at which the utilisation is 1
 * @param unit of {@code full}, for messages and files
 */
public record Source(String component, List<String> statistics, boolean amount, double full, String unit) {
    public Source {
        Objects.requireNonNull(component, "component");
        Objects.requireNonNull(unit, "unit");
        statistics = List.copyOf(statistics);
        if (!(full > 0) || statistics.isEmpty()) {
            throw new IllegalArgumentException("full=" + full + " of " + statistics);
        }
    }
}
