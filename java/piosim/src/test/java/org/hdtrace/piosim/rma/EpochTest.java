// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.rma;

import static org.hdtrace.piosim.rma.WindowRun.ANSWER;
import static org.hdtrace.piosim.rma.WindowRun.FRAME;
import static org.hdtrace.piosim.rma.WindowRun.HEADER;
import static org.hdtrace.piosim.rma.WindowRun.REQUEST;
import static org.hdtrace.piosim.rma.WindowRun.barrier;
import static org.hdtrace.piosim.rma.WindowRun.barrierBytes;
import static org.hdtrace.piosim.rma.WindowRun.message;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Communicator;
import org.hdtrace.piosim.model.program.OneSidedBuilder;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.Volume;
import org.hdtrace.piosim.model.program.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Epochs of active targets: what they move and how long they take without contention, on 1 to 9 ranks. */
class EpochTest {
    private static final int DATA = 3000;

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void fenceWaitsForTransfersAndThenForAllRanks(int ranks) throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("fence", ranks);
        OneSidedBuilder window = program.in(program.createWindow(program.world()));
        for (int rank = 0; rank < ranks; rank++) {
            window.put(rank, (rank + 1) % ranks, DATA);
        }
        window.fence();
        WindowRun run = WindowRun.of(program, ranks);
        boolean alone = ranks == 1;
        long put = alone ? 0 : message(DATA + FRAME) + message(ANSWER);
        assertEquals(put + barrier(ranks), run.nanos());
        long moved = alone ? 0 : ranks * (DATA + FRAME + ANSWER + 2 * HEADER);
        assertEquals(moved + barrierBytes(ranks), run.bytes());
    }

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9})
    void startWaitsForPostsAndWaitForCompletes(int ranks) throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("group", ranks);
        OneSidedBuilder window = program.in(program.createWindow(program.world()));
        for (int rank = 0; rank < ranks; rank++) {
            int next = (rank + 1) % ranks;
            window.post(rank, (rank + ranks - 1) % ranks)
                    .start(rank, next)
                    .put(rank, next, DATA)
                    .complete(rank)
                    .await(rank);
        }
        WindowRun run = WindowRun.of(program, ranks);
        long accessed = message(REQUEST) + message(DATA + FRAME) + message(ANSWER);
        for (int rank = 0; rank < ranks; rank++) {
            assertEquals(message(REQUEST), run.calls("Win_start").get(rank).end(), "a post arrives");
            assertEquals(accessed, run.calls("Win_complete").get(rank).end(), "and the put is complete");
            assertEquals(accessed + message(REQUEST), run.end(rank), "and the other's complete arrives");
        }
        assertEquals(ranks * (2 * REQUEST + DATA + FRAME + ANSWER + 4 * HEADER), run.bytes());
    }

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9})
    void oneTargetWaitsForAllItsOrigins(int ranks) throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("many", ranks);
        OneSidedBuilder window = program.in(program.createWindow(program.world()));
        Integer[] origins = IntStream.range(1, ranks).boxed().toArray(Integer[]::new);
        window.post(0, origins).await(0);
        for (int rank = 1; rank < ranks; rank++) {
            window.start(rank, 0).complete(rank);
        }
        WindowRun run = WindowRun.of(program, ranks);
        // The posts leave the target one after the other, so the completes come one after the other.
        assertEquals(2 * message(REQUEST) + (ranks - 2) * (REQUEST + HEADER), run.end(0));
        assertEquals((ranks - 1) * 2L * (REQUEST + HEADER), run.bytes());
    }

    @Test
    void epochsOfGroupsDoNotMixWhenPostsComeEarly() throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("rounds", 2);
        OneSidedBuilder window = program.in(program.createWindow(program.world()));
        for (int round = 0; round < 3; round++) {
            window.post(1, 0).await(1);
            window.start(0, 1).put(0, 1, 10).complete(0);
        }
        long round = 2 * message(REQUEST) + message(10 + FRAME) + message(ANSWER);
        assertEquals(3 * round, WindowRun.of(program, 2).end(1));
    }

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void makingAWindowIsTwoReductionsAndABarrier(int ranks) throws TraceFormatException {
        ProgramBuilder made = new ProgramBuilder("made", ranks);
        made.createWindow(made.world());
        ProgramBuilder wanted = new ProgramBuilder("wanted", ranks);
        Communicator world = wanted.world();
        wanted.addAllreduce(world, 260).addAllreduce(world, 1).addBarrier(world);
        var model = WindowRun.builder(ranks, Double.POSITIVE_INFINITY).build();
        WindowRun expected = WindowRun.of(wanted, model);
        WindowRun run = WindowRun.of(made, model);
        assertEquals(expected.nanos(), run.nanos());
        assertEquals(expected.bytes(), run.bytes());
        assertTrue(ranks == 1 || run.bytes() > 0);
    }

    @Test
    void freeingWaitsForWhatIsUnderWay() throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("free", 2);
        program.in(program.createWindow(program.world())).put(0, 1, 100_000).free();
        long put = message(100_000 + FRAME) + message(ANSWER);
        assertEquals(put, WindowRun.of(program, 2).end(0), "longer than the barrier before it");
    }

    @Test
    void windowsOfPartsOfTheRanksAreApartFromEachOtherAndFromCollectives() throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("apart", 4);
        Communicator some = program.createCommunicator("some", 3, 1);
        Window first = program.createWindow(some);
        Window second = program.createWindow(some);
        // Each rank ends the epochs in an order of its own around a collective function that is under way.
        program.addNonblockingCollective(CommandType.BARRIER, some, Command.NO_ROOT, Volume.NONE, 5);
        program.in(first).put(3, 1, DATA).fence();
        program.in(second).put(1, 3, DATA).fence();
        program.addWaitAll(1, 5).addWaitAll(3, 5);
        WindowRun run = WindowRun.of(program, 4);
        assertEquals(2 * (DATA + FRAME + ANSWER + 2 * HEADER) + 3 * barrierBytes(2), run.bytes());
        assertEquals(0, run.end(0));
    }
}
