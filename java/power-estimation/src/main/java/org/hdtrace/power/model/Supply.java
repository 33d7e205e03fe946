// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.model;

import java.util.List;

/**
 * A node's power supply: from what the components take to what the wall gives, by P / efficiency. The original multiplied by 1 + (1 -
 * efficiency), 6 % too little at 0.75. Source: TOOLS 5.1.
 *
 * @param ratedWatts output at load share 1
 * @param points efficiency by load share, rising shares; straight lines between them, the outermost ones hold beyond
 */
public record Supply(double ratedWatts, List<Point> points) {
    private static final Supply IDEAL = new Supply(1, List.of(new Point(0, 1)));

    /** A measured point: output over rated output, and output over input. */
    public record Point(double share, double efficiency) {}

    public Supply {
        points = List.copyOf(points);
        if (!(ratedWatts > 0) || points.isEmpty()) {
            throw new IllegalArgumentException("ratedWatts=" + ratedWatts + " points=" + points.size());
        }
        for (int i = 0; i < points.size(); i++) {
            double efficiency = points.get(i).efficiency();
            if (!(efficiency > 0 && efficiency <= 1)) {
                throw new IllegalArgumentException("efficiency=" + efficiency + " is not above 0 and up to 1");
            }
            if (i > 0 && points.get(i).share() <= points.get(i - 1).share()) {
                throw new IllegalArgumentException(
                        "share=" + points.get(i).share() + " is not more than the one before");
            }
        }
    }

    /** Loses nothing. */
    public static Supply ideal() {
        return IDEAL;
    }

    /** Takes the same multiple of the output at every load. */
    public static Supply factor(double factor) {
        return new Supply(1, List.of(new Point(0, 1 / factor)));
    }

    /** What the wall gives while the components take so much, watts. */
    public double inputWatts(double outputWatts) {
        return outputWatts / efficiency(outputWatts / ratedWatts);
    }

    private double efficiency(double share) {
        Point before = points.get(0);
        for (Point point : points) {
            if (share <= point.share()) {
                double length = point.share() - before.share();
                double part = length > 0 ? Math.max(0, (share - before.share()) / length) : 1;
                return before.efficiency() + part * (point.efficiency() - before.efficiency());
            }
            before = point;
        }
        return before.efficiency();
    }
}
