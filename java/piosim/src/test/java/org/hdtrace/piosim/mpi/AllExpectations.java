// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.hdtrace.piosim.model.cluster.CommandType.ALLREDUCE;
import static org.hdtrace.piosim.model.cluster.CommandType.COMM_CREATE;

import java.util.List;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Volume;
import org.hdtrace.piosim.mpi.Expectation.Moved;

/** What the algorithms move that all ranks take part in alike; p ranks, m bytes of data. */
final class AllExpectations {
    private static final int COMM_MASK = 260;

    private AllExpectations() {}

    static List<Expectation> rows() {
        return List.of(
                new Expectation(COMM_CREATE, "MPICH", AllExpectations::commCreate),
                new Expectation(
                        ALLREDUCE,
                        "RootComputes",
                        (p, root, m) -> Moved.framed(3 * (p - 1L), 2 * (p - 1L) * m.stated())),
                new Expectation(ALLREDUCE, "ReduceBroadcast", (p, root, m) -> RootedExpectations.byDefault(
                                CommandType.REDUCE)
                        .of(p, 0, m)
                        .plus(RootedExpectations.byDefault(CommandType.BCAST).of(p, 0, m))),
                new Expectation(ALLREDUCE, "BinaryTree", AllExpectations::upAndDown));
    }

    /** Once up and once down a tree. */
    private static Moved upAndDown(int ranks, int root, Volume volume) {
        return Moved.framed(2 * (ranks - 1L), 2 * (ranks - 1L) * volume.stated());
    }

    /** A ring with one block of each rank, then the reduction of a mask. */
    private static Moved commCreate(int ranks, int root, Volume volume) {
        long ring = volume.stated() == 0 ? 0 : ranks * (ranks - 1L);
        return Moved.framed(ring, ring * volume.stated()).plus(upAndDown(ranks, 0, new Volume.Uniform(COMM_MASK)));
    }
}
