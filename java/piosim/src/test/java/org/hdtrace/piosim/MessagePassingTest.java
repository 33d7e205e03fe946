// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.piosim.SimulationResult.FunctionResult;
import org.hdtrace.piosim.SimulationResult.Outcome;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Origin;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which message meets which receive, and what is said when none does. */
class MessagePassingTest {
    private static final int ANY = Command.ANY_SOURCE;
    private static final int LARGE = 300_000;

    @ParameterizedTest
    @ValueSource(ints = {1, 102_400, 102_401, LARGE})
    void severalWildcardReceivesTakeTheMessagesOfAllSenders(int bytes) {
        SimulationResult result = run(5, p -> {
            for (int i = 0; i < 3; i++) {
                for (int rank = 1; rank < 5; rank++) {
                    p.addSend(rank, 0, bytes, rank);
                    p.addRecv(0, ANY, Command.ANY_TAG);
                }
            }
        });
        finished(result);
        assertEquals(12L * bytes, function(result, "Recv").bytes());
    }

    @Test
    void severalWildcardsPostedAtOnceAreServedInTheOrderOfPosting() {
        SimulationResult result = run(3, p -> {
            p.add(0, irecv(p, ANY, 5, 1));
            p.add(0, irecv(p, ANY, 5, 2));
            p.add(0, irecv(p, 2, 5, 3));
            p.add(0, waitFor(1, 2, 3));
            p.addSend(2, 0, 10, 5).addSend(2, 0, 10, 5).addCompute(2, 1_000_000).addSend(2, 0, 10, 5);
        });
        finished(result);
    }

    @Test
    void tagsAreToldApartEvenAgainstTheOrderOfSending() {
        SimulationResult result = run(2, p -> {
            p.addSend(0, 1, 100, 1).addSend(0, 1, 200, 2);
            p.addRecv(1, 0, 2).addRecv(1, 0, 1);
        });
        finished(result);
        assertEquals(300, function(result, "Recv").bytes());
    }

    @Test
    void messagesOfOneSenderAreReceivedInTheOrderSent() {
        // The first, of many packets, is overtaken on the way by the second, of one; it still matches first.
        SimulationResult result = run(2, p -> {
            p.add(0, isend(p, 1, 9, 90_000, 1)).add(0, isend(p, 1, 9, 10, 2)).add(0, waitFor(1, 2));
            p.addRecv(1, 0, 9).addRecv(1, ANY, 9);
        });
        finished(result);
        assertEquals(90_010, function(result, "Recv").bytes());
    }

    @Test
    void nonblockingCallsOverlapWithComputation() {
        Consumer<ProgramBuilder> blocking = p -> p.addSend(0, 1, LARGE, 1)
                .addCompute(0, 2_000_000)
                .addRecv(1, 0, 1)
                .addCompute(1, 2_000_000);
        Consumer<ProgramBuilder> overlapping = p -> {
            p.add(0, isend(p, 1, 1, LARGE, 7)).addCompute(0, 2_000_000).add(0, waitFor(7));
            p.add(1, irecv(p, 0, 1, 7)).addCompute(1, 2_000_000).add(1, waitFor(7));
        };
        assertTrue(run(2, overlapping).virtualTimeNanos() < run(2, blocking).virtualTimeNanos());
    }

    @ParameterizedTest
    @ValueSource(ints = {10, LARGE})
    void aRankCanSendToItself(int bytes) {
        finished(run(1, p -> p.addSendrecv(0, 0, bytes, 1, 0, 1)));
    }

    @Test
    void aRingOfLargeSendrecvsDoesNotLock() {
        finished(run(7, p -> {
            for (int rank = 0; rank < 7; rank++) {
                p.addSendrecv(rank, (rank + 1) % 7, LARGE, 0, (rank + 6) % 7, 0);
            }
        }));
    }

    @Test
    void largeSendsInARingAreADeadlockWithItsCycle() {
        SimulationResult result = run(3, p -> {
            for (int rank = 0; rank < 3; rank++) {
                p.addSend(rank, (rank + 1) % 3, LARGE, 4).addRecv(rank, (rank + 2) % 3, 4);
            }
        });
        assertEquals(Outcome.DEADLOCK, result.outcome());
        assertEquals(
                """
                3 ranks wait forever
                rank 0: Send to rank 1 with tag 4 of 300000 B in communicator 'WORLD', waits for the answer of rank 1
                rank 1: Send to rank 2 with tag 4 of 300000 B in communicator 'WORLD', waits for the answer of rank 2
                rank 2: Send to rank 0 with tag 4 of 300000 B in communicator 'WORLD', waits for the answer of rank 0
                cycle: rank 0 -> rank 1 -> rank 2 -> rank 0
                not received: Send of rank 2 to rank 0 with tag 4 of 300000 B in communicator 'WORLD'
                not received: Send of rank 0 to rank 1 with tag 4 of 300000 B in communicator 'WORLD'
                not received: Send of rank 1 to rank 2 with tag 4 of 300000 B in communicator 'WORLD'""",
                result.deadlock());
    }

    @Test
    void aReceiveWithoutASendIsADeadlockWithoutCycle() {
        SimulationResult result = run(2, p -> p.addRecv(1, 0, 42));
        assertEquals(
                "1 rank waits forever\n"
                        + "rank 1: Recv in communicator 'WORLD', waits for a message from rank 0 with tag 42",
                result.deadlock());
        assertEquals(-1, result.clients().get(1).endNanos());
        assertNotEquals(-1, result.clients().get(0).endNanos());
    }

    @Test
    void aRankThatMissesACollectiveIsNamed() {
        SimulationResult result = run(3, p -> {
            Command sync = new Command.GlobalSync(p.world(), new Origin("Init", Attributes.none()));
            p.add(0, sync).add(2, sync);
        });
        assertTrue(result.deadlock().contains("rank 0: Init in communicator 'WORLD', waits for rank 1\n"));
    }

    @Test
    void aMessageThatNobodyReceivesIsCounted() {
        SimulationResult result = run(2, p -> p.addSend(0, 1, 10, 1));
        finishedWithRest(result);
        assertEquals(1, result.unreceivedMessages());
    }

    @Test
    void limitsEndTheSimulation() throws Exception {
        var application = Stars.program(2, p -> p.addCompute(0, 1_000_000_000).addSendAndRecv(0, 1, 10, 1));
        SimulationResult late = new Simulation(Stars.star(2).build(), java.util.Map.of(Stars.ALIAS, application))
                .run(new SimulationOptions(1000, Long.MAX_VALUE));
        assertEquals(Outcome.LIMIT, late.outcome());
        assertTrue(late.virtualTimeNanos() <= 1000);
        SimulationResult many = new Simulation(Stars.star(2).build(), java.util.Map.of(Stars.ALIAS, application))
                .run(new SimulationOptions(Long.MAX_VALUE, 3));
        assertEquals(Outcome.LIMIT, many.outcome());
        assertEquals(3, many.events());
    }

    private static Command isend(ProgramBuilder p, int target, int tag, long bytes, long request) {
        return new Command.Send(target, tag, bytes, p.world(), request, new Origin("Isend", Attributes.none()));
    }

    private static Command irecv(ProgramBuilder p, int source, int tag, long request) {
        return new Command.Recv(source, tag, p.world(), request, new Origin("Irecv", Attributes.none()));
    }

    private static Command waitFor(long... requests) {
        List<Long> all = Arrays.stream(requests).boxed().toList();
        return new Command.Wait(all, new Origin("Waitall", Attributes.none()));
    }

    private static SimulationResult run(int ranks, Consumer<ProgramBuilder> commands) {
        return Stars.run(Stars.star(ranks).build(), Stars.program(ranks, commands));
    }

    private static FunctionResult function(SimulationResult result, String name) {
        return result.functions().stream()
                .filter(f -> f.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void finished(SimulationResult result) {
        finishedWithRest(result);
        assertEquals(0, result.unreceivedMessages());
    }

    private static void finishedWithRest(SimulationResult result) {
        assertNull(result.deadlock());
        assertEquals(Outcome.FINISHED, result.outcome());
    }
}
