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
    /** Each for those before it in the communicator. */
    PREFIX,
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

    /** Of a state of that name; a nonblocking call is what its blocking twin is. */
    static Collective of(String name) {
        Collective blocking = ofBlocking(name);
        return blocking == NONE && name.startsWith("I") ? ofBlocking(blockingName(name)) : blocking;
    }

    /** Whether the call only begins what a request stands for from then on. */
    static boolean isNonblocking(String name) {
        return ofBlocking(name) == NONE && of(name) != NONE;
    }

    private static String blockingName(String name) {
        return name.length() < 2 ? "" : Character.toUpperCase(name.charAt(1)) + name.substring(2);
    }

    private static Collective ofBlocking(String name) {
        return switch (name) {
            case "Barrier" -> BARRIER;
            case "Bcast", "Scatter", "Scatterv" -> FROM_ROOT;
            case "Reduce", "Gather", "Gatherv" -> TO_ROOT;
            case "Scan", "Exscan" -> PREFIX;
            default -> ALL.contains(name) ? ALL_TO_ALL : NONE;
        };
    }
}
