// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.EnumMap;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;

/**
 * What collective functions do in intercommunicators: always as MPICH does it, whichever algorithm the model chose for one group, which
 * holds for what each group does among itself. A function that the model leaves out, or has synchronize only, does so here, too.
 */
public final class BetweenGroups {
    private static final Map<CommandType, Algorithm> ALL = all();

    private BetweenGroups() {}

    /**
     * The algorithm of a command; null when the model can't execute it.
     *
     * @param chosen what the model chose for communicators of one group
     */
    public static Algorithm find(CommandType type, Algorithm chosen) {
        boolean without = chosen == null || chosen instanceof NoOperation || chosen instanceof VirtualSync;
        return without ? chosen : ALL.getOrDefault(type, chosen);
    }

    private static Map<CommandType, Algorithm> all() {
        Map<CommandType, Algorithm> rows = new EnumMap<>(CommandType.class);
        rows.put(CommandType.COMM_CREATE, new CommCreateBetween());
        rows.put(CommandType.BARRIER, new BarrierBetween());
        rows.put(CommandType.BCAST, new BcastBetween());
        rows.put(CommandType.REDUCE, new ReduceBetween());
        rows.put(CommandType.ALLREDUCE, new AllreduceBetween());
        rows.put(CommandType.GATHER, new GatherBetween(false));
        rows.put(CommandType.GATHERV, new GatherBetween(true));
        rows.put(CommandType.SCATTER, new ScatterBetween(false));
        rows.put(CommandType.SCATTERV, new ScatterBetween(true));
        rows.put(CommandType.ALLGATHER, new AllgatherBetween());
        rows.put(CommandType.ALLGATHERV, new AllgathervBetween());
        rows.put(CommandType.ALLTOALL, new AlltoallBetween());
        rows.put(CommandType.ALLTOALLV, new AlltoallBetween());
        rows.put(CommandType.ALLTOALLW, new AlltoallBetween());
        rows.put(CommandType.REDUCE_SCATTER, new ReduceScatterBetween());
        rows.put(CommandType.REDUCE_SCATTER_BLOCK, new ReduceScatterBetween());
        return Map.copyOf(rows);
    }
}
