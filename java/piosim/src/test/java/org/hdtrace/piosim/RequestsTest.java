// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Consumer;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Origin;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.SendMode;
import org.hdtrace.piosim.model.program.Volume;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nonblocking calls of all kinds and the waits that end them. A step costs 3 ns, a cycle 1 ns. */
class RequestsTest {
    private static final int LATE = 1_000_000;

    /** Rank 0 posts two receives; the message of rank 1 comes late, that of rank 2 early. */
    private static ProgramBuilder lateAndEarly(ProgramBuilder p) {
        p.addCompute(1, LATE).addSend(1, 0, 10, 1).addSend(2, 0, 10, 2);
        return p.addIrecv(0, 1, 1, 1).addIrecv(0, 2, 2, 2);
    }

    @Test
    void waitanyEndsWithTheFirstRequestAndForgetsIt() {
        long once = endOfFirst(3, p -> lateAndEarly(p).addWaitAny(0, 1, 2));
        assertTrue(once < LATE, "ended at " + once);
        long twice = endOfFirst(3, p -> lateAndEarly(p).addWaitAny(0, 1, 2).addWaitAny(0, 1, 2));
        assertTrue(twice > LATE, "ended at " + twice);
        long thrice = endOfFirst(
                3, p -> lateAndEarly(p).addWaitAny(0, 1, 2).addWaitAny(0, 1, 2).addWaitAny(0, 1, 2));
        assertEquals(twice + 3, thrice, "nothing is left to wait for");
    }

    @Test
    void waitallEndsWithTheLastRequestWhateverTheOrder() {
        long late = endOfFirst(3, p -> lateAndEarly(p).addWaitAny(0, 1, 2).addWaitAny(0, 1, 2));
        assertEquals(late, endOfFirst(3, p -> lateAndEarly(p).addWaitAll(0, 2, 1)));
        assertEquals(late, endOfFirst(3, p -> lateAndEarly(p).addWaitAll(0, 1, 2)));
    }

    @Test
    void waitsomeTakesAllThatAreCompleteAndWaitanyOne() {
        Consumer<ProgramBuilder> posted = p -> {
            p.addSend(1, 0, 10, 1).addSend(2, 0, 10, 2).addCompute(1, LATE).addSend(1, 0, 10, 3);
            p.addIrecv(0, 1, 1, 1).addIrecv(0, 2, 2, 2).addIrecv(0, 1, 3, 3).addCompute(0, LATE / 2);
        };
        long some = endOfFirst(3, posted.andThen(p -> p.addWaitSome(0, 1, 2).addWaitAny(0, 1, 2, 3)));
        assertTrue(some > LATE, "only the late one was left, ended at " + some);
        long any = endOfFirst(3, posted.andThen(p -> p.addWaitAny(0, 1, 2).addWaitAny(0, 1, 2, 3)));
        assertTrue(any < LATE, "an early one was left, ended at " + any);
    }

    @Test
    void waitsomeWaitsForOneWhenNoneIsComplete() {
        long one = endOfFirst(3, p -> lateAndEarly(p).addWaitSome(0, 1, 2));
        assertEquals(endOfFirst(3, p -> lateAndEarly(p).addWaitAny(0, 1, 2)), one);
    }

    @Test
    void aSendrecvWithARequestOverlapsWithComputation() {
        Consumer<ProgramBuilder> both = p -> {
            for (int rank = 0; rank < 2; rank++) {
                p.add(rank, new Command.Sendrecv(1 - rank, 5, 300_000, 1 - rank, 5, p.world(), 9, Origin.NONE));
                p.addCompute(rank, 50_000_000).addWaitAll(rank, 9);
            }
        };
        SimulationResult result = run(2, both);
        assertTrue(result.virtualTimeNanos() < 50_100_000, "took " + result.virtualTimeNanos());
        assertEquals(0, result.unreceivedMessages());
    }

    @Test
    void persistentOperationsRunEveryTimeTheyAreStarted() {
        SimulationResult result = run(2, p -> {
            Command send = new Command.Send(1, 4, 1000, p.world(), 1, Origin.NONE);
            Command receive = new Command.Recv(0, 4, p.world(), 1, Origin.NONE);
            for (int i = 0; i < 3; i++) {
                p.addStart(0, send).addWaitAll(0, 1).addStart(1, receive).addWaitAll(1, 1);
            }
            p.addSend(0, 1, 7, 4).addRecv(1, 0, 4);
        });
        assertEquals(0, result.unreceivedMessages());
        assertEquals(
                7,
                result.functions().stream()
                        .filter(f -> f.name().equals("Recv"))
                        .findFirst()
                        .orElseThrow()
                        .bytes(),
                "the fourth message is left to the receive");
    }

    @Test
    void whatIsStartedNeedsARequest() {
        ProgramBuilder p = new ProgramBuilder("p", 2);
        assertThrows(
                IllegalArgumentException.class,
                () -> p.addStart(0, new Command.Send(1, 4, 1000, p.world(), Origin.NONE)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 17})
    void severalNonblockingCollectivesOfOneTypeAreKeptApart(int ranks) {
        SimulationResult result = run(ranks, p -> {
            for (long request = 1; request <= 3; request++) {
                Volume volume = new Volume.Uniform(request * 40_000);
                p.addNonblockingCollective(CommandType.ALLREDUCE, p.world(), Command.NO_ROOT, volume, request);
            }
            for (int rank = 0; rank < ranks; rank++) {
                p.addWaitAll(rank, 3).addWaitAny(rank, 1, 2).addWaitAll(rank, 1, 2);
            }
        });
        assertEquals(0, result.unreceivedMessages());
        assertTrue(result.clients().stream().allMatch(client -> client.endNanos() >= 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 8})
    void makingACommunicatorCostsAnAgreementAndASplitAnExchangeMore(int ranks) {
        long agreement = run(ranks, p -> p.addAllreduce(p.world(), 260)).virtualTimeNanos();
        long duplicate = run(ranks, p -> p.addCommCreate(p.world(), 0)).virtualTimeNanos();
        assertEquals(agreement + 3, duplicate, "one step more");
        long split = run(ranks, p -> p.addCommCreate(p.world(), 8)).virtualTimeNanos();
        // A round of the ring carries 8 + 20 + 40 B over two edges.
        long round = 2 * (68L * 1_000_000_000 / 117_000_000 + 19_982);
        assertTrue(split >= duplicate + (ranks - 1) * round, split + " after " + duplicate);
    }

    @Test
    void aWaitForRequestsNeverStartedEndsAtOnce() {
        assertEquals(
                9, endOfFirst(1, p -> p.addWaitAll(0, 8).addWaitAny(0, 8, 9).addWaitSome(0, 7)));
    }

    @Test
    void modesHaveRequestsToo() {
        for (SendMode mode : SendMode.values()) {
            SimulationResult result = run(2, p -> {
                p.addIsend(0, 1, 300_000, 3, mode, 2).addCompute(0, 10).addWaitAll(0, 2);
                p.addIrecv(1, 0, 3, 2).addWaitAll(1, 2);
            });
            assertEquals(0, result.unreceivedMessages(), mode.name());
        }
    }

    @Test
    void commandsNameTheirRequests() {
        ProgramBuilder p = new ProgramBuilder("p", 2);
        assertEquals(
                List.of(CommandType.ISEND, CommandType.SSEND, CommandType.SEND),
                List.of(
                        new Command.Send(1, 1, 1, p.world(), 0, Origin.NONE).type(),
                        new Command.Send(1, 1, 1, p.world(), SendMode.SYNCHRONOUS, 0, Origin.NONE).type(),
                        new Command.Send(1, 1, 1, p.world(), Origin.NONE).type()));
    }

    private static long endOfFirst(int ranks, Consumer<ProgramBuilder> commands) {
        return run(ranks, commands).clients().get(0).endNanos();
    }

    private static SimulationResult run(int ranks, Consumer<ProgramBuilder> commands) {
        SimulationResult result = Stars.run(Stars.star(ranks).build(), Stars.program(ranks, commands));
        assertNull(result.deadlock());
        return result;
    }
}
