// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Command;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On which side of each limit MPICH's choice does what, told by the bytes that it moves. */
class MpichRootedTest {
    @ParameterizedTest(name = "{0} of {2} B among {1} ranks moves what {3} does")
    @CsvSource({
        "BCAST, 8, 12288, BinaryTreeNotMultiplexed",
        "BCAST, 8, 12289, ScatterRecursiveDoubling",
        "BCAST, 7, 600000, BinaryTreeNotMultiplexed",
        "BCAST, 16, 524288, ScatterRecursiveDoubling",
        "REDUCE, 4, 2048, Binomial",
        "REDUCE, 4, 2049, ReduceScatterGatherMPICH2",
        "REDUCE, 2, 2049, ReduceScatterGatherMPICH2",
    })
    void takesTheAlgorithmForTheSize(CommandType type, int ranks, long bytes, String like) throws TraceFormatException {
        Expectation.Formula formula = RootedExpectations.rows().stream()
                .filter(row -> row.type() == type && row.method().equals(like))
                .findFirst()
                .orElseThrow()
                .formula();
        ConformanceRun run = new ConformanceRun(new Expectation(type, "MPICH", formula), ranks);
        run.add(run.program().world(), 1, bytes, Command.BLOCKING).check();
    }

    /** As {@code BroadcastScatterGatherall}, which announces itself once for each rank but the root. */
    @ParameterizedTest(name = "Bcast of {1} B among {0} ranks is scatter and ring")
    @CsvSource({"16, 524289", "9, 12289", "9, 600000"})
    void takesTheRingForMuchDataOrOtherNumbersOfRanks(int ranks, long bytes) throws TraceFormatException {
        Expectation.Formula ring = (p, root, m) -> new Expectation.Moved(
                p - 1L + p * (p - 1L),
                p - 1L + p * (p - 1L),
                Expectation.throughTree(m.stated(), p) + (p - 1L) * m.stated());
        ConformanceRun run = new ConformanceRun(new Expectation(CommandType.BCAST, "MPICH", ring), ranks);
        run.add(run.program().world(), 0, bytes).check();
    }
}
