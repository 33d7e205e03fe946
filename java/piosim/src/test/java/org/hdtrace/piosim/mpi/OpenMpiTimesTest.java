// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.hdtrace.piosim.mpi.AllToAllRun.OVERHEAD;
import static org.hdtrace.piosim.mpi.AllToAllRun.message;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.Volume;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Times by hand of the algorithms that Open MPI has and others don't, on an ideal star. */
class OpenMpiTimesTest {
    private static final Map<String, Long> NONE = Map.of();

    static Stream<Arguments> times() {
        long k = message(1000);
        long atEdge = 1000 + OVERHEAD;
        return Stream.of(
                Arguments.of("Barrier", "Linear", 4, 0, NONE, 2 * (message(0) + 2 * OVERHEAD)),
                Arguments.of("Barrier", "Tree", 4, 0, NONE, 4 * message(0)),
                Arguments.of("Bcast", "Linear", 4, 1000, NONE, k + 2 * atEdge),
                Arguments.of("Bcast", "Chain", 4, 1000, NONE, 3 * k),
                Arguments.of("Bcast", "Chain", 4, 3000, Map.of("segment", 1000L), 3 * k + 2 * atEdge),
                Arguments.of("Bcast", "CompleteBinaryTree", 7, 1000, NONE, 2 * (k + atEdge)),
                Arguments.of("Bcast", "BinomialOpenMPI", 4, 1000, NONE, 2 * k),
                Arguments.of("Bcast", "KnomialTree", 4, 1000, NONE, k + 2 * atEdge),
                Arguments.of("Bcast", "KnomialTree", 4, 1000, Map.of("radix", 2L), 2 * k),
                Arguments.of("Bcast", "SplitBinaryTree", 3, 1000, NONE, 2 * message(500) + 500 + OVERHEAD),
                Arguments.of("Reduce", "Chain", 4, 1000, NONE, 3 * k),
                Arguments.of("Reduce", "CompleteBinaryTree", 3, 1000, NONE, k + atEdge),
                Arguments.of("Reduce", "BinomialOpenMPI", 4, 1000, NONE, 2 * k),
                // The last rank, which leads, passes on to rank 1.
                Arguments.of("Reduce", "InOrderBinaryTree", 3, 1000, NONE, 2 * k + atEdge),
                Arguments.of(
                        "Allreduce",
                        "SegmentedRing",
                        2,
                        4000,
                        Map.of("segment", 500L),
                        4 * message(500) + message(2000)),
                Arguments.of("Allreduce", "SegmentedRing", 2, 4000, NONE, 2 * message(2000)),
                Arguments.of("Gather", "LinearSync", 2, 1000, NONE, message(0) + k + OVERHEAD),
                Arguments.of(
                        "Gather",
                        "LinearSync",
                        2,
                        1000,
                        Map.of("segment", 400L),
                        message(0) + 400 + OVERHEAD + message(600)),
                Arguments.of("Scatter", "Linear", 4, 1000, NONE, k + 2 * atEdge),
                Arguments.of("ReduceScatter", "Butterfly", 4, 1000, NONE, message(2000) + 2 * k),
                Arguments.of("Alltoall", "PairwiseShifting", 4, 1000, NONE, 3 * k));
    }

    @ParameterizedTest(name = "{0} {1}, {2} ranks, {3} B, {4}: {5} ns")
    @MethodSource("times")
    void takesWhatIsCalculatedByHand(
            String command, String method, int ranks, long bytes, Map<String, Long> parameters, long expected)
            throws TraceFormatException {
        CommandType type = CommandType.byName(command).orElseThrow();
        long[] each = new long[ranks];
        Arrays.fill(each, bytes);
        Volume volume = type == CommandType.REDUCE_SCATTER ? new Volume.PerRank(each) : new Volume.Uniform(bytes);
        ProgramBuilder program = new ProgramBuilder("times", ranks);
        int root = type.isRooted() ? 1 : Command.NO_ROOT;
        program.addCollective(type, program.world(), root, volume);
        assertEquals(
                expected,
                AllToAllRun.of(program, ranks, type, method, parameters).nanos());
    }
}
