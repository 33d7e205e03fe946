// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

import static org.hdtrace.analysis.messages.TraceTexts.state;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.select.Ranks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageReaderTest {
    private static final long EPOCH = 1_300_000_000_000_000_000L;

    @TempDir
    Path folder;

    private final List<Message> messages = new ArrayList<>();
    private MessageReader.Summary summary;

    private void read(String... traces) throws Exception {
        read(TraceTexts.write(folder, "", List.of(traces)));
    }

    private void read(Project project) {
        messages.clear();
        summary = MessageReader.read(project, Ranks.all(), path -> {}, messages::add);
    }

    /** Start of the send and end of the receive of each message. */
    private List<String> arrows() {
        return messages.stream()
                .map(each -> each.from().rank() + "@" + (each.startNanos() - EPOCH) + ">"
                        + each.to().rank() + "@" + (each.endNanos() - EPOCH))
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void findsWhatEachReceiveGotAlsoFromAnybody(long seed) throws Exception {
        compare(new RandomTraffic(seed, 2 + (int) seed % 4, 1500, true));
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void needsNoWordOfTheSourceWhereItWasPosted(long seed) throws Exception {
        compare(new RandomTraffic(seed, 4, 1500, false));
    }

    private void compare(RandomTraffic traffic) throws Exception {
        read(TraceTexts.write(folder, traffic.communicators(), traffic.traces()));
        Set<List<Long>> ended = new HashSet<>();
        for (Message each : messages) {
            List<Long> row = List.of(
                    (long) each.from().rank(),
                    each.startNanos() - EPOCH,
                    (long) each.to().rank(),
                    each.postNanos() - EPOCH,
                    each.endNanos() - EPOCH,
                    each.bytes());
            assertTrue(ended.add(row), () -> "twice: " + row);
        }
        assertTrue(traffic.truth.size() > 100, "there is something to compare");
        // Receives that got their message and were not waited for end with their own call.
        assertTrue(ended.containsAll(traffic.truth), () -> {
            Set<List<Long>> missing = new HashSet<>(traffic.truth);
            missing.removeAll(ended);
            return "missing: " + missing;
        });
        assertEquals(traffic.truth.size(), ended.size());
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23})
    void anyNumberOfReadersFindsTheSameInTheSameOrder(long seed) throws Exception {
        RandomTraffic traffic = new RandomTraffic(seed, 5, 3000, true);
        List<String> traces = new ArrayList<>(traffic.traces());
        // A trace that was cut is told of in the same way.
        traces.set(3, traces.get(3) + "<Send toRank='0'");
        Project project = TraceTexts.write(folder, traffic.communicators(), traces);
        List<Message> alone = new ArrayList<>();
        MessageReader.Summary wanted = MessageReader.read(project, Ranks.all(), path -> {}, alone::add, 1);
        assertTrue(alone.size() > 100, "there is something to compare");
        assertEquals(1, wanted.damages().findings().size());
        for (int readers : new int[] {2, 3, 5, 9}) {
            List<Message> found = new ArrayList<>();
            summary = MessageReader.read(project, Ranks.all(), path -> {}, found::add, readers);
            assertEquals(alone, found, readers + " readers");
            assertEquals(wanted.messages(), summary.messages());
            assertEquals(wanted.unmatched(), summary.unmatched());
            assertEquals(wanted.damages().findings(), summary.damages().findings());
        }
    }

    @Test
    void whatTheSinkThrowsEndsAllReaders() throws Exception {
        RandomTraffic traffic = new RandomTraffic(31, 4, 3000, true);
        Project project = TraceTexts.write(folder, traffic.communicators(), traffic.traces());
        IllegalStateException thrown = assertThrows(
                IllegalStateException.class,
                () -> MessageReader.read(
                        project,
                        Ranks.all(),
                        path -> {},
                        message -> {
                            throw new IllegalStateException("enough");
                        },
                        3));
        assertEquals("enough", thrown.getMessage());
    }

    @Test
    void whoeverIsInterruptedWaitsForNoReader() throws Exception {
        RandomTraffic traffic = new RandomTraffic(32, 4, 3000, true);
        Project project = TraceTexts.write(folder, traffic.communicators(), traffic.traces());
        Thread.currentThread().interrupt();
        try {
            assertThrows(
                    CancellationException.class,
                    () -> MessageReader.read(project, Ranks.all(), path -> {}, message -> {}, 3));
        } finally {
            assertTrue(Thread.interrupted(), "it is told to whoever asks next");
        }
    }

    @Test
    void blockingExchangesAreBothSendAndReceive() throws Exception {
        String both = "size='8' sendTid='0' toTag='1' fromTag='1' cid='0'";
        read(
                state("Sendrecv", both + " toRank='1' fromRank='1'", 100, 200),
                state("Sendrecv", both + " toRank='0' fromRank='0'", 150, 210));
        assertEquals(List.of("0@100>1@210", "1@150>0@200"), arrows());
        assertEquals(0, summary.unmatched());
    }

    @Test
    void persistentMessagesBeginWithTheirStarts() throws Exception {
        String start = "<For rid='3'/>";
        read(
                state("Send_init", "size='7' toRank='1' toTag='2' cid='0' rid='3'", 1, 2)
                        + state("Start", "", 10, 11, start)
                        + state("Start", "", 20, 21, start),
                state("Recv_init", "fromRank='0' fromTag='2' cid='0' rid='3'", 1, 2)
                        + state("Startall", "", 5, 6, start)
                        + state("Waitall", "", 7, 15, start)
                        + state("Start", "", 16, 17, start)
                        + state("Wait", "", 22, 25, start));
        assertEquals(List.of("0@10>1@15", "0@20>1@25"), arrows());
        assertEquals(7, messages.get(0).bytes());
    }

    @Test
    void receivesEndWithTheCallThatCompletedThem() throws Exception {
        String sends = state("Send", "size='1' toRank='1' toTag='0' cid='0'", 10, 11)
                + state("Send", "size='2' toRank='1' toTag='1' cid='0'", 12, 13)
                + state("Send", "size='3' toRank='1' toTag='2' cid='0'", 14, 15);
        read(
                sends,
                state("Irecv", "fromRank='0' fromTag='0' cid='0' rid='0'", 1, 2)
                        + state("Irecv", "fromRank='0' fromTag='1' cid='0' rid='1'", 3, 4)
                        + state("Irecv", "fromRank='0' fromTag='2' cid='0' rid='2'", 5, 6)
                        // Not done at first; an older trace's Waitany names what it was given; the third is never
                        // waited for.
                        + state("Test", "", 16, 17, "<For rid='0' done='0'/>")
                        + state("Waitany", "", 18, 19, "<For rid='0'/><For rid='1'/>")
                        + state("Waitany", "", 20, 21, "<For rid='1'/>"));
        assertEquals(List.of("0@10>1@19", "0@12>1@21", "0@14>1@6"), arrows());
    }

    @Test
    void receivesThatWereCancelledGetNothing() throws Exception {
        read(
                state("Send", "size='1' toRank='1' toTag='0' cid='0'", 10, 11),
                state("Irecv", "fromRank='-2' fromTag='-1' cid='0' rid='0'", 1, 2)
                        + state("Irecv", "fromRank='0' fromTag='0' cid='0' rid='1'", 3, 4)
                        + state("Wait", "", 5, 6, "<For rid='0' done='1' cancelled='1'/>")
                        + state("Wait", "", 7, 20, "<For rid='1' done='1'/>"));
        assertEquals(List.of("0@10>1@20"), arrows());
        assertEquals(0, summary.unmatched());
    }

    @Test
    void tracesOfTheOriginalDontTellWhomAReceiveFromAnybodyGot() throws Exception {
        String any = "fromRank='-2' fromTag='-1' cid='0'";
        read(
                state("Recv", any, 1, 50) + state("Recv", any, 51, 60),
                state("Send", "size='1' toRank='0' toTag='0' cid='0'", 10, 20),
                state("Send", "size='2' toRank='0' toTag='0' cid='0'", 5, 58));
        assertEquals(List.of("1@10>0@50", "2@5>0@60"), arrows());
    }

    @Test
    void nobodyIsNoPartnerAndOthersWithoutTraceAreCounted() throws Exception {
        read(state("Send", "size='1' toRank='-1' toTag='0' cid='0'", 10, 11)
                + state("Recv", "fromRank='-1' fromTag='-1' cid='0'", 12, 13)
                + state("Send", "size='1' toRank='9' toTag='0' cid='0'", 14, 15));
        assertEquals(List.of(), arrows());
        assertEquals(1, summary.unmatched());
    }

    @Test
    void lateSidesAreToldFromTheirCalls() {
        Message.Call send = new Message.Call(0, 0, 100, 130);
        Message late = new Message(send, new Message.Call(1, 1, 40, 120), 0, 0, 1, 40);
        assertEquals(60, late.lateSenderNanos());
        assertEquals(0, late.lateReceiverNanos());
        Message early = new Message(send, new Message.Call(1, 1, 125, 140), 0, 0, 1, 125);
        assertEquals(0, early.lateSenderNanos());
        assertEquals(25, early.lateReceiverNanos());
    }

    @Test
    void pairsBeyondTheBoundAreGivenUpNotGuessed() {
        List<Message> found = new ArrayList<>();
        MessageMatcher matcher = new MessageMatcher(rank -> true, found::add, 3);
        for (int i = 0; i < 5; i++) {
            matcher.send(1, new Receive.Send(0, 0, 7, 0, i, i, i + 1));
        }
        matcher.send(1, new Receive.Send(0, 0, 8, 0, 99, 20, 21));
        for (int tag : new int[] {7, 7, 7, 7, 7, 8}) {
            Receive receive = new Receive(new Message.Call(1, 1, 30, 31), 0, tag, 0);
            matcher.post(receive);
            matcher.end(receive);
        }
        assertEquals(List.of(99L), found.stream().map(Message::bytes).toList());
        assertEquals(10, matcher.unmatched());
    }

    @Test
    void damagedTracesAreTold() throws Exception {
        Project project = TraceTexts.write(
                folder,
                "",
                List.of(
                        state("Send", "size='1' toRank='1' toTag='0' cid='0'", 10, 11),
                        state("Recv", "fromRank='0' fromTag='0' cid='0'", 10, 12)));
        Path trace = folder.resolve("p_n1_1_0.trc");
        Files.writeString(trace, Files.readString(trace).replace("</Program>", "<Recv from"));
        read(project);
        assertEquals(1, summary.messages());
        assertEquals(1, summary.damages().findings().size());
        Files.writeString(trace, "no trace");
        read(project);
        assertEquals(0, summary.messages());
        assertTrue(summary.damages().isBadInput());
    }

    @Test
    void manyOutstandingReceivesFromAnybodyKeepTheirOrder() throws Exception {
        int count = 300;
        StringBuilder receiver = new StringBuilder();
        StringBuilder sender = new StringBuilder();
        for (int i = 0; i < count; i++) {
            receiver.append(state("Irecv", "fromRank='-2' fromTag='0' cid='0' rid='" + i + "'", 10L * i, 10L * i + 1));
            sender.append(state("Send", "size='" + i + "' toRank='1' toTag='0' cid='0'", 10_000 + i, 10_001 + i));
        }
        IntStream.range(0, count)
                .map(i -> count - 1 - i)
                .forEach(i -> receiver.append(state(
                        "Wait",
                        "",
                        20_000 + 10L * (count - i),
                        20_005 + 10L * (count - i),
                        "<For rid='" + i + "' done='1' fromRank='0' fromTag='0'/>")));
        read(sender.toString(), receiver.toString());
        assertEquals(count, messages.size());
        messages.forEach(each -> assertEquals(10 * each.bytes(), each.postNanos() - EPOCH));
    }
}
