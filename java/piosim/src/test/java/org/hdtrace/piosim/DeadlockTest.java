// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Consumer;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.piosim.SimulationResult.Outcome;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.program.CollectiveCall;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Communicator;
import org.hdtrace.piosim.model.program.Origin;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.SendMode;
import org.hdtrace.piosim.process.WaitingRank;
import org.junit.jupiter.api.Test;

/** What is said of a program that can't go on, and of messages that nobody received. */
class DeadlockTest {
    private static final int ANY = Command.ANY_SOURCE;

    @Test
    void tellsTheCycleOfPartOfTheRanksWithTagsAndCommunicator() {
        assertEquals(
                """
                3 ranks wait forever
                rank 0: Recv in communicator 'WORLD', waits for a message from rank 2 with tag 1
                rank 2: Recv in communicator 'some', waits for a message from rank 3 with tag 9
                rank 3: Recv in communicator 'some', waits for a message from rank 2 with tag 8
                cycle: rank 2 -> rank 3 -> rank 2""",
                deadlock(6, p -> {
                    Communicator some = p.createCommunicator("some", 3, 2, 5);
                    p.addRecv(0, 2, 1).addRecv(some, 3, 2, 8).addRecv(some, 2, 3, 9);
                }));
    }

    @Test
    void findsACycleBehindTheSecondOfTwoRequests() {
        assertEquals(
                """
                2 ranks wait forever
                rank 0: Waitall, waits for a message from rank 1 with tag 4 (Irecv in communicator 'WORLD', request 1),\
                 waits for a message from rank 2 with tag 5 (Irecv in communicator 'WORLD', request 2)
                rank 2: Recv in communicator 'WORLD', waits for a message from rank 0 with tag 6
                cycle: rank 0 -> rank 2 -> rank 0""",
                deadlock(3, p -> p.addIrecv(0, 1, 4, 1)
                        .addIrecv(0, 2, 5, 2)
                        .addWaitAll(0, 1, 2)
                        .addRecv(2, 0, 6)));
    }

    @Test
    void aWaitInTheCycleHasTagAndCommunicatorOfItsRequest() {
        SimulationResult result = Stars.run(Stars.star(4).build(), Stars.program(4, p -> {
            p.addIrecv(0, 1, 4, 1).addIrecv(0, 2, 5, 2).addWaitAll(0, 1, 2);
            p.addIrecv(2, ANY, 6, 3).addWaitAll(2, 3);
        }));
        assertEquals(
                List.of(
                        new WaitingRank("A", 0, 0, "Waitall", 5, "WORLD"),
                        new WaitingRank("A", 2, 0, "Waitall", 6, "WORLD")),
                result.cycle());
    }

    @Test
    void aSendOrProbeInTheCycleHasItsTag() {
        SimulationResult result = Stars.run(Stars.star(2).build(), Stars.program(2, p -> {
            p.addIsend(0, 1, 1 << 20, 4, SendMode.STANDARD, 1).addWaitAll(0, 1).addProbe(1, 0, 5);
        }));
        assertEquals(
                List.of(
                        new WaitingRank("A", 0, 0, "Waitall", 4, "WORLD"),
                        new WaitingRank("A", 1, 0, "Probe", 5, "WORLD")),
                result.cycle());
    }

    @Test
    void leavesOutWhatTheRankDoesntWaitFor() {
        String text = deadlock(3, p -> p.addIrecv(0, 2, 4, 1).addRecv(0, 1, 5).addRecv(2, 0, 6));
        assertTrue(
                text.contains("rank 0: Recv in communicator 'WORLD', waits for a message from rank 1 with tag 5\n"),
                text);
        assertFalse(text.contains("cycle"), "rank 0 could go on without rank 2: " + text);
    }

    @Test
    void ranksThatAllReceiveFromAnybodyAreAKnot() {
        assertEquals(
                """
                3 ranks wait forever
                rank 0: Recv in communicator 'WORLD', waits for a message from any rank with tag 7
                rank 1: Recv in communicator 'WORLD', waits for a message from any rank with tag 7
                rank 2: Probe in communicator 'WORLD', waits for a message from any rank with any tag
                cycle: rank 0 -> rank 1 -> rank 0""",
                deadlock(3, p -> p.addRecv(0, ANY, 7).addRecv(1, ANY, 7).addProbe(2, ANY, Command.ANY_TAG)));
    }

    @Test
    void aReceiveFromAnybodyWhenAllOthersHaveEndedIsNoCycle() {
        assertEquals(
                "1 rank waits forever\n"
                        + "rank 1: Recv in communicator 'WORLD', waits for a message from any rank with tag 7",
                deadlock(3, p -> p.addRecv(1, ANY, 7)));
    }

    @Test
    void aCycleMayLeadThroughASynchronisation() {
        assertEquals(
                """
                3 ranks wait forever
                rank 0: Init in communicator 'WORLD', waits for rank 2
                rank 1: Init in communicator 'WORLD', waits for rank 2
                rank 2: Recv in communicator 'WORLD', waits for a message from rank 1 with tag 3
                cycle: rank 1 -> rank 2 -> rank 1""",
                deadlock(3, p -> {
                    p.add(0, init(p)).add(1, init(p)).addRecv(2, 1, 3);
                }));
    }

    @Test
    void aCycleMayLeadThroughAnAlgorithm() {
        String text = deadlock(Stars.star(2).method(CommandType.BARRIER, "BarrierMPICH2"), p -> {
            Command barrier = CollectiveCall.of(
                    CommandType.BARRIER, p.world(), Command.NO_ROOT, 0, new Origin("Barrier", Attributes.none()));
            p.add(0, barrier).addRecv(1, 0, 3);
        });
        assertEquals(
                """
                2 ranks wait forever
                rank 0: Barrier in communicator 'WORLD', waits for a message from rank 1 in its step 0
                rank 1: Recv in communicator 'WORLD', waits for a message from rank 0 with tag 3
                cycle: rank 0 -> rank 1 -> rank 0
                not received: Barrier of rank 0 to rank 1 in communicator 'WORLD'""",
                text);
    }

    @Test
    void aCycleLongerThanTheListIsCut() {
        String text = deadlock(100, p -> {
            for (int rank = 0; rank < 100; rank++) {
                p.addRecv(rank, (rank + 1) % 100, 1);
            }
        });
        List<String> lines = text.lines().toList();
        assertEquals("100 ranks wait forever", lines.get(0));
        assertEquals("... and 36 more", lines.get(65));
        assertTrue(lines.get(66).startsWith("cycle: rank 0 -> rank 1 -> "), lines.get(66));
        assertTrue(lines.get(66).endsWith(" -> rank 63 -> 36 more -> rank 0"), lines.get(66));
        assertEquals(67, lines.size());
    }

    @Test
    void theRanksOfACycleAreListedBeforeOthers() {
        String text = deadlock(100, p -> {
            for (int rank = 0; rank < 98; rank++) {
                p.addRecv(rank, 98, 1);
            }
            p.addRecv(98, 99, 1).addRecv(99, 98, 1);
        });
        assertTrue(text.contains("\nrank 61: "), text);
        assertFalse(text.contains("\nrank 62: "), text);
        assertTrue(text.contains("\nrank 98: ") && text.contains("\nrank 99: "), text);
        assertTrue(text.contains("\ncycle: rank 98 -> rank 99 -> rank 98"), text);
    }

    @Test
    void saysWhatAReceiveOfAMissingMessageWaitsFor() {
        assertEquals(
                "1 rank waits forever\n"
                        + "rank 0: Mrecv in communicator 'WORLD', waits for message 3, which no probe has found",
                deadlock(1, p -> p.addMatchedRecv(0, 3)));
    }

    @Test
    void messagesThatNobodyReceivedAreListed() {
        SimulationResult result = Stars.run(Stars.star(4).build(), Stars.program(4, p -> {
            Communicator part = p.createCommunicator("part", 3, 1);
            p.addSend(part, 1, 3, 17, 8).addSend(0, 2, 5, 6);
        }));
        assertNull(result.deadlock());
        assertEquals(
                List.of(
                        "not received: Send of rank 0 to rank 2 with tag 6 of 5 B in communicator 'WORLD'",
                        "not received: Send of rank 1 to rank 3 with tag 8 of 17 B in communicator 'part'"),
                result.unreceived());
        SimulationResult many = Stars.run(Stars.star(2).build(), Stars.program(2, p -> {
            for (int i = 0; i < 70; i++) {
                p.addSend(0, 1, i, i);
            }
        }));
        assertEquals(70, many.unreceivedMessages());
        assertEquals(65, many.unreceived().size());
        assertEquals("not received: 6 more", many.unreceived().get(64));
    }

    @Test
    void theReportOfManyRanksTakesMemoryByTheRank() {
        int ranks = 65_536;
        missing(64, 7);
        long before = allocatedBytes();
        SimulationResult small = missing(ranks / 64, 7);
        long little = allocatedBytes() - before;
        assertTrue(small.deadlock().contains("waits for rank 7"), small.deadlock());
        SimulationResult result = missing(ranks, 7);
        long much = allocatedBytes() - before - little;
        assertTrue(result.deadlock().startsWith("65535 ranks wait forever\n"), result.deadlock());
        assertTrue(result.deadlock().contains("\n... and 65471 more"), result.deadlock());
        // A list of the missing or present for each rank, or an edge from each to each, is 64 times as much.
        assertTrue(much < 2 * 64 * little, much + " bytes, of a 64th of the ranks " + little);
    }

    /** All ranks but one meet. */
    private static SimulationResult missing(int ranks, int absent) {
        return Stars.run(Stars.star(ranks).build(), Stars.program(ranks, p -> {
            Command init = init(p);
            for (int rank = 0; rank < ranks; rank++) {
                if (rank != absent) {
                    p.add(rank, init);
                }
            }
        }));
    }

    private static long allocatedBytes() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    private static Command init(ProgramBuilder p) {
        return new Command.GlobalSync(p.world(), new Origin("Init", Attributes.none()));
    }

    private static String deadlock(int ranks, Consumer<ProgramBuilder> commands) {
        return deadlock(Stars.star(ranks), commands);
    }

    private static String deadlock(ModelBuilder builder, Consumer<ProgramBuilder> commands) {
        var model = builder.build();
        SimulationResult result = Stars.run(model, Stars.program(model.clients().size(), commands));
        assertEquals(Outcome.DEADLOCK, result.outcome());
        return result.deadlock();
    }
}
