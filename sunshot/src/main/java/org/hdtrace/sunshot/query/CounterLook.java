// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.Objects;

/**
 * How the rows of one counter are drawn (SUNSHOT S-41, S-54). Immutable.
 *
 * @param shown whether it has rows at all
 * @param logarithmic whether the axis is logarithmic
 * @param low what the axis begins with
 * @param high what it ends with
 * @param average whether a line is drawn at the mean of the visible time
 */
public record CounterLook(boolean shown, boolean logarithmic, Low low, High high, boolean average) {
    /** What an axis begins with. */
    public enum Low {
        /** 0, or the least value where values are negative. */
        ZERO("0"),
        /** The least of this counter on all nodes and in all runs. */
        COUNTER("counter"),
        /** The least of all counters of its kind and unit. */
        GROUP("group"),
        /** The least of the row. */
        ROW("row");

        private final String title;

        Low(String title) {
            this.title = title;
        }

        @Override
        public String toString() {
            return title;
        }
    }

    /** What an axis ends with. */
    public enum High {
        /** The largest of this counter on all nodes and in all runs. */
        COUNTER("counter"),
        /** The largest of all counters of its kind and unit. */
        GROUP("group"),
        /** The largest of the row. */
        ROW("row"),
        ONE("1"),
        HUNDRED("100");

        private final String title;

        High(String title) {
            this.title = title;
        }

        @Override
        public String toString() {
            return title;
        }
    }

    /** A row from 0 to the largest value of all that are to be compared with it. */
    public static final CounterLook USUAL = new CounterLook(true, false, Low.ZERO, High.COUNTER, false);

    public CounterLook {
        Objects.requireNonNull(low, "low");
        Objects.requireNonNull(high, "high");
    }

    public CounterLook withShown(boolean show) {
        return new CounterLook(show, logarithmic, low, high, average);
    }

    public CounterLook withLogarithmic(boolean logarithms) {
        return new CounterLook(shown, logarithms, low, high, average);
    }

    public CounterLook withLow(Low other) {
        return new CounterLook(shown, logarithmic, other, high, average);
    }

    public CounterLook withHigh(High other) {
        return new CounterLook(shown, logarithmic, low, other, average);
    }

    public CounterLook withAverage(boolean draw) {
        return new CounterLook(shown, logarithmic, low, high, draw);
    }
}
