// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.select;

import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.hdtrace.format.Saturated;

/**
 * A piece of time: from is inside, to is not.
 *
 * @param fromNanos ns since the epoch
 * @param toNanos ns since the epoch
 */
public record Interval(long fromNanos, long toNanos) {
    private static final Interval ALL = new Interval(Long.MIN_VALUE, Long.MAX_VALUE);
    private static final Pattern SECONDS = Pattern.compile("[+-]?(\\d{1,9}(\\.\\d{0,9})?|\\.\\d{1,9})");

    public Interval {
        if (toNanos < fromNanos) {
            throw new IllegalArgumentException("the interval ends before it begins");
        }
    }

    /** Open at both ends: every state lies in it whole. */
    public static Interval all() {
        return ALL;
    }

    /**
     * The interval of {@code --from} and {@code --to}.
     *
     * @param from ns after the origin, null for an open end
     * @param to ns after the origin, null for an open end
     * @param originNanos the project's earliest time, ns since the epoch
     */
    public static Interval relative(Long from, Long to, long originNanos) {
        return new Interval(
                from == null ? Long.MIN_VALUE : Saturated.add(originNanos, from),
                to == null ? Long.MAX_VALUE : Saturated.add(originNanos, to));
    }

    /**
     * Nanoseconds of decimal seconds, exactly.
     *
     * @throws IllegalArgumentException for what is not plain decimal seconds with at most 9 decimals
     */
    public static long parseSeconds(String text) {
        if (!SECONDS.matcher(text).matches()) {
            throw new IllegalArgumentException("'" + text + "' is not decimal seconds, as 1.5");
        }
        return new BigDecimal(text).movePointRight(9).longValueExact();
    }

    /** Whether there is no time outside it. */
    public boolean isAll() {
        return equals(ALL);
    }

    /** Whether a state touches the interval; one without duration does when its time lies inside. */
    public boolean touches(long startNanos, long endNanos) {
        return startNanos < toNanos && (endNanos > fromNanos || startNanos >= fromNanos);
    }

    /** The part of a state that lies inside, ns; 0 when none does. */
    public long overlap(long startNanos, long endNanos) {
        return Math.max(0, Saturated.subtract(Math.min(endNanos, toNanos), Math.max(startNanos, fromNanos)));
    }
}
