// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.model;

import java.util.List;

/**
 * What is known of a model because it was fitted to measurements.
 *
 * @param residualWatts root of the mean square of what single samples differ
 * @param betweenWatts half width of the 95 % interval of a whole run's mean power, from runs that were left out
 * @param ridge lambda of the penalty that slopes were shrunk by; 0 for none
 * @param ranges the utilisations that the measurements covered
 */
public record CalibrationFacts(
        int recordings, int samples, double residualWatts, double betweenWatts, double ridge, List<Range> ranges) {
    /** Least and most utilisation of a feature. */
    public record Range(String feature, double from, double to) {
        /** As far beyond is still inside: a hundredth of the range. */
        private static final double MARGIN = 0.01;

        /** How far a utilisation lies outside; 0 inside. */
        public double excess(double utilisation) {
            double margin = MARGIN * (to - from);
            boolean inside = utilisation >= from - margin && utilisation <= to + margin;
            return inside ? 0 : Math.max(from - utilisation, utilisation - to);
        }
    }

    public CalibrationFacts {
        if (!(ridge >= 0 && Double.isFinite(ridge))) {
            throw new IllegalArgumentException("ridge=" + ridge + " is not finite and 0 or more");
        }
        ranges = List.copyOf(ranges);
    }
}
