// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Volume;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Data goes the right way: the result of a rank needs data of every other one (in a scan of those before it), so no rank
 * may end before the last one has come. Any block that is sent to the wrong rank or too early lets somebody go.
 */
class AllToAllDependenceTest {
    private static final long LATE = 1_000_000_000;
    private static final List<Integer> RANKS = List.of(2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 17, 23);
    private static final Set<CommandType> SCANS = Set.of(CommandType.SCAN, CommandType.EXSCAN);
    private static final Set<CommandType> OF_EACH_RANK = Set.of(CommandType.ALLGATHERV, CommandType.REDUCE_SCATTER);

    static Stream<Expectation> algorithms() {
        return AllExpectations.rows().stream().filter(row -> row.type() != CommandType.COMM_CREATE);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("algorithms")
    void nobodyEndsBeforeTheLastRankHasCome(Expectation row) throws TraceFormatException {
        for (int ranks : RANKS) {
            for (int late = 0; late < ranks; late++) {
                check(row, ranks, late, 100);
            }
            check(row, ranks, ranks / 2, 100_000);
        }
    }

    private static void check(Expectation row, int ranks, int late, long bytes) throws TraceFormatException {
        long[] ends = ends(row, ranks, late, bytes);
        int first = SCANS.contains(row.type()) ? late + 1 : 0;
        for (int rank = first; rank < ranks; rank++) {
            assertTrue(
                    ends[rank] > LATE,
                    row + " of " + ranks + " ranks: rank " + rank + " ends without rank " + late + " at " + ends[rank]);
        }
    }

    private static long[] ends(Expectation row, int ranks, int late, long bytes) throws TraceFormatException {
        long[] each = new long[ranks];
        Arrays.fill(each, bytes);
        Volume volume = OF_EACH_RANK.contains(row.type()) ? new Volume.PerRank(each) : new Volume.Uniform(bytes);
        ConformanceRun run = new ConformanceRun(row, ranks);
        run.program().addCompute(late, LATE);
        return run.add(run.program().world(), 0, volume, Command.BLOCKING).ends();
    }
}
