// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.whatif;

import org.hdtrace.power.series.Series;
import org.hdtrace.power.series.SeriesBuilder;

/** Work that is done at other times; its amount, the integral of the utilisation, stays. */
final class Loads {
    /** Load up to this is put off by the strategy Approach. */
    static final double TOLERANCE = 0.1;

    private static final double NANOS = 1e9;

    private Loads() {}

    /** @param addedSeconds by which the work ends later */
    record Moved(Series load, double addedSeconds) {}

    /** Small load waits for the next pieces with more, which take as much as fits; what is left is done behind the end. */
    static Moved putOff(Series load, double tolerance) {
        SeriesBuilder moved = new SeriesBuilder();
        double waiting = 0;
        for (int i = 0; i < load.size(); i++) {
            double value = load.value(i);
            double seconds = Series.seconds(load.from(i), load.to(i));
            if (value <= tolerance) {
                waiting += value * seconds;
                moved.add(load.from(i), load.to(i), 0);
                continue;
            }
            double done = Math.min(waiting, Math.max(0, 1 - value) * seconds);
            waiting -= done;
            moved.add(load.from(i), load.to(i), value + done / seconds);
        }
        long end = load.isEmpty() ? 0 : load.end();
        long added = Math.round(waiting * NANOS);
        moved.add(end, end + added, 1);
        return new Moved(moved.build(), added / NANOS);
    }

    /** Each piece at full load until its work is done, then nothing. */
    static Series race(Series load) {
        SeriesBuilder raced = new SeriesBuilder();
        for (int i = 0; i < load.size(); i++) {
            double value = load.value(i);
            long from = load.from(i);
            long to = load.to(i);
            if (value <= 0 || value >= 1) {
                raced.add(from, to, value);
                continue;
            }
            long done = from + Math.round(value * (to - from));
            raced.add(from, done, 1);
            raced.add(done, to, 0);
        }
        return raced.build();
    }
}
