// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

/**
 * How far to simulate.
 *
 * @param untilNanos last virtual time in ns
 * @param maxEvents largest number of events
 */
public record SimulationOptions(long untilNanos, long maxEvents) {
    /** To the end. */
    public static final SimulationOptions UNLIMITED = new SimulationOptions(Long.MAX_VALUE, Long.MAX_VALUE);

    public SimulationOptions {
        if (untilNanos < 0 || maxEvents < 0) {
            throw new IllegalArgumentException(
                    "untilNanos=" + untilNanos + " maxEvents=" + maxEvents + ": must be >= 0");
        }
    }
}
