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
        SeriesBuilder known = new SeriesBuilder();
        for (int i = 0; i < power.size(); i++) {
            addKnown(node.power(), power.from(i), power.to(i), known);
        }
        Series compared = node.hasPower() ? known.build() : power;
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

    /** The pieces of an interval at which power is known. */
    private static void addKnown(Series power, long from, long to, SeriesBuilder known) {
        for (int i = 0; i < power.size(); i++) {
            long begin = Math.max(from, power.from(i));
            long end = Math.min(to, power.to(i));
            if (begin < end) {
                known.add(begin, end, power.value(i));
            }
        }
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
