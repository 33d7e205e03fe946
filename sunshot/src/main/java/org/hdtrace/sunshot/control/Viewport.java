// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import org.hdtrace.sunshot.model.Interval;

/**
 * The visible time inside the whole run. All operations return a new viewport that stays inside the whole.
 *
 * @param whole all there is
 * @param visible what is seen, inside the whole
 */
public record Viewport(Interval whole, Interval visible) {
    /** The least visible time; closer would show single nanoseconds as blocks. */
    public static final long LEAST_NANOS = 1_000;

    /** A viewport that shows everything. */
    public static Viewport all(Interval whole) {
        return new Viewport(whole, whole);
    }

    /** Zooms by a factor (above 1 comes closer) and keeps an instant where it is on the screen. */
    public Viewport zoom(double factor, long fixedNanos) {
        double before = (double) (fixedNanos - visible.startNanos()) / Math.max(1, visible.durationNanos());
        long duration = limit(Math.round(visible.durationNanos() / factor));
        return show(fixedNanos - Math.round(before * duration), duration);
    }

    /** Zooms around the middle. */
    public Viewport zoom(double factor) {
        return zoom(factor, visible.startNanos() + visible.durationNanos() / 2);
    }

    /** Moves by a share of the visible time, to the right if positive. */
    public Viewport pan(double share) {
        return show(visible.startNanos() + Math.round(share * visible.durationNanos()), visible.durationNanos());
    }

    /** Shows a range, widened to the least and cut to the whole. */
    public Viewport select(long fromNanos, long toNanos) {
        long from = Math.min(fromNanos, toNanos);
        long duration = limit(Math.abs(toNanos - fromNanos));
        return show(from - (duration - Math.abs(toNanos - fromNanos)) / 2, duration);
    }

    /** Shows an interval that was seen before, as it is if it lies inside of the whole. */
    Viewport around(Interval interval) {
        return interval.equals(visible) ? this : select(interval.startNanos(), interval.endNanos());
    }

    /** Moves so that the visible time begins at an instant. */
    public Viewport startAt(long nanos) {
        return show(nanos, visible.durationNanos());
    }

    private long limit(long duration) {
        return Math.max(Math.min(LEAST_NANOS, whole.durationNanos()), Math.min(duration, whole.durationNanos()));
    }

    private Viewport show(long start, long duration) {
        long latest = whole.endNanos() - duration;
        long begin = Math.max(whole.startNanos(), Math.min(start, latest));
        return new Viewport(whole, new Interval(begin, begin + duration));
    }
}
