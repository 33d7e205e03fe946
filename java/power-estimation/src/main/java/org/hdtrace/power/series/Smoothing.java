// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.series;

/**
 * Spreads what is very short: a rate that is the whole amount of an interval of nanoseconds says nothing of the load. Integrals over
 * whole bins stay as they are.
 */
public final class Smoothing {
    private Smoothing() {}

    /** Means over those bins of absolute time in which the series changes; elsewhere the series itself. */
    public static Series over(Series series, long binNanos) {
        SeriesBuilder smooth = new SeriesBuilder();
        int piece = 0;
        long at = series.isEmpty() ? 0 : series.start();
        while (!series.isEmpty() && at < series.end()) {
            while (series.to(piece) <= at) {
                piece++;
            }
            long binEnd = Math.min((Math.floorDiv(at, binNanos) + 1) * binNanos, series.end());
            if (series.from(piece) >= binEnd) {
                at = series.from(piece);
            } else if (series.from(piece) <= at && series.to(piece) >= binEnd) {
                long to = Math.max(binEnd, Math.floorDiv(series.to(piece), binNanos) * binNanos);
                smooth.add(at, to, series.value(piece));
                at = to;
            } else {
                smooth.add(at, binEnd, series.integral(at, binEnd) / Series.seconds(at, binEnd));
                at = binEnd;
            }
        }
        return smooth.build();
    }
}
