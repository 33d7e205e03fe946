// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

/**
 * A half-open range of time.
 *
 * @param startNanos first instant, nanoseconds
 * @param endNanos first instant after the range, nanoseconds, not before the start
 */
public record Interval(long startNanos, long endNanos) {
    public Interval {
        if (endNanos < startNanos) {
            throw new IllegalArgumentException("startNanos=" + startNanos + " endNanos=" + endNanos);
        }
    }

    public long durationNanos() {
        return endNanos - startNanos;
    }

    public boolean contains(long nanos) {
        return nanos >= startNanos && nanos < endNanos;
    }

    public Interval shift(long nanos) {
        return new Interval(startNanos + nanos, endNanos + nanos);
    }

    /** The smallest range that holds both. */
    public Interval union(Interval other) {
        return new Interval(Math.min(startNanos, other.startNanos), Math.max(endNanos, other.endNanos));
    }
}
