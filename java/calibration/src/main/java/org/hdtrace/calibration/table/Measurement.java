// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.table;

/**
 * One repetition.
 *
 * @param key what was measured
 * @param operations of this repetition, at least 1
 * @param nanos of all of them; -1 for {@code eager} when the send waited for its receive
 */
public record Measurement(Case key, int operations, long nanos) {
    /** Nanoseconds of one operation. */
    public double nanosOfOne() {
        return (double) nanos / operations;
    }
}
