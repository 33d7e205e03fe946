// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.rma;

import static org.hdtrace.piosim.rma.WindowRun.ANSWER;
import static org.hdtrace.piosim.rma.WindowRun.FRAME;
import static org.hdtrace.piosim.rma.WindowRun.HEADER;
import static org.hdtrace.piosim.rma.WindowRun.REQUEST;
import static org.hdtrace.piosim.rma.WindowRun.message;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.program.OneSided;
import org.hdtrace.piosim.model.program.OneSided.Lock;
import org.hdtrace.piosim.model.program.OneSidedBuilder;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.rma.WindowRun.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Epochs that the target takes no part in. */
class LockTest {
    private static final int DATA = 3000;
    private static final double SPEED = 1e9;

    /** Rank 0 is the target; all others lock it, put something there, and unlock it. */
    private static ProgramBuilder allPut(int ranks, Lock lock) {
        ProgramBuilder program = new ProgramBuilder("locks", ranks);
        OneSidedBuilder window = program.in(program.createWindow(program.world()));
        for (int rank = 1; rank < ranks; rank++) {
            window.lock(rank, 0, lock).put(rank, 0, DATA).unlock(rank, 0);
        }
        return program;
    }

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9})
    void exclusiveLocksAreHeldOneAfterTheOther(int ranks) throws TraceFormatException {
        WindowRun run = WindowRun.of(allPut(ranks, Lock.EXCLUSIVE), ranks);
        List<Ended> locks = run.calls("Win_lock");
        List<Ended> unlocks = run.calls("Win_unlock");
        for (int i = 0; i < ranks - 1; i++) {
            assertEquals(locks.get(i).rank(), unlocks.get(i).rank());
            assertTrue(i == 0 || unlocks.get(i - 1).end() < locks.get(i).end(), "turn " + i);
        }
        int turns = ranks - 1;
        long turn = message(ANSWER) + message(DATA + FRAME) + message(ANSWER) + message(REQUEST);
        // The answer to an unlock leaves before that to the next lock.
        long expected = message(REQUEST) + turns * turn + (turns - 1) * (ANSWER + HEADER) + message(ANSWER);
        assertEquals(expected, run.nanos());
        assertEquals(
                turns * (2 * REQUEST + 3 * ANSWER + DATA + FRAME + 6 * HEADER), run.bytes(), "six messages a turn");
        assertEquals(0, run.end(0), "the target has nothing to do");
    }

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {3, 4, 5, 6, 7, 8, 9})
    void sharedLocksAreHeldAtTheSameTime(int ranks) throws TraceFormatException {
        WindowRun shared = WindowRun.of(allPut(ranks, Lock.SHARED), ranks);
        WindowRun exclusive = WindowRun.of(allPut(ranks, Lock.EXCLUSIVE), ranks);
        long lastLock = shared.calls("Win_lock").get(ranks - 2).end();
        assertTrue(lastLock < shared.calls("Win_unlock").get(0).end(), "all have it before the first gives it back");
        assertTrue(shared.nanos() < exclusive.nanos());
        assertEquals(exclusive.bytes(), shared.bytes());
    }

    @Test
    void locksAreGrantedInTheOrderOfTheirRequests() throws TraceFormatException {
        int ranks = 6;
        ProgramBuilder program = new ProgramBuilder("order", ranks);
        OneSidedBuilder window = program.in(program.createWindow(program.world()));
        int[] order = {3, 5, 1, 2, 4};
        for (int i = 0; i < order.length; i++) {
            program.addCompute(order[i], 500L * i + 1);
            window.lock(order[i], 0, i % 2 == 0 ? Lock.SHARED : Lock.EXCLUSIVE);
            program.addCompute(order[i], 50_000);
            window.unlock(order[i], 0);
        }
        WindowRun run = WindowRun.of(program, WindowRun.model(ranks, SPEED));
        List<Ended> locks = run.calls("Win_lock");
        List<Ended> unlocks = run.calls("Win_unlock");
        for (int i = 0; i < order.length; i++) {
            assertEquals(order[i], locks.get(i).rank(), "turn " + i);
            assertTrue(i == 0 || unlocks.get(i - 1).end() < locks.get(i).end(), "a shared one overtakes nobody");
        }
    }

    @Test
    void lockOfAllAsksEachRank() throws TraceFormatException {
        for (int ranks = 2; ranks <= 9; ranks++) {
            ProgramBuilder program = new ProgramBuilder("all", ranks);
            OneSidedBuilder window = program.in(program.createWindow(program.world()));
            window.lock(0, OneSided.EVERYBODY, Lock.SHARED).unlock(0, OneSided.EVERYBODY);
            WindowRun run = WindowRun.of(program, ranks);
            int others = ranks - 1;
            // Requests leave one after the other; the answers come back as far apart, or as far as they are long.
            long there = message(REQUEST);
            long back = message(ANSWER) + (others - 1) * (ANSWER + HEADER);
            assertEquals(2 * (there + back), run.end(0), ranks + " ranks");
            assertEquals(others * 2L * (REQUEST + ANSWER + 2 * HEADER), run.bytes());
        }
    }

    @Test
    void targetMayWaitForAMessageMeanwhile() throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("passive", 2);
        OneSidedBuilder window = program.in(program.createWindow(program.world()));
        window.lock(0, 1, Lock.EXCLUSIVE).get(0, 1, DATA).unlock(0, 1);
        program.addSendAndRecv(0, 1, 0, 3);
        long access = message(REQUEST) + message(ANSWER) + message(REQUEST) + message(DATA + FRAME);
        long end = access + message(REQUEST) + message(ANSWER) + message(FRAME);
        assertEquals(end, WindowRun.of(program, 2).end(1));
    }

    @Test
    void uncheckedLockTakesNoMessage() throws TraceFormatException {
        ProgramBuilder program = allPut(2, Lock.UNCHECKED);
        WindowRun run = WindowRun.of(program, 2);
        assertEquals(message(DATA + FRAME) + message(ANSWER), run.end(1));
        assertEquals(DATA + FRAME + ANSWER + 2 * HEADER, run.bytes());
    }

    @Test
    void sameProgramTakesTheSameCourseEachTime() throws TraceFormatException {
        int ranks = 7;
        ProgramBuilder program = new ProgramBuilder("again", ranks);
        OneSidedBuilder window = program.in(program.createWindow(program.world()));
        IntStream.range(0, 40).forEach(i -> {
            int rank = i * 5 % ranks;
            int target = i * 3 % ranks;
            window.lock(rank, target, i % 3 == 0 ? Lock.EXCLUSIVE : Lock.SHARED)
                    .accumulate(rank, target, 100L * i)
                    .get(rank, target, 77)
                    .unlock(rank, target);
        });
        window.fence().free();
        WindowRun first = WindowRun.of(program, WindowRun.model(ranks, SPEED));
        WindowRun second = WindowRun.of(program, WindowRun.model(ranks, SPEED));
        assertEquals(first.calls(), second.calls());
        assertEquals(first.bytes(), second.bytes());
        assertEquals(first.result().events(), second.result().events());
    }
}
