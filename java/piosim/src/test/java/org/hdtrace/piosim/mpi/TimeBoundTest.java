// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.Volume;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No algorithm is faster than the data that one rank has to send or to receive takes at its edge, whatever the algorithm,
 * and each takes exactly as long as {@link CriticalPaths} says, from any root: what hasn't to wait for each other goes at
 * the same time.
 * On an ideal star: 1 ns for a byte at each of two edges, each with a latency of 1,000 ns; processors take no time.
 */
class TimeBoundTest {
    private static final long LATENCY = 1000;
    private static final int MOST_RANKS = 33;

    static Stream<Expectation> algorithms() {
        return Stream.concat(RootedExpectations.rows().stream(), AllExpectations.rows().stream());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("algorithms")
    void takesExactlyAsLongAsItsCriticalPath(Expectation row) throws TraceFormatException {
        CriticalPaths paths = new CriticalPaths();
        long[] sizes = row.type() == CommandType.BARRIER ? new long[] {0} : new long[] {1000, 200_000};
        for (int ranks = 2; ranks <= MOST_RANKS; ranks++) {
            for (long bytes : sizes) {
                for (int root : roots(row.type(), ranks)) {
                    long expected = paths.of(row.type(), row.method(), ranks, Math.max(0, root), bytes);
                    check(row, ranks, root, bytes, expected);
                }
            }
        }
    }

    private static void check(Expectation row, int ranks, int root, long bytes, long expected)
            throws TraceFormatException {
        CommandType type = row.type();
        ProgramBuilder program = new ProgramBuilder("bound", ranks);
        program.addCollective(type, program.world(), root, volume(type, ranks, bytes));
        long nanos = AllToAllRun.of(
                        AllToAllRun.wholeMessages(ranks).method(type, row.method()), program, ranks, row.toString())
                .nanos();
        String what = row + " of " + ranks + " ranks from " + root + ", " + bytes + " B";
        long least = 2 * LATENCY + atOneEdge(type, ranks, bytes);
        assertTrue(nanos >= least, what + " takes " + nanos + " ns, less than " + least);
        assertEquals(expected, nanos, what);
    }

    /** The first, one in the middle and the last; {@link Command#NO_ROOT} where there is none. */
    private static int[] roots(CommandType type, int ranks) {
        return type.isRooted()
                ? IntStream.of(0, ranks / 2, ranks - 1).distinct().toArray()
                : new int[] {Command.NO_ROOT};
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
