// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.hdtrace.piosim.model.cluster.CommandType.BARRIER;
import static org.hdtrace.piosim.model.cluster.CommandType.BCAST;
import static org.hdtrace.piosim.model.cluster.CommandType.GATHER;
import static org.hdtrace.piosim.model.cluster.CommandType.REDUCE;

import org.hdtrace.piosim.process.Algorithm;

/** Rows of collective functions with a root, and of barriers. */
final class RootedMethods {
    private RootedMethods() {}

    static void rows(Algorithms table) {
        Algorithm together = new VirtualSync();
        table.row(BARRIER, "VirtualSync", together)
                .row(BARRIER, "Direct", new BarrierDirect())
                .row(BARRIER, "BinaryTree", new BarrierBinaryTree())
                .row(BARRIER, "BarrierMPICH2", new BarrierMpich2())
                .row(BCAST, "VirtualSync", together)
                .row(BCAST, "Direct", new BcastDirect())
                .row(BCAST, "BinaryTreeSimple", new BcastBinaryTreeSimple())
                .row(BCAST, "BinaryTreeNotMultiplexed", new BcastBinaryTreeNotMultiplexed())
                .row(BCAST, "BroadcastScatterGatherall", new BcastScatterGatherall())
                .row(REDUCE, "VirtualSync", together)
                .row(REDUCE, "BinaryTreeSimple", new ReduceBinaryTreeSimple())
                .row(REDUCE, "ReduceScatterGatherMPICH2", new ReduceScatterGather())
                .row(GATHER, "VirtualSync", together)
                .row(GATHER, "Direct", new GatherDirect())
                .row(GATHER, "GatherMPICH2", new GatherMpich2());
    }
}
