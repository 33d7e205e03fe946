// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.hdtrace.piosim.model.cluster.CommandType.ALLREDUCE;
import static org.hdtrace.piosim.model.cluster.CommandType.COMM_CREATE;
import static org.hdtrace.piosim.model.cluster.CommandType.GLOBAL_SYNC;

import org.hdtrace.piosim.process.Algorithm;

/** Rows of collective functions that all ranks take part in alike. */
final class AllMethods {
    private AllMethods() {}

    static void rows(Algorithms table) {
        Algorithm together = new VirtualSync();
        table.row(COMM_CREATE, "MPICH", new CommCreateMpich())
                .row(COMM_CREATE, "VirtualSync", together)
                .row(GLOBAL_SYNC, "GlobalSync", together)
                .row(ALLREDUCE, "VirtualSync", together)
                .row(ALLREDUCE, "RootComputes", new AllreduceRootComputes())
                .row(ALLREDUCE, "ReduceBroadcast", new AllreduceReduceBroadcast())
                .row(ALLREDUCE, "BinaryTree", new AllreduceBinaryTree());
    }
}
