// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.SimulationResult.Outcome;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;
import org.junit.jupiter.api.Test;

/** Of several receives of an algorithm that accept a message, the one posted first takes it. */
class ReceiveOrderTest {
    private static final int RANKS = 12;
    private static final int LATER = 1;

    /** Everybody sends to rank 0, rank 1 first; what rank 0 does is left open. */
    private abstract static class Sending implements Algorithm {
        @Override
        public void step(Call call, int step) {
            if (call.rank() == 0) {
                receive(call, step);
            } else if (call.rank() == 1 || step == LATER) {
                call.send(0, 100);
            } else {
                call.next(LATER, 1e6);
            }
        }

        abstract void receive(Call call, int step);
    }

    private static SimulationResult run(int ranks, Algorithm algorithm) throws TraceFormatException {
        Application program = Stars.program(ranks, p -> p.addBarrier(p.world()));
        Algorithms table = Algorithms.all().with(CommandType.BARRIER, "Direct", algorithm);
        return new Simulation(
                        Stars.star(ranks).method(CommandType.BARRIER, "Direct").build(),
                        Map.of(Stars.ALIAS, program),
                        table,
                        RunObserver.NONE)
                .run(SimulationOptions.UNLIMITED);
    }

    @Test
    void aReceiveFromARankTakesItsMessageBeforeALaterOneFromAnybody() throws TraceFormatException {
        SimulationResult result = run(3, new Sending() {
            @Override
            void receive(Call call, int step) {
                call.receive(1);
                call.receiveAny();
            }
        });
        assertEquals(Outcome.FINISHED, result.outcome(), result.deadlock());
    }

    @Test
    void aReceiveFromAnybodyTakesTheMessageThatALaterOneWaitsFor() throws TraceFormatException {
        SimulationResult result = run(3, new Sending() {
            @Override
            void receive(Call call, int step) {
                call.receiveAny();
                call.receive(1);
            }
        });
        assertEquals(Outcome.DEADLOCK, result.outcome());
        assertTrue(
                result.deadlock()
                        .contains("rank 0: Barrier in communicator 'WORLD', waits for a message from rank 1 in"),
                result.deadlock());
        assertEquals(1, result.unreceivedMessages(), "that of rank 2");
    }

    @Test
    void messagesThatCameBeforeTheirReceivesAreFound() throws TraceFormatException {
        SimulationResult result = run(RANKS, new Sending() {
            @Override
            void receive(Call call, int step) {
                if (step == START) {
                    call.next(LATER, 1e9);
                } else {
                    for (int rank = RANKS - 1; rank > 0; rank--) {
                        call.receive(rank);
                    }
                }
            }
        });
        assertEquals(Outcome.FINISHED, result.outcome(), result.deadlock());
        assertEquals(3 + 1_000_000_001, result.virtualTimeNanos(), "a step and a second, and no message to wait for");
    }

    @Test
    void reportsNameAllRanksThatACallWaitsFor() throws TraceFormatException {
        SimulationResult result = run(RANKS, (call, step) -> {
            if (call.rank() == 0) {
                for (int rank = RANKS - 1; rank > 0; rank--) {
                    call.receive(rank);
                }
            } else if (call.rank() < 8) {
                call.send(0, 100);
            }
        });
        assertEquals(
                """
                1 rank waits forever
                rank 0: Barrier in communicator 'WORLD', waits for a message from rank 8 in its step 0, \
                waits for a message from rank 9 in its step 0, waits for a message from rank 10 in its step 0, \
                waits for a message from rank 11 in its step 0""",
                result.deadlock());
    }
}
