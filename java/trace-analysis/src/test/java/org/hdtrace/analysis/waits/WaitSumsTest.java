// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.waits;

import static org.hdtrace.analysis.messages.TraceTexts.state;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.analysis.messages.Message;
import org.hdtrace.analysis.messages.TraceTexts;
import org.hdtrace.format.project.Project;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Waits that can be told from the times of the calls by hand. */
class WaitSumsTest {
    @TempDir
    Path folder;

    private WaitSums sums;

    private List<String> waits(String... traces) throws Exception {
        sums = WaitSums.read(TraceTexts.write(folder, "", List.of(traces)), path -> {});
        return sums.rows().stream()
                .map(row -> row.kind() + " " + row.node() + " " + row.count() + "x " + row.nanos())
                .toList();
    }

    @Test
    void receiversWaitForLateSenders() throws Exception {
        assertEquals(
                List.of("LATE_SENDER n1/1/0 1x 80"),
                waits(
                        state("Init", "", 0, 10) + state("Send", "size='1' toRank='1' toTag='0' cid='0'", 100, 110),
                        state("Recv", "fromRank='0' fromTag='0' cid='0'", 20, 120)));
        assertEquals(110 + 100, sums.processNanos());
    }

    @Test
    void aWaitForSeveralMessagesCountsOnceUntilTheLast() throws Exception {
        String send = "size='1' toTag='0' cid='0' toRank='2'";
        assertEquals(
                List.of("LATE_SENDER n2/2/0 1x 70"),
                waits(
                        state("Send", send, 40, 45),
                        state("Send", send, 80, 85),
                        state("Irecv", "fromRank='0' fromTag='0' cid='0' rid='0'", 1, 2)
                                + state("Irecv", "fromRank='1' fromTag='0' cid='0' rid='1'", 3, 4)
                                + state("Waitall", "", 10, 90, "<For rid='0' done='1'/><For rid='1' done='1'/>")));
    }

    @Test
    void aCallThatWaitsForTwoReasonsWaitsForTheLongerOne() throws Exception {
        assertEquals(
                List.of("LATE_SENDER n0/0/0 1x 70"),
                waits(
                        state("Sendrecv", "size='1' toRank='1' toTag='0' fromRank='2' fromTag='0' cid='0'", 10, 100),
                        state("Recv", "fromRank='0' fromTag='0' cid='0'", 40, 95),
                        state("Send", "size='1' toRank='0' toTag='0' cid='0'", 80, 81)));
        assertEquals(70, sums.totals().get(0).nanos());
    }

    @Test
    void sendersWaitForLateReceiversOnlyIfTheyAreHeld() throws Exception {
        String send = "size='1' toRank='1' toTag='0' cid='0'";
        assertEquals(
                List.of("LATE_RECEIVER n0/0/0 1x 50"),
                waits(
                        state("Send", send, 10, 70) + state("Send", send, 80, 82),
                        state("Recv", "fromRank='0' fromTag='0' cid='0'", 60, 75)
                                + state("Recv", "fromRank='0' fromTag='0' cid='0'", 100, 110)));
    }

    @Test
    void whoComesFirstWaitsInCollectiveCalls() throws Exception {
        String all = "cid='0'";
        assertEquals(
                List.of(
                        "BARRIER n0/0/0 2x 41",
                        "BARRIER n2/2/0 1x 20",
                        "ALL_TO_ALL n1/1/0 1x 5",
                        "ALL_TO_ALL n2/2/0 1x 10"),
                waits(
                        state("Barrier", all, 10, 60)
                                + state("Allreduce", all, 110, 120)
                                + state("Barrier", all, 130, 133),
                        state("Barrier", all, 50, 60)
                                + state("Allreduce", all, 105, 120)
                                + state("Barrier", all, 131, 132),
                        state("Barrier", all, 30, 60)
                                + state("Allreduce", all, 100, 120)
                                + state("Barrier", all, 131, 133)));
    }

    @Test
    void rootsAreWaitedForOrWait() throws Exception {
        assertEquals(
                List.of("LATE_ROOT n1/1/0 1x 30", "EARLY_ROOT n0/0/0 1x 15"),
                waits(
                        state("Bcast", "cid='0' rootRank='0'", 50, 60)
                                + state("Reduce", "cid='0' rootRank='0'", 70, 90),
                        state("Bcast", "cid='0' rootRank='0'", 20, 60)
                                + state("Reduce", "cid='0' rootRank='0'", 85, 86)));
        // A leaf may be gone before the last one comes, and a rank that comes behind the root waits for nobody.
        assertEquals(
                List.of(),
                waits(
                        state("Reduce", "cid='0' rootRank='1'", 10, 12)
                                + state("Bcast", "cid='0' rootRank='0'", 60, 61),
                        state("Reduce", "cid='0' rootRank='1'", 50, 52)
                                + state("Bcast", "cid='0' rootRank='0'", 70, 71)));
    }

    @Test
    void nonblockingCollectiveCallsWaitWhereTheyAreCompleted() throws Exception {
        String barrier = "cid='0' rid='7'";
        String done = "<For rid='7' done='1'/>";
        String open = "<For rid='7' done='0'/>";
        assertEquals(
                List.of("BARRIER n0/0/0 1x 30", "BARRIER n2/2/0 1x 16"),
                waits(
                        state("Ibarrier", barrier, 10, 11) + state("Wait", "", 20, 60, done),
                        state("Ibarrier", barrier, 50, 51) + state("Wait", "", 52, 53, done),
                        // The test that does not complete it waits for nobody.
                        state("Ibarrier", barrier, 30, 31)
                                + state("Test", "", 32, 33, open)
                                + state("Waitall", "", 34, 61, done)));
    }

    /** MPI orders blocking and nonblocking calls of a communicator together; requests may be completed in any order. */
    @Test
    void blockingAndNonblockingCollectiveCallsAreCountedTogether() throws Exception {
        String late = "<For rid='1' done='1'/><For rid='2' done='1'/>";
        String first = state("Ibcast", "cid='0' rootRank='0' rid='1'", 10, 11)
                + state("Ireduce", "cid='0' rootRank='1' rid='2'", 12, 13);
        assertEquals(
                List.of("BARRIER n0/0/0 1x 25", "LATE_ROOT n1/1/0 1x 3"),
                waits(
                        first + state("Barrier", "cid='0'", 15, 41) + state("Waitall", "", 50, 51, late),
                        state("Ibcast", "cid='0' rootRank='0' rid='1'", 5, 6)
                                + state("Wait", "", 7, 11, "<For rid='1' done='1'/>")
                                + state("Ireduce", "cid='0' rootRank='1' rid='2'", 20, 21)
                                + state("Barrier", "cid='0'", 40, 41)
                                + state("Wait", "", 42, 43, "<For rid='2' done='1'/>")));
    }

    @Test
    void aRequestThatIsNeverCompletedHidesNoOneElse() throws Exception {
        assertEquals(
                List.of("ALL_TO_ALL n0/0/0 1x 30"),
                waits(
                        state("Iallreduce", "cid='0' rid='1'", 10, 11)
                                + state("Wait", "", 20, 60, "<For rid='1' done='1'/>"),
                        state("Iallreduce", "cid='0' rid='1'", 50, 51)));
    }

    @Test
    void prefixReductionsWaitForLowerRanksOfTheirCommunicator() throws Exception {
        String reversed = "<CommunicatorList><Communicator name='a'><Rank global='0' local='2' cid='5'/>"
                + "<Rank global='1' local='1' cid='5'/><Rank global='2' local='0' cid='5'/></Communicator></CommunicatorList>";
        Project project = TraceTexts.write(
                folder,
                reversed,
                List.of(
                        state("Scan", "cid='5'", 10, 60) + state("Exscan", "cid='5'", 100, 101),
                        state("Scan", "cid='5'", 50, 60) + state("Exscan", "cid='5'", 110, 121),
                        state("Scan", "cid='5'", 20, 60) + state("Exscan", "cid='5'", 120, 121)));
        assertEquals(
                List.of(
                        new WaitSums.Row(WaitKind.PREFIX, "n0/0/0", 1, 40),
                        new WaitSums.Row(WaitKind.PREFIX, "n1/1/0", 1, 10)),
                WaitSums.read(project, path -> {}).rows());
    }

    @Test
    void communicatorsHaveTheirOwnCalls() throws Exception {
        String communicators = "<CommunicatorList><Communicator name='a'><Rank global='0' local='0' cid='5'/>"
                + "<Rank global='1' local='1' cid='6'/></Communicator><Communicator name='b'>"
                + "<Rank global='1' local='0' cid='5'/><Rank global='2' local='1' cid='6'/></Communicator></CommunicatorList>";
        Project project = TraceTexts.write(
                folder,
                communicators,
                List.of(
                        state("Barrier", "cid='5'", 10, 20),
                        state("Barrier", "cid='6'", 12, 20) + state("Barrier", "cid='5'", 30, 50),
                        state("Barrier", "cid='6'", 37, 50)));
        assertEquals(
                List.of(
                        new WaitSums.Row(WaitKind.BARRIER, "n0/0/0", 1, 2),
                        new WaitSums.Row(WaitKind.BARRIER, "n1/1/0", 1, 7)),
                WaitSums.read(project, path -> {}).rows());
    }

    @Test
    void operationsOfServersWaitForTheNextLayer() throws Exception {
        Project before = TraceTexts.write(folder, "", List.of(state("Init", "", 0, 10)));
        Files.writeString(
                folder.resolve("p_n0_0_0.rel"),
                "<relation hostID='n0' localToken='1' topologyNumber='0'><rel t='0' time='1'/><un t='0' time='9'/></relation>");
        Files.writeString(
                folder.resolve("p_s.rel"),
                "<relation hostID='s' localToken='1' topologyNumber='0'><rel t='0' time='2' r='n0:1:0:0'/>"
                        + "<rel t='1' time='5' i='0'/><un t='1' time='7'/><un t='0' time='8'/></relation>");
        Files.writeString(
                before.file(), Files.readString(before.file()).replace("</Topology>", "<Node name='s'/></Topology>"));
        // The request of the client waits for a network, the operation of the server three seconds for its disk.
        assertEquals(
                List.of(new WaitSums.Row(WaitKind.SERVER_QUEUE, "s", 1, 3_000_000_000L)),
                WaitSums.read(Project.open(folder), path -> {}).rows());
    }

    /** Three requests that wait for one disk at the same time: the server waits no longer than it runs. */
    @Test
    void theQueueOfAServerTakesNoMoreThanItsTime() throws Exception {
        Project before = TraceTexts.write(folder, "", List.of(state("Init", "", 0, 10)));
        Files.writeString(
                folder.resolve("p_n0_0_0.rel"),
                "<relation hostID='n0' localToken='1' topologyNumber='0'><rel t='0' time='1'/><un t='0' time='9'/></relation>");
        StringBuilder text = new StringBuilder("<relation hostID='s' localToken='1' topologyNumber='0'>");
        for (int i = 0; i < 3; i++) {
            text.append("<rel t='" + i + "' time='2' r='n0:1:0:0'/>");
        }
        for (int i = 0; i < 3; i++) {
            text.append("<rel t='" + (3 + i) + "' time='" + (7 + i) + "' i='" + i + "'/>");
        }
        for (int i = 5; i >= 0; i--) {
            text.append("<un t='" + i + "' time='12'/>");
        }
        Files.writeString(folder.resolve("p_s.rel"), text + "</relation>");
        Files.writeString(
                before.file(), Files.readString(before.file()).replace("</Topology>", "<Node name='s'/></Topology>"));
        WaitSums queues = WaitSums.read(Project.open(folder), path -> {});
        WaitSums.Row row = queues.rows().get(0);
        assertEquals(new WaitSums.Row(WaitKind.SERVER_QUEUE, "s", 3, 7_000_000_000L), row);
        assertEquals(10_000_000_000L, queues.serverNanos());
        assertEquals(0.7, queues.share(row), 1e-12);
    }

    @Test
    void waitsLieInsideOfTheirCalls() {
        Message.Call call = new Message.Call(0, 0, 10, 20);
        assertThrows(IllegalArgumentException.class, () -> new Wait(WaitKind.BARRIER, call, 1, 10));
        assertThrows(IllegalArgumentException.class, () -> new Wait(WaitKind.BARRIER, call, 1, 21));
        assertEquals(10, new Wait(WaitKind.BARRIER, call, 1, 20).nanos());
    }
}
