// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import org.hdtrace.sunshot.model.Interval;

/**
 * The exact mapping between pixel columns and time. Column {@code c} holds the times from {@code startOf(c)} up to, not
 * including, {@code startOf(c + 1)}; all arithmetic is in integers, so that neighbouring columns share no instant.
 *
 * @param interval visible time
 * @param width number of columns, at least 1
 * @param zeroNanos the time that a ruler calls 0
 */
public record TimeScale(Interval interval, int width, long zeroNanos) {
    /** A scale whose ruler tells the times as they are. */
    public TimeScale(Interval interval, int width) {
        this(interval, width, 0);
    }

    public TimeScale {
        if (width < 1) {
            throw new IllegalArgumentException("width=" + width);
        }
    }

    /** First nanosecond of a column; column {@code width} gives the end of the interval. */
    public long startOf(int column) {
        long quotient = interval.durationNanos() / width;
        long remainder = interval.durationNanos() % width;
        return interval.startNanos() + column * quotient + Math.floorDiv(column * remainder, width);
    }

    /** {@link #startOf} of all columns, and the end of the last one behind them. */
    public long[] starts() {
        long quotient = interval.durationNanos() / width;
        long remainder = interval.durationNanos() % width;
        long[] starts = new long[width + 1];
        long at = interval.startNanos();
        long rest = 0;
        for (int column = 0; column <= width; column++) {
            starts[column] = at;
            at += quotient;
            rest += remainder;
            if (rest >= width) {
                rest -= width;
                at++;
            }
        }
        return starts;
    }

    /** The column that holds an instant; below 0 or from {@code width} on when it lies outside. */
    public int columnOf(long nanos) {
        if (interval.durationNanos() == 0) {
            return nanos < interval.startNanos() ? -1 : nanos > interval.startNanos() ? width : 0;
        }
        double position = positionOf(nanos);
        int column = (int) Math.max(-1, Math.min(width, Math.floor(position)));
        while (column > 0 && column < width && startOf(column) > nanos) {
            column--;
        }
        while (column >= 0 && column < width && startOf(column + 1) <= nanos) {
            column++;
        }
        return column;
    }

    /** Where an instant lies, in pixels from the left edge, with fraction; may be outside. */
    public double positionOf(long nanos) {
        long duration = Math.max(1, interval.durationNanos());
        return (double) (nanos - interval.startNanos()) / duration * width;
    }

    /** The instant at a fractional position. */
    public long timeAt(double position) {
        return interval.startNanos() + Math.round(position / width * interval.durationNanos());
    }

    public TimeScale withWidth(int columns) {
        return new TimeScale(interval, columns, zeroNanos);
    }

    public TimeScale shift(long nanos) {
        return new TimeScale(interval.shift(nanos), width, zeroNanos + nanos);
    }
}
