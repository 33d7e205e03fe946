// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.Volume;
import org.hdtrace.piosim.mpi.Expectation.Moved;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No algorithm is faster than the data that one rank has to send or to receive takes at its edge, whatever the algorithm,
 * and none slower than all its messages one after the other. On an ideal star: 1 ns for a byte at each of two edges, each
 * with a latency of 1,000 ns; processors take no time.
 */
class TimeBoundTest {
    private static final long LATENCY = 1000;
    private static final List<Integer> RANKS = List.of(2, 3, 4, 5, 8, 9, 13, 16, 17);

    static Stream<Expectation> algorithms() {
        return Stream.concat(RootedExpectations.rows().stream(), AllExpectations.rows().stream());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("algorithms")
    void takesAsLongAsOneEdgeAndNoLongerThanAllMessagesInTurn(Expectation row) throws TraceFormatException {
        for (int ranks : RANKS) {
            for (long bytes : new long[] {0, 1000, 300_000}) {
                check(row, ranks, bytes);
            }
        }
    }

    private static void check(Expectation row, int ranks, long bytes) throws TraceFormatException {
        CommandType type = row.type();
        int root = type.isRooted() ? ranks / 2 : Command.NO_ROOT;
        Volume volume = volume(type, ranks, bytes);
        ProgramBuilder program = new ProgramBuilder("bound", ranks);
        program.addCollective(type, program.world(), root, volume);
        long nanos =
                AllToAllRun.of(program, ranks, type, row.method(), Map.of()).nanos();
        Moved moved = row.formula().of(ranks, Math.max(0, root), volume);
        String what = row + " of " + ranks + " ranks, " + bytes + " B";
        if (moved.messages() > 0) {
            long least = 2 * LATENCY + atOneEdge(type, ranks, bytes);
            assertTrue(nanos >= least, what + " takes " + nanos + " ns, less than " + least);
        }
        long most = 2 * moved.wire() + 2 * LATENCY * moved.messages();
        assertTrue(nanos <= most, what + " takes " + nanos + " ns, more than " + most);
    }

    /** Bytes that some rank has to send or to receive in any case, all blocks being equal. */
    private static long atOneEdge(CommandType type, int ranks, long bytes) {
        return switch (type) {
            case BARRIER -> 0;
            case BCAST, REDUCE, ALLREDUCE, SCAN, EXSCAN, COMM_CREATE -> bytes;
            default -> (ranks - 1) * bytes;
        };
    }

    private static Volume volume(CommandType type, int ranks, long bytes) {
        return switch (type) {
            case BARRIER -> Volume.NONE;
            case GATHERV, SCATTERV, ALLGATHERV, REDUCE_SCATTER -> {
                long[] each = new long[ranks];
                Arrays.fill(each, bytes);
                yield new Volume.PerRank(each);
            }
            default -> new Volume.Uniform(bytes);
        };
    }
}
