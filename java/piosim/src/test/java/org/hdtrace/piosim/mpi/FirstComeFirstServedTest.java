// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.mpi.Expectation.Moved;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rank that comes late holds up nobody else; what is moved says {@link CollectiveConformanceTest}. */
class FirstComeFirstServedTest {
    private static final int RANKS = 7;
    private static final int ROOT = 3;
    private static final long LATE = 1_000_000;
    private static final long BYTES = 1000;

    @ParameterizedTest(name = "rank {0} comes late")
    @ValueSource(ints = {0, 1, 2, 4, 5, 6})
    void gatherHasTakenAllOtherBlocksWhenTheLastRankComes(int late) throws TraceFormatException {
        long ofTwo = run(CommandType.GATHER, 2).add(1)[1];
        assertEquals(LATE + 1 + ofTwo, run(CommandType.GATHER, RANKS).late(late).add(ROOT)[ROOT]);
    }

    @ParameterizedTest(name = "rank {0} comes late")
    @ValueSource(ints = {0, 1, 2, 4, 5, 6})
    void scatterHasServedAllOthersWhenTheLastRankComes(int late) throws TraceFormatException {
        long ofTwo = run(CommandType.SCATTER, 2).add(1)[0];
        long[] ends = run(CommandType.SCATTER, RANKS).late(late).add(ROOT);
        for (int rank = 0; rank < RANKS; rank++) {
            assertTrue(rank == ROOT || rank == late || ends[rank] < LATE, "rank " + rank + " ends at " + ends[rank]);
        }
        assertEquals(LATE + 1 + ofTwo, ends[late]);
    }

    private static Run run(CommandType type, int ranks) {
        return new Run(new ConformanceRun(new Expectation(type, "FCFS", (p, root, m) -> Moved.NOTHING), ranks));
    }

    private record Run(ConformanceRun run) {
        Run late(int rank) {
            run.program().addCompute(rank, LATE);
            return this;
        }

        long[] add(int root) throws TraceFormatException {
            return run.add(run.program().world(), root, BYTES).ends();
        }
    }
}
