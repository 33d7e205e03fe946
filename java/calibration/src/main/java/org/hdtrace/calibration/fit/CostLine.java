// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.fit;

import java.util.Arrays;
import java.util.List;

/**
 * Times of messages: {@code nanos = latencies * latency + load * perByte}. Fitted with the same weight for the same relative
 * error, and the less of it the farther a point is off (Tukey's weights), so that disturbed sizes move nothing.
 *
 * @param latencyNanos at least 0
 * @param nanosPerByte above 0
 */
public record CostLine(double latencyNanos, double nanosPerByte) {
    private static final int ROUNDS = 50;
    /** Points that don't fit at all count no more than this in the choice of a line. */
    private static final double FAR_OFF = 0.2;

    private static final double LEAST_SCALE = 0.01;
    /** However large most errors are: points that are five times this off count nothing. */
    private static final double MOST_SCALE = 0.05;

    private static final double TO_SIGMA = 1.4826;
    private static final double TUKEY = 4.685;

    /**
     * What one message took.
     *
     * @param latencies how many times a header goes to and fro: 1, with a handshake 3
     * @param load bytes that the slowest part carries before the message has ended
     */
    public record Point(double latencies, double load, double nanos) {}

    public double nanos(double latencies, double load) {
        return latencies * latencyNanos + load * nanosPerByte;
    }

    /** By how much a point takes longer than this says: 0.1 for 10 % longer. */
    public double error(Point point) {
        return point.nanos() / nanos(point.latencies(), point.load()) - 1;
    }

    /**
     * Fit a line.
     *
     * @throws NoisyMeasurementException when there's no line with a positive slope
     */
    public static CostLine fit(List<Point> points) throws NoisyMeasurementException {
        return start(points).refined(points);
    }

    /** Fit a line that isn't far from this one. */
    public CostLine refined(List<Point> points) throws NoisyMeasurementException {
        double[] weights = new double[points.size()];
        CostLine line = this;
        for (int round = 0; round < ROUNDS; round++) {
            reweigh(points, line, weights);
            CostLine better = weighted(points, weights);
            boolean same = Math.abs(better.latencyNanos / Math.max(line.latencyNanos, 1e-9) - 1) < 1e-9
                    && Math.abs(better.nanosPerByte / line.nanosPerByte - 1) < 1e-9;
            line = better;
            if (same) {
                break;
            }
        }
        return line;
    }

    /** Of the lines through two points that from which the others are least far off. */
    private static CostLine start(List<Point> points) throws NoisyMeasurementException {
        CostLine best = null;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < points.size(); i++) {
            for (int j = i + 1; j < points.size(); j++) {
                CostLine line = through(points.get(i), points.get(j));
                double error = line == null ? Double.POSITIVE_INFINITY : line.meanError(points);
                if (error < least) {
                    least = error;
                    best = line;
                }
            }
        }
        if (best == null) {
            throw new NoisyMeasurementException(
                    "larger messages took no longer than small ones, so there's no bandwidth to be told");
        }
        return best;
    }

    /** Null when there's no such line, or it goes down. */
    private static CostLine through(Point a, Point b) {
        double determinant = a.latencies * b.load - b.latencies * a.load;
        double latency = (a.nanos * b.load - b.nanos * a.load) / determinant;
        double slope = (a.latencies * b.nanos - b.latencies * a.nanos) / determinant;
        return determinant != 0 && latency >= 0 && slope > 0 ? new CostLine(latency, slope) : null;
    }

    /** The mean error, of which those that are far off count no more than others that are. */
    double meanError(List<Point> points) {
        double sum = 0;
        for (Point point : points) {
            sum += Math.min(FAR_OFF, Math.abs(error(point)));
        }
        return sum / points.size();
    }

    private static void reweigh(List<Point> points, CostLine line, double... weights) {
        double[] errors = points.stream()
                .mapToDouble(point -> Math.abs(line.error(point)))
                .toArray();
        double[] sorted = errors.clone();
        Arrays.sort(sorted);
        double scale = Math.min(MOST_SCALE, Math.max(LEAST_SCALE, TO_SIGMA * sorted[sorted.length / 2]));
        for (int i = 0; i < weights.length; i++) {
            double share = errors[i] / (TUKEY * scale);
            weights[i] = share < 1 ? (1 - share * share) * (1 - share * share) : 0;
        }
    }

    /** Least squares of relative errors; a latency below 0 becomes 0. */
    private static CostLine weighted(List<Point> points, double... weights) throws NoisyMeasurementException {
        double aa = 0;
        double ab = 0;
        double bb = 0;
        double a = 0;
        double b = 0;
        for (int i = 0; i < weights.length; i++) {
            Point point = points.get(i);
            double x = point.latencies() / point.nanos();
            double y = point.load() / point.nanos();
            aa += weights[i] * x * x;
            ab += weights[i] * x * y;
            bb += weights[i] * y * y;
            a += weights[i] * x;
            b += weights[i] * y;
        }
        double determinant = aa * bb - ab * ab;
        double latency = determinant > 0 ? (a * bb - b * ab) / determinant : 0;
        double slope = determinant > 0 ? (b * aa - a * ab) / determinant : 0;
        if (latency < 0) {
            latency = 0;
            slope = b / bb;
        }
        if (!(slope > 0)) {
            throw new NoisyMeasurementException(
                    "larger messages took no longer than small ones, so there's no bandwidth to be told");
        }
        return new CostLine(latency, slope);
    }
}
