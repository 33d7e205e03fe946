// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.series;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.LongStream;

/**
 * A value over time that is constant from one time to the next and unknown in gaps and outside. Times are ns since the epoch.
 *
 * <p>Thread: immutable, any.
 */
public final class Series {
    private static final double NANOS = 1e9;
    private static final Series EMPTY = new Series(new long[0], new long[0], new double[0]);

    private final long[] from;
    private final long[] to;
    private final double[] values;
    /** Integral from the first time to the beginning of each piece, in value times seconds. */
    private final double[] integralBefore;
    /** Known seconds before the beginning of each piece. */
    private final double[] knownBefore;

    Series(long[] from, long[] to, double[] values) {
        this.from = from;
        this.to = to;
        this.values = values;
        this.integralBefore = new double[values.length + 1];
        this.knownBefore = new double[values.length + 1];
        Sum integral = new Sum();
        Sum known = new Sum();
        for (int i = 0; i < values.length; i++) {
            double seconds = seconds(from[i], to[i]);
            integral.add(values[i] * seconds);
            known.add(seconds);
            integralBefore[i + 1] = integral.value();
            knownBefore[i + 1] = known.value();
        }
    }

    public static Series empty() {
        return EMPTY;
    }

    public static double seconds(long fromNanos, long toNanos) {
        return (toNanos - fromNanos) / NANOS;
    }

    /** Number of pieces; they are in order and don't overlap. */
    public int size() {
        return values.length;
    }

    public boolean isEmpty() {
        return values.length == 0;
    }

    public long from(int piece) {
        return from[piece];
    }

    public long to(int piece) {
        return to[piece];
    }

    public double value(int piece) {
        return values[piece];
    }

    /** Beginning of the first piece; not of an empty series. */
    public long start() {
        return from[0];
    }

    /** End of the last piece; not of an empty series. */
    public long end() {
        return to[to.length - 1];
    }

    /** Value at a time; NaN where it is unknown. The end of a piece doesn't belong to it. */
    public double at(long nanos) {
        int piece = pieceAt(nanos);
        return piece >= 0 && nanos < to[piece] ? values[piece] : Double.NaN;
    }

    /** Up to where the value, or not knowing it, holds; the largest time behind the last piece. */
    public long constantUntil(long nanos) {
        int piece = pieceAt(nanos);
        if (piece >= 0 && nanos < to[piece]) {
            return to[piece];
        }
        return piece + 1 < size() ? from[piece + 1] : Long.MAX_VALUE;
    }

    /** Integral over the known part of an interval, in value times seconds. */
    public double integral(long fromNanos, long toNanos) {
        return before(toNanos, true) - before(fromNanos, true);
    }

    /** How many seconds of an interval are known. */
    public double knownSeconds(long fromNanos, long toNanos) {
        return before(toNanos, false) - before(fromNanos, false);
    }

    /** Mean over the known part of an interval; NaN where nothing is known. */
    public double mean(long fromNanos, long toNanos) {
        double known = knownSeconds(fromNanos, toNanos);
        return known > 0 ? integral(fromNanos, toNanos) / known : Double.NaN;
    }

    /** The same times with other values. */
    public Series map(DoubleUnaryOperator change) {
        return new Series(from, to, Arrays.stream(values).map(change).toArray());
    }

    /** The same values later by so many ns; earlier when below 0. */
    public Series shifted(long nanos) {
        return new Series(
                Arrays.stream(from).map(time -> time + nanos).toArray(),
                Arrays.stream(to).map(time -> time + nanos).toArray(),
                values);
    }

    /** Median length of the pieces, ns; not of an empty series. */
    public long ordinaryLength() {
        long[] lengths = LongStream.range(0, size())
                .map(piece -> to[(int) piece] - from[(int) piece])
                .sorted()
                .toArray();
        return lengths[lengths.length / 2];
    }

    private double before(long nanos, boolean integral) {
        double[] sums = integral ? integralBefore : knownBefore;
        int piece = pieceAt(nanos);
        if (piece < 0) {
            return 0;
        }
        double part = seconds(from[piece], Math.min(nanos, to[piece]));
        return sums[piece] + part * (integral ? values[piece] : 1);
    }

    /** The last piece that begins at or before a time, or -1. */
    private int pieceAt(long nanos) {
        int found = Arrays.binarySearch(from, nanos);
        return found >= 0 ? found : -found - 2;
    }
}
