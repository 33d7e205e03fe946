// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.hdtrace.sunshot.model.Interval;

/**
 * The marks of a ruler: multiples of 1, 2 or 5 times a power of ten, in a unit that suits the largest time shown.
 *
 * @param stepNanos distance of labelled marks
 * @param minorNanos distance of unlabelled marks, a divisor of the step
 * @param ticks labelled marks inside the interval, ascending
 */
public record TimeTicks(long stepNanos, long minorNanos, List<Tick> ticks) {

    /** A labelled mark. */
    public record Tick(long nanos, String label) {}

    private static final int DIGIT_PIXELS = 7;

    /**
     * The marks for a scale.
     *
     * @param scale visible time, relative to the zero of the ruler
     * @param minSpacing least distance of two labelled marks in pixels, apart from what the labels need
     */
    public static TimeTicks of(TimeScale scale, int minSpacing) {
        Interval interval = scale.interval().shift(-scale.zeroNanos());
        long step = 1;
        while (!fits(interval, scale.width(), step, minSpacing)) {
            step = nextStep(step);
        }
        Unit unit = Unit.of(interval);
        List<Tick> ticks = new ArrayList<>();
        long first = Math.floorDiv(interval.startNanos() + step - 1, step) * step;
        for (long at = first; at <= interval.endNanos(); at += step) {
            ticks.add(new Tick(at + scale.zeroNanos(), unit.format(at, step)));
        }
        return new TimeTicks(step, Math.max(1, leadingDigit(step) == 2 ? step / 4 : step / 5), List.copyOf(ticks));
    }

    private static boolean fits(Interval interval, int width, long step, int minSpacing) {
        double pixels = (double) step / Math.max(1, interval.durationNanos()) * width;
        // Most steps are far too small: no label has to be made to see that.
        if (pixels < minSpacing && step <= Long.MAX_VALUE / 10) {
            return false;
        }
        int label = Unit.of(interval).format(interval.endNanos(), step).length() * DIGIT_PIXELS;
        return pixels >= Math.max(minSpacing, label + 2 * DIGIT_PIXELS) || step > Long.MAX_VALUE / 10;
    }

    private static long nextStep(long step) {
        return leadingDigit(step) == 2 ? step / 2 * 5 : step * 2;
    }

    private static int leadingDigit(long step) {
        long digit = step;
        while (digit >= 10) {
            digit /= 10;
        }
        return (int) digit;
    }

    /** A span of time for people: four significant digits and a unit, such as {@code 12.34 ms}. */
    public static String duration(long nanos) {
        for (Unit unit : Unit.values()) {
            if (Math.abs(nanos) >= unit.nanos || unit == Unit.NANO) {
                double value = (double) nanos / unit.nanos;
                int whole = String.valueOf((long) Math.abs(value)).length();
                int decimals = unit == Unit.NANO ? 0 : Math.max(0, 4 - whole);
                return DecimalText.of(nanos, unit.nanos, decimals) + " " + unit.symbol;
            }
        }
        throw new IllegalStateException("no unit");
    }

    /** An instant with all nine decimals, in seconds. */
    public static String instant(long nanos) {
        long whole = Math.abs(nanos) / 1_000_000_000L;
        return String.format(Locale.ROOT, "%s%d.%09d s", nanos < 0 ? "-" : "", whole, Math.abs(nanos) % 1_000_000_000L);
    }

    private enum Unit {
        SECOND(1_000_000_000L, "s"),
        MILLI(1_000_000L, "ms"),
        MICRO(1_000L, "µs"),
        NANO(1L, "ns");

        private final long nanos;
        private final String symbol;

        Unit(long nanos, String symbol) {
            this.nanos = nanos;
            this.symbol = symbol;
        }

        static Unit of(Interval interval) {
            long largest = Math.max(Math.abs(interval.startNanos()), Math.abs(interval.endNanos()));
            for (Unit unit : values()) {
                if (largest >= unit.nanos) {
                    return unit;
                }
            }
            return NANO;
        }

        String format(long at, long step) {
            int decimals = 0;
            for (long part = nanos; part > step && part > 1; part /= 10) {
                decimals++;
            }
            return DecimalText.of(at, nanos, decimals) + " " + symbol;
        }
    }
}
