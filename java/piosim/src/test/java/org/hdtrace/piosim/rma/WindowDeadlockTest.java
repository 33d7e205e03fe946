// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Consumer;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.program.OneSided.Lock;
import org.hdtrace.piosim.model.program.OneSidedBuilder;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.process.WaitingRank;
import org.junit.jupiter.api.Test;

/** What is told about programs that wait forever for a lock or for the other side of an epoch. */
class WindowDeadlockTest {
    private static SimulationResult run(int ranks, Consumer<ProgramBuilder> commands) throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("stuck", ranks);
        commands.accept(program);
        return WindowRun.of(program, WindowRun.model(ranks, Double.POSITIVE_INFINITY))
                .result();
    }

    private static void expect(SimulationResult result, String... lines) {
        assertEquals(SimulationResult.Outcome.DEADLOCK, result.outcome());
        for (String line : lines) {
            assertTrue(result.deadlock().contains(line), () -> line + " isn't in\n" + result.deadlock());
        }
    }

    @Test
    void namesTheLockAndWhoHasIt() throws TraceFormatException {
        SimulationResult result = run(3, program -> {
            OneSidedBuilder window = program.in(program.createWindow(program.world()));
            window.lock(2, 1, Lock.SHARED);
            program.addSend(2, 0, 1, 8).addRecv(0, 2, 8).addRecv(2, 0, 9);
            window.lock(0, 1, Lock.EXCLUSIVE);
            program.addSend(0, 2, 1, 9);
        });
        expect(
                result,
                "2 ranks wait forever",
                "rank 2: Recv in communicator 'WORLD', waits for a message from rank 0 with tag 9",
                "cycle: rank 0 -> rank 2 -> rank 0");
        List<String> functions =
                result.cycle().stream().map(WaitingRank::function).toList();
        assertEquals(List.of("Win_lock", "Recv"), functions);
        expect(
                result,
                "rank 0: Win_lock of window 0 in communicator 'WORLD', waits for the lock at rank 1 that rank 2 has");
    }

    @Test
    void namesWhoHasNotPosted() throws TraceFormatException {
        SimulationResult result = run(3, program -> {
            OneSidedBuilder window = program.in(program.createWindow(program.world()));
            window.post(1, 0).start(0, 1, 2).complete(0).await(1);
        });
        expect(
                result,
                "rank 0: Win_start of window 0 in communicator 'WORLD', waits for the post of rank 2",
                "rank 1: Win_wait of window 0 in communicator 'WORLD', waits for the complete of rank 0");
    }

    @Test
    void namesWhoIsMissingAtAFence() throws TraceFormatException {
        SimulationResult result = run(2, program -> {
            OneSidedBuilder window = program.in(program.createWindow(program.world()));
            program.addRecv(1, 0, 4);
            window.fence();
            program.addSend(0, 1, 1, 4);
        });
        expect(
                result,
                "rank 0: Win_fence of window 0 in communicator 'WORLD', waits for a message from rank 1",
                "cycle: rank 0 -> rank 1 -> rank 0");
    }
}
