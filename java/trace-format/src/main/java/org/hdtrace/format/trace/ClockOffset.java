// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.util.Objects;
import java.util.Optional;
import org.hdtrace.format.TimeText;

/**
 * What to add to a trace's times to get those of rank 0's clock: {@code O1@T1 O2@T2} of the {@code Program} element (FORMATS
 * A2). Offsets are ns, the points T relative to the trace's time adjustment, ns. Before T1 the first offset holds; between and
 * after the points it is interpolated; without a second point the first holds everywhere.
 */
public record ClockOffset(long firstOffset, long firstTime, long secondOffset, long secondTime) {

    /** A correction with one point. */
    public static ClockOffset constant(long offset, long time) {
        return new ClockOffset(offset, time, offset, time);
    }

    /** The correction that the text gives; empty when it is not of that form. */
    public static Optional<ClockOffset> parse(String text) {
        Objects.requireNonNull(text, "text");
        String[] points = text.strip().split("\\s+", -1);
        if (points.length > 2) {
            return Optional.empty();
        }
        long[] values = new long[4];
        for (int i = 0; i < points.length; i++) {
            int at = points[i].indexOf('@');
            if (at < 0) {
                return Optional.empty();
            }
            try {
                values[2 * i] = TimeText.parse(points[i].substring(0, at));
                values[2 * i + 1] = TimeText.parse(points[i].substring(at + 1));
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }
        return Optional.of(
                points.length == 1
                        ? constant(values[0], values[1])
                        : new ClockOffset(values[0], values[1], values[2], values[3]));
    }

    /** The offset at a time relative to the time adjustment, rounded to the nearest nanosecond. */
    public long at(long relativeNanos) {
        if (relativeNanos <= firstTime || secondTime <= firstTime || firstOffset == secondOffset) {
            return firstOffset;
        }
        double share = (double) (relativeNanos - firstTime) / (double) (secondTime - firstTime);
        return firstOffset + Math.round(share * (double) (secondOffset - firstOffset));
    }

    /** Whether corrected time never runs slower than half as fast as the time that is corrected. */
    boolean isSteady() {
        return secondTime <= firstTime
                || secondOffset - (double) firstOffset >= -0.5 * (secondTime - (double) firstTime);
    }

    /**
     * The first relative time that reaches another one when the offset is added. Of offsets that would let time run backwards it
     * is just one that does.
     */
    long reaching(long correctedNanos) {
        long step = 1;
        long late = correctedNanos - firstOffset;
        while (late + at(late) < correctedNanos && step > 0) {
            late += step;
            step *= 2;
        }
        step = 1;
        long early = late - 1;
        while (early + at(early) >= correctedNanos && step > 0) {
            early -= step;
            step *= 2;
        }
        while (early + 1 < late) {
            long middle = early + (late - early) / 2;
            if (middle + at(middle) >= correctedNanos) {
                late = middle;
            } else {
                early = middle;
            }
        }
        return late;
    }
}
