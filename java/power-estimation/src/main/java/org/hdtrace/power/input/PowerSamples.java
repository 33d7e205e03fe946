// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.input;

import org.hdtrace.power.series.Series;
import org.hdtrace.power.series.SeriesBuilder;

/**
 * Measured power with its gaps: a meter's value is the mean of its last cycle, whatever time passed since the value before. What lies
 * longer ago than three ordinary cycles is unknown.
 */
final class PowerSamples {
    private static final int LONGEST_CYCLES = 3;

    private PowerSamples() {}

    static Series withGaps(Series raw) {
        if (raw.isEmpty()) {
            return raw;
        }
        long cycle = raw.ordinaryLength();
        SeriesBuilder samples = new SeriesBuilder();
        for (int i = 0; i < raw.size(); i++) {
            boolean gap = raw.to(i) - raw.from(i) > LONGEST_CYCLES * cycle;
            samples.add(gap ? raw.to(i) - cycle : raw.from(i), raw.to(i), raw.value(i));
        }
        return samples.build();
    }
}
