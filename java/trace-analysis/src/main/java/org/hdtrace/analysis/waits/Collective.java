// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.waits;

import java.util.Set;

/** Who waits for whom in a collective call of MPI, by its name. */
enum Collective {
    /** All for the last one. */
    BARRIER,
    ALL_TO_ALL,
    /** All for the root. */
    FROM_ROOT,
    /** The root for the last one. */
    TO_ROOT,
    NONE;

    private static final Set<String> ALL = Set.of(
            "Allgather",
            "Allgatherv",
            "Allreduce",
            "Alltoall",
            "Alltoallv",
            "Alltoallw",
            "Reduce_scatter",
            "Reduce_scatter_block");

    static Collective of(String name) {
        return switch (name) {
            case "Barrier" -> BARRIER;
            case "Bcast", "Scatter", "Scatterv" -> FROM_ROOT;
            case "Reduce", "Gather", "Gatherv" -> TO_ROOT;
            default -> ALL.contains(name) ? ALL_TO_ALL : NONE;
        };
    }
}
