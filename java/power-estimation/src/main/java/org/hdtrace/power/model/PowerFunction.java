// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.model;

import java.util.List;

/**
 * Power of a working component over its utilisation, which is 0 when idle and 1 when it does what it can. Watts. Source: TOOLS 5.1,
 * 5.3, 5.4 E1.
 */
public sealed interface PowerFunction {
    /** Power at a utilisation; beyond 0 and 1 as the function goes on, of pieces as the first and last ones do. */
    double watts(double utilisation);

    /** Between idle and full load in a straight line. */
    record Linear(double idleWatts, double loadWatts) implements PowerFunction {
        @Override
        public double watts(double utilisation) {
            return idleWatts + utilisation * (loadWatts - idleWatts);
        }
    }

    /** Idle power and a share of the rest that grows with a power of the utilisation. */
    record PowerLaw(double idleWatts, double loadWatts, double exponent) implements PowerFunction {
        @Override
        public double watts(double utilisation) {
            return idleWatts + Math.pow(Math.max(utilisation, 0), exponent) * (loadWatts - idleWatts);
        }
    }

    /** A measured point. */
    record Point(double utilisation, double watts) {}

    /**
     * Straight lines between points.
     *
     * @param points at least two, of rising utilisation
     */
    record Piecewise(List<Point> points) implements PowerFunction {
        public Piecewise {
            points = List.copyOf(points);
            if (points.size() < 2) {
                throw new IllegalArgumentException("points=" + points.size() + "; two are the least");
            }
            for (int i = 1; i < points.size(); i++) {
                if (points.get(i).utilisation() <= points.get(i - 1).utilisation()) {
                    throw new IllegalArgumentException(
                            "utilisation=" + points.get(i).utilisation() + " is not more than the one before");
                }
            }
        }

        @Override
        public double watts(double utilisation) {
            int piece = 1;
            while (piece < points.size() - 1 && utilisation > points.get(piece).utilisation()) {
                piece++;
            }
            Point low = points.get(piece - 1);
            Point high = points.get(piece);
            double share = (utilisation - low.utilisation()) / (high.utilisation() - low.utilisation());
            return low.watts() + share * (high.watts() - low.watts());
        }
    }
}
