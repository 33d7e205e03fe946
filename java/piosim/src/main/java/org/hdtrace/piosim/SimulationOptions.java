// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

/**
 * How far to simulate. With a limit, even one that isn't reached, each event happens by itself; without, many of steady traffic may
 * be passed at once, which changes no time.
 *
 * @param untilNanos last virtual time in ns
 * @param maxEvents largest number of events
 */
public record SimulationOptions(long untilNanos, long maxEvents) {
    /** To the end. */
    public static final SimulationOptions UNLIMITED = new SimulationOptions(Long.MAX_VALUE, Long.MAX_VALUE);

    /** To the end, each event by itself: as many as where somebody observes the network. */
    public static final SimulationOptions EACH_EVENT = new SimulationOptions(Long.MAX_VALUE, Long.MAX_VALUE - 1);

    public SimulationOptions {
        if (untilNanos < 0 || maxEvents < 0) {
            throw new IllegalArgumentException(
                    "untilNanos=" + untilNanos + " maxEvents=" + maxEvents + ": must be >= 0");
        }
    }
}
