// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.RunObserver;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.Volume;
import org.hdtrace.piosim.network.ServedSums;
import org.junit.jupiter.api.Test;

/** Which ranks send how much in MPICH's large reductions where they are no power of two. */
class FoldedPairsTest {
    private static final int DATA = 4096;
    private static final int HALF = DATA / 2;
    private static final int QUARTER = DATA / 4;
    private static final int OVER = (int) AllToAllRun.OVERHEAD;
    /** Of blocks that go up. */
    private static final int BARE = 40;

    private static EdgeBytes run(CommandType type, int ranks, int root) throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("folded", ranks);
        program.addCollective(type, program.world(), root, new Volume.Uniform(DATA));
        Simulation simulation = new Simulation(
                AllToAllRun.wholeMessages(ranks).method(type, "MPICH").build(),
                Map.of("A", program.build()),
                Algorithms.all(),
                RunObserver.NONE);
        ServedSums sums = ServedSums.of(simulation.network());
        assertEquals(0, simulation.run(SimulationOptions.UNLIMITED).unreceivedMessages());
        return EdgeBytes.of(simulation.network().plan(), sums, ranks);
    }

    @Test
    void inAllreduceTheOddRankOfAPairGoesOn() throws TraceFormatException {
        EdgeBytes bytes = run(CommandType.ALLREDUCE, 3, Command.NO_ROOT);
        // Rank 0 gives all to rank 1, which exchanges halves with rank 2 twice and gives the result back.
        long[] all = {DATA + OVER, 2 * HALF + DATA + 3 * OVER, 2 * HALF + 2 * OVER};
        assertArrayEquals(all, bytes.sent());
        assertArrayEquals(all, bytes.received());
    }

    @Test
    void aRootThatGaveItsDataAwayTakesThePlaceOfRankZero() throws TraceFormatException {
        EdgeBytes bytes = run(CommandType.REDUCE, 6, 3);
        int given = DATA + OVER;
        int halved = HALF + QUARTER + 2 * OVER;
        int quarter = QUARTER + BARE;
        int half = HALF + BARE;
        // Ranks 1 and 3 give theirs to 0 and 2; places are those of 0, 2, 4 and 5. Rank 0 gives its block to the root.
        // To the root's place that of rank 4 comes and, as rank 5 has given its own to rank 2, half of all from there.
        assertArrayEquals(
                new long[] {halved + quarter, given, halved + half, given, halved + quarter, halved + quarter},
                bytes.sent());
        assertArrayEquals(
                new long[] {given + halved, 0, given + halved + quarter, 2 * quarter + half, halved, halved},
                bytes.received());
    }

    @Test
    void aRootThatGoesOnIsInItsOwnPlace() throws TraceFormatException {
        EdgeBytes bytes = run(CommandType.REDUCE, 6, 2);
        int given = DATA + OVER;
        int halved = HALF + QUARTER + 2 * OVER;
        int quarter = QUARTER + BARE;
        int half = HALF + BARE;
        // Counted from that of rank 2, places are those of 2, 0, 5 and 4.
        assertArrayEquals(
                new long[] {halved + half, given, halved, given, halved + quarter, halved + quarter}, bytes.sent());
        assertArrayEquals(
                new long[] {given + halved + quarter, 0, given + halved + quarter + half, 0, halved, halved},
                bytes.received());
    }
}
