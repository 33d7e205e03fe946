// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.plot;

import java.util.Arrays;

/** The unit in which the longest of some times has a short number. */
enum TimeUnits {
    NANO("ns", 1),
    MICRO("µs", 1e3),
    MILLI("ms", 1e6),
    SECOND("s", 1e9);

    private final String symbol;
    private final double nanos;

    TimeUnits(String symbol, double nanos) {
        this.symbol = symbol;
        this.nanos = nanos;
    }

    static TimeUnits of(double... times) {
        double longest = Arrays.stream(times).max().orElse(0);
        TimeUnits best = NANO;
        for (TimeUnits unit : values()) {
            best = longest >= unit.nanos ? unit : best;
        }
        return best;
    }

    String symbol() {
        return symbol;
    }

    /** Nanoseconds in this unit. */
    double of(long time) {
        return time / nanos;
    }
}
