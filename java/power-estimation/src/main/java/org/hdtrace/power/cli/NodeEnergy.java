// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.cli;

import org.hdtrace.power.estimate.NodeEstimate;
import org.hdtrace.power.input.NodeReading;
import org.hdtrace.power.series.Series;
import org.hdtrace.power.series.SeriesBuilder;
import org.hdtrace.power.series.Sum;

/**
 * Energies of a node, joules. Where power was measured they all are of the time at which it was.
 *
 * @param seconds of that time
 * @param measured NaN when nobody measured
 * @param wholeEnergy estimate for all of the run
 */
record NodeEnergy(
        String host, double seconds, double energy, double low, double high, double measured, double wholeEnergy) {
    static NodeEnergy of(NodeReading node, NodeEstimate estimate) {
        Series power = estimate.power();
        Series compared = node.hasPower() ? measured(power, node.power()) : power;
        boolean measured = node.hasPower() && !compared.isEmpty();
        return new NodeEnergy(
                node.host(),
                seconds(measured ? compared : power),
                over(measured ? compared : power, power),
                over(measured ? compared : power, estimate.low()),
                over(measured ? compared : power, estimate.high()),
                measured ? over(compared, node.power()) : Double.NaN,
                estimate.joules());
    }

    /** Measured power where there is an estimate, too; one pass over both. */
    private static Series measured(Series estimate, Series power) {
        SeriesBuilder known = new SeriesBuilder();
        int next = 0;
        for (int i = 0; i < estimate.size(); i++) {
            while (next < power.size() && power.to(next) <= estimate.from(i)) {
                next++;
            }
            for (int k = next; k < power.size() && power.from(k) < estimate.to(i); k++) {
                long begin = Math.max(estimate.from(i), power.from(k));
                known.add(begin, Math.min(estimate.to(i), power.to(k)), power.value(k));
            }
        }
        return known.build();
    }

    private static double seconds(Series when) {
        return when.isEmpty() ? 0 : when.knownSeconds(when.start(), when.end());
    }

    private static double over(Series when, Series what) {
        Sum sum = new Sum();
        for (int i = 0; i < when.size(); i++) {
            sum.add(what.integral(when.from(i), when.to(i)));
        }
        return sum.value();
    }

    boolean isMeasured() {
        return !Double.isNaN(measured);
    }
}
