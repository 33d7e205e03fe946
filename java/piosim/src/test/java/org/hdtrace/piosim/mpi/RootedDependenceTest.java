// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Volume;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Data goes the right way: nobody leaves a barrier before all have come, nobody has the root's data before the root has
 * come, and the root has nobody's data before that rank has come.
 */
class RootedDependenceTest {
    private static final long LATE = 1_000_000_000;
    private static final List<Integer> RANKS = List.of(2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 17, 23);
    private static final Set<CommandType> FROM_ROOT =
            Set.of(CommandType.BCAST, CommandType.SCATTER, CommandType.SCATTERV);

    static Stream<Expectation> algorithms() {
        return RootedExpectations.rows().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("algorithms")
    void nobodyEndsBeforeThoseHaveComeWhoseDataItNeeds(Expectation row) throws TraceFormatException {
        for (int ranks : RANKS) {
            for (int late = 0; late < ranks; late++) {
                check(row, ranks, late, 100);
            }
            check(row, ranks, ranks / 2, 150_000);
        }
    }

    private static void check(Expectation row, int ranks, int late, long bytes) throws TraceFormatException {
        int root = FROM_ROOT.contains(row.type()) ? late : (late + 1) % ranks;
        ConformanceRun run = new ConformanceRun(row, ranks);
        run.program().addCompute(late, LATE);
        long[] ends = run.add(run.program().world(), root, bytes).ends();
        Volume volume = ConformanceRun.volume(row.type(), ranks, bytes);
        for (int rank = 0; rank < ranks; rank++) {
            if (waits(row.type(), rank, root, late, volume)) {
                assertTrue(
                        ends[rank] > LATE,
                        row + " of " + ranks + " from " + root + ": rank " + rank + " ends without " + late);
            }
        }
    }

    private static boolean waits(CommandType type, int rank, int root, int late, Volume volume) {
        if (type == CommandType.BARRIER) {
            return true;
        }
        boolean moves = volume.of(FROM_ROOT.contains(type) ? rank : late) > 0;
        return moves && (FROM_ROOT.contains(type) ? rank != root : rank == root);
    }
}
