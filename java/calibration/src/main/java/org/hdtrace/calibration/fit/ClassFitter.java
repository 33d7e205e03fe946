// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.hdtrace.calibration.fit.PairClasses.Pair;
import org.hdtrace.calibration.fit.PairClasses.PairClass;
import org.hdtrace.calibration.table.Case;
import org.hdtrace.calibration.table.Measurement;
import org.hdtrace.calibration.table.ResultTable;
import org.hdtrace.calibration.table.Sample;

/**
 * Fits latency and bandwidth of one class to its ping-pongs, piecewise over the eager limit: beyond it a message begins with a
 * request and its answer, so that the latency counts three times (MODEL B2.4). In shared memory they may be a line of their own.
 */
final class ClassFitter {
    /** Bytes that the simulator adds: 8 B to a message, 40 B to its first packet. */
    private static final int HEADER = 48;

    private static final int RESAMPLES = 200;
    private static final int LARGE = 32 << 10;
    private static final int LEAST_SIZES = 5;
    /** A shape has to bring the mean error below this part of what it is without one. */
    private static final double GAIN = 0.7;

    /** The same for another line, which disturbed sizes are as far from. */
    private static final double GAIN_OF_LINE = 0.8;
    /** So well described sizes need no second line, however much better that would be. */
    private static final double WORTH_ANOTHER_LINE = 0.05;

    private static final long SMALLEST_SHAPE = 512;
    private static final long LARGEST_SHAPE = 256 << 10;
    /** From one candidate to the next. */
    private static final double STEP = Math.pow(2, 0.125);

    /**
     * What of a message counts.
     *
     * @param packet bytes that are copied in before they are copied out, or taken by a switch before it sends them, and so
     *     count twice
     * @param free bytes that pass at once after a pause, as a shaped link lets them
     */
    private record Shape(long packet, long free) {
        double load(double onWire) {
            return Math.max(0, onWire - free) + Math.min(onWire, (double) packet);
        }
    }

    /** Each byte counts once. */
    private static final Shape ONCE = new Shape(0, 0);

    private final ResultTable table;
    private final PairClass pairs;
    private final boolean sharedMemory;
    private final long eagerLimit;
    private final long packet;
    private final List<Map.Entry<Case, Sample>> curve;

    private ClassFitter(ResultTable table, PairClass pairs, long packet) {
        this.table = table;
        this.pairs = pairs;
        this.packet = packet;
        Pair first = pairs.pairs().get(0);
        this.sharedMemory = table.places()
                .get(first.first())
                .host()
                .equals(table.places().get(first.second()).host());
        this.eagerLimit = limit(table, pairs);
        this.curve = pairs.pairs().stream()
                .map(pair -> table.of("pingpong", pair.first(), pair.second()).toList())
                .filter(sizes -> sizes.size() >= LEAST_SIZES)
                .flatMap(List::stream)
                .toList();
    }

    /**
     * The fit of a class, null when only two sizes of it were measured.
     *
     * @param packet bytes of packets, 0 to find out
     */
    static ClassFit fit(ResultTable table, PairClass pairs, long packet) throws NoisyMeasurementException {
        ClassFitter fitter = new ClassFitter(table, pairs, packet);
        return fitter.curve.isEmpty() ? null : fitter.fit();
    }

    /** The largest message that ended alone; -1 when all did, or none was tried. */
    private static long limit(ResultTable table, PairClass pairs) {
        List<Measurement> trials = table.eager().stream()
                .filter(trial -> pairs.pairs()
                        .contains(new Pair(trial.key().first(), trial.key().second())))
                .toList();
        if (trials.stream().noneMatch(trial -> trial.nanos() < 0)) {
            return -1;
        }
        return trials.stream()
                .filter(trial -> trial.nanos() >= 0)
                .mapToLong(trial -> trial.key().bytes())
                .max()
                .orElse(0);
    }

    private ClassFit fit() throws NoisyMeasurementException {
        Shape shape = bestShape(curve);
        List<Map.Entry<Case, Sample>> few = ofLimit(true);
        List<Map.Entry<Case, Sample>> many = ofLimit(false);
        Shape shapeOfFew = isTwoLines(shape, few, many) ? bestShape(few) : null;
        LargeFit large = shapeOfFew == null ? null : large(many);
        return shapeOfFew == null ? fitted(shape, curve, null) : fitted(shapeOfFew, few, large);
    }

    /** Whether messages in memory up to the eager limit and beyond it are described far better each by a line of its own. */
    private boolean isTwoLines(Shape shape, List<Map.Entry<Case, Sample>> few, List<Map.Entry<Case, Sample>> many) {
        if (!sharedMemory || few.size() < LEAST_SIZES || many.size() < LEAST_SIZES) {
            return false;
        }
        double one = meanError(shape, curve);
        double two = (few.size() * meanError(bestShape(few), few) + many.size() * meanError(ONCE, many)) / curve.size();
        return one > WORTH_ANOTHER_LINE && two < GAIN_OF_LINE * one;
    }

    private List<Map.Entry<Case, Sample>> ofLimit(boolean eager) {
        return curve.stream()
                .filter(entry -> isEager(entry.getKey().bytes()) == eager)
                .toList();
    }

    /** The handshake is in their time, so it counts once. */
    private LargeFit large(List<Map.Entry<Case, Sample>> many) throws NoisyMeasurementException {
        CostLine line = CostLine.fit(points(ONCE, many, Sample::typical));
        Estimate[] figures = figures(line, ONCE, many);
        return new LargeFit(
                new Estimate(3 * figures[0].value(), 3 * figures[0].low(), 3 * figures[0].high()), figures[1]);
    }

    private ClassFit fitted(Shape shape, List<Map.Entry<Case, Sample>> sizes, LargeFit large)
            throws NoisyMeasurementException {
        List<CostLine.Point> points = points(shape, sizes, Sample::typical);
        CostLine line = CostLine.fit(points);
        double[] errors = points.stream()
                .mapToDouble(point -> Math.abs(line.error(point)))
                .sorted()
                .toArray();
        Estimate[] figures = figures(line, shape, sizes);
        return new ClassFit(
                pairs,
                sharedMemory,
                figures[0],
                figures[1],
                shape.packet(),
                shape.free(),
                large,
                eagerLimit,
                errors[errors.length / 2],
                errors[errors.length - 1],
                exchangeRatio(false),
                exchangeRatio(true));
    }

    /** Latency and bandwidth of a line. */
    private Estimate[] figures(CostLine line, Shape shape, List<Map.Entry<Case, Sample>> sizes)
            throws NoisyMeasurementException {
        double[] latencies = new double[RESAMPLES];
        double[] bandwidths = new double[RESAMPLES];
        // The same measurements give the same intervals.
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < RESAMPLES; i++) {
            CostLine again = line.refined(points(
                    shape, sizes, sample -> sample.resampled(random::nextInt).typical()));
            latencies[i] = again.latencyNanos();
            bandwidths[i] = 1e9 / again.nanosPerByte();
        }
        return new Estimate[] {
            Estimate.of(line.latencyNanos(), latencies), Estimate.of(1e9 / line.nanosPerByte(), bandwidths)
        };
    }

    private boolean isEager(long bytes) {
        return eagerLimit < 0 || bytes <= eagerLimit;
    }

    private List<CostLine.Point> points(
            Shape shape, List<Map.Entry<Case, Sample>> sizes, ToDoubleFunction<Sample> time) {
        List<CostLine.Point> points = new ArrayList<>();
        for (Map.Entry<Case, Sample> entry : sizes) {
            double onWire = entry.getKey().bytes() + HEADER;
            double handshake = isEager(entry.getKey().bytes()) ? 1 : 3;
            points.add(new CostLine.Point(handshake, shape.load(onWire), time.applyAsDouble(entry.getValue()) / 2));
        }
        return points;
    }

    /** The shape that describes the times best; one that's only a little better than none is not taken. */
    private Shape bestShape(List<Map.Entry<Case, Sample>> sizes) {
        if (packet > 0) {
            return new Shape(packet, 0);
        }
        Shape best = ONCE;
        double least = GAIN * meanError(best, sizes);
        for (double size = SMALLEST_SHAPE; size < LARGEST_SHAPE * 1.01; size *= STEP) {
            long bytes = Math.round(size);
            for (Shape shape : List.of(new Shape(bytes, 0), new Shape(0, bytes))) {
                double error = sharedMemory && shape.free() > 0 ? least : meanError(shape, sizes);
                if (error < least) {
                    least = error;
                    best = shape;
                }
            }
        }
        return best;
    }

    /** Infinite when no line can be fitted. */
    private double meanError(Shape shape, List<Map.Entry<Case, Sample>> sizes) {
        List<CostLine.Point> points = points(shape, sizes, Sample::typical);
        try {
            return CostLine.fit(points).meanError(points);
        } catch (NoisyMeasurementException e) {
            return Double.POSITIVE_INFINITY;
        }
    }

    /** Median over large sizes of exchange over half a ping-pong. */
    private double exchangeRatio(boolean aboveLimit) {
        double[] ratios = pairs.pairs().stream()
                .flatMap(pair -> table.of("exchange", pair.first(), pair.second()))
                .filter(entry -> entry.getKey().bytes() >= LARGE
                        && isEager(entry.getKey().bytes()) != aboveLimit)
                .mapToDouble(entry -> {
                    Case key = entry.getKey();
                    Sample there = table.samples()
                            .get(new Case("pingpong", key.first(), key.second(), key.ranks(), key.bytes()));
                    return there == null ? Double.NaN : entry.getValue().typical() / (there.typical() / 2);
                })
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        return ratios.length == 0 ? Double.NaN : ratios[ratios.length / 2];
    }
}
