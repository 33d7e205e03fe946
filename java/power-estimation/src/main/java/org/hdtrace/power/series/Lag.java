// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.series;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * By how much one series shows later what another one did, found where their correlation is largest. The series need no common times:
 * for each shift, the finer one is averaged exactly over the pieces of the other. Source: TOOLS 5.4 E4.
 *
 * @param nanos above 0 when the effect comes later
 * @param correlation at that shift, weighted by time
 * @param unshifted correlation without a shift
 * @param pieces how many pieces of the coarser series were compared
 */
public record Lag(long nanos, double correlation, double unshifted, int pieces) {
    /** Less is no relation that a shift could be read from. */
    private static final double LEAST_CORRELATION = 0.5;

    private static final int FEWEST_PIECES = 10;
    private static final double LEAST_KNOWN = 0.9;
    private static final int MOST_STEPS = 2000;
    /** Of twice the logarithm of the likelihoods' ratio, which chance exceeds once in a thousand times. */
    private static final double BEYOND_CHANCE = 10.83;

    /** Whether the shift tells so much more than none that it is hardly chance, as it is where loads are steady. */
    public boolean isCertain() {
        double without = 1 - unshifted * Math.abs(unshifted);
        double with = Math.max(1 - correlation * correlation, Double.MIN_NORMAL);
        return pieces * Math.log(without / with) > BEYOND_CHANCE;
    }

    /**
     * Look for the lag of an effect behind its cause.
     *
     * @param mostNanos the longest lag, and lead, that is looked for
     * @return empty when the series are too short for that, hardly alike at any shift, or most alike at the longest one
     */
    public static Optional<Lag> of(Series cause, Series effect, long mostNanos) {
        if (cause.isEmpty() || effect.isEmpty()) {
            return Optional.empty();
        }
        boolean causeIsCoarse = cause.ordinaryLength() >= effect.ordinaryLength();
        Series coarse = causeIsCoarse ? cause : effect;
        Series fine = causeIsCoarse ? effect : cause;
        List<Integer> pieces = innerPieces(coarse, fine, mostNanos);
        if (pieces.size() < FEWEST_PIECES) {
            return Optional.empty();
        }
        long step = Math.max(1, Math.max(fine.ordinaryLength() / 2, 2 * mostNanos / MOST_STEPS));
        int steps = Math.toIntExact(mostNanos / step);
        double[] correlations = new double[2 * steps + 1];
        int best = 0;
        for (int i = 0; i < correlations.length; i++) {
            long shift = (i - steps) * step;
            correlations[i] = correlation(coarse, fine, pieces, causeIsCoarse ? shift : -shift);
            best = correlations[i] > correlations[best] ? i : best;
        }
        if (best == 0 || best == correlations.length - 1 || !(correlations[best] >= LEAST_CORRELATION)) {
            return Optional.empty();
        }
        double between = vertex(correlations[best - 1], correlations[best], correlations[best + 1]);
        long nanos = Math.round((best - steps + between) * step);
        return Optional.of(new Lag(nanos, correlations[best], correlations[steps], pieces.size()));
    }

    /** Those that the finer series knows at every shift, so that all shifts are judged by the same ones. */
    private static List<Integer> innerPieces(Series coarse, Series fine, long mostNanos) {
        List<Integer> inner = new ArrayList<>();
        for (int i = 0; i < coarse.size(); i++) {
            long from = coarse.from(i) - mostNanos;
            long to = coarse.to(i) + mostNanos;
            if (fine.knownSeconds(from, to) >= LEAST_KNOWN * Series.seconds(from, to)) {
                inner.add(i);
            }
        }
        return inner;
    }

    private static double correlation(Series coarse, Series fine, List<Integer> pieces, long shift) {
        Sum weights = new Sum();
        Sum x = new Sum();
        Sum y = new Sum();
        double[] means = new double[pieces.size()];
        for (int k = 0; k < means.length; k++) {
            int i = pieces.get(k);
            double seconds = Series.seconds(coarse.from(i), coarse.to(i));
            means[k] = fine.mean(coarse.from(i) + shift, coarse.to(i) + shift);
            weights.add(seconds);
            x.add(seconds * coarse.value(i));
            y.add(seconds * means[k]);
        }
        double meanX = x.value() / weights.value();
        double meanY = y.value() / weights.value();
        Sum xx = new Sum();
        Sum yy = new Sum();
        Sum xy = new Sum();
        for (int k = 0; k < means.length; k++) {
            int i = pieces.get(k);
            double seconds = Series.seconds(coarse.from(i), coarse.to(i));
            double dx = coarse.value(i) - meanX;
            double dy = means[k] - meanY;
            xx.add(seconds * dx * dx);
            yy.add(seconds * dy * dy);
            xy.add(seconds * dx * dy);
        }
        double spread = Math.sqrt(xx.value()) * Math.sqrt(yy.value());
        return spread > 0 ? xy.value() / spread : 0;
    }

    /** Where the parabola through three neighbours has its top, in steps from the middle one. */
    private static double vertex(double before, double at, double after) {
        double curve = before - 2 * at + after;
        return curve < 0 ? Math.max(-0.5, Math.min(0.5, 0.5 * (before - after) / curve)) : 0;
    }
}
