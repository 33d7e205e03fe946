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

    public Mark withText(String other) {
        return new Mark(number, view, atNanos, row, other);
    }

    public Mark withNumber(int other) {
        return new Mark(other, view, atNanos, row, text);
    }
}
