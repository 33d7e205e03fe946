// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.estimate;

import java.util.List;
import java.util.Map;
import org.hdtrace.power.series.Series;

/**
 * Estimated power of a node, watts, over the times at which everything that the model asks for is known. All series have the same
 * times.
 *
 * @param low lower end of the 95 % band, as {@code high} is the upper one
 * @param components what each component takes, before the supply; the constant is {@code BASE}
 * @param warnings what makes the estimate doubtful
 */
public record NodeEstimate(
        String host, Series power, Series low, Series high, Map<String, Series> components, List<String> warnings) {
    /** Name of the constant among the components. */
    public static final String BASE = "BASE";

    public NodeEstimate {
        components = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(components));
        warnings = List.copyOf(warnings);
    }

    public double joules() {
        return power.isEmpty() ? 0 : power.integral(power.start(), power.end());
    }
}
