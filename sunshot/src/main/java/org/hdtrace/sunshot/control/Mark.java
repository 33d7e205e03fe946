// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import org.hdtrace.sunshot.model.Interval;

/**
 * A place to come back to: a bookmark of a view, or a note at an instant.
 *
 * @param number key that goes there, 1 to 9; 0 for none
 * @param view visible time to come back to, on the common scale
 * @param atNanos instant of the flag, on the common scale
 * @param row key of a row, "" for none
 * @param text what the user wrote
 */
public record Mark(int number, Interval view, long atNanos, String row, String text) {
    public Mark {
        if (number < 0 || number > 9) {
            throw new IllegalArgumentException("number=" + number);
        }
    }

    /** The same mark at another time, as when the common scale begins at another one. */
    Mark shift(long nanos) {
        return new Mark(number, view.shift(nanos), atNanos + nanos, row, text);
    }

    /** Number of the run whose row it is at; 0 without a row. */
    int run() {
        int colon = row.indexOf(':');
        return colon > 0 && row.substring(0, colon).matches("\\d{1,9}") ? Integer.parseInt(row.substring(0, colon)) : 0;
    }

    /** The same mark when its run has another number. */
    Mark inRun(int run) {
        return row.isEmpty() || run == run()
                ? this
                : new Mark(number, view, atNanos, run + row.substring(row.indexOf(':')), text);
    }

    public Mark withText(String other) {
        return new Mark(number, view, atNanos, row, other);
    }

    public Mark withNumber(int other) {
        return new Mark(other, view, atNanos, row, text);
    }
}
