// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.whatif;

import java.util.Objects;
import org.hdtrace.power.series.Series;

/**
 * What a component does under a strategy.
 *
 * @param watts power of one component over time; later than the run where work was put off
 * @param changes of state, there and back count as two
 * @param sleepSeconds time in states without work, without the changes
 * @param addedSeconds by which the run became longer
 */
public record Plan(Series watts, int changes, double sleepSeconds, double addedSeconds) {
    public Plan {
        Objects.requireNonNull(watts, "watts");
    }
}
