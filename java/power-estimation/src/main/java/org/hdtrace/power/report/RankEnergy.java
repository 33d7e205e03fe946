// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.report;

import java.util.Objects;

/**
 * Energy of a thread of a rank from its first call to the end of its last one.
 *
 * @param rank -1 when the trace is of none
 */
public record RankEnergy(String host, int rank, int thread, double seconds, double joules) {
    public RankEnergy {
        Objects.requireNonNull(host, "host");
    }
}
