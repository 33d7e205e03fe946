// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.path;

import static org.hdtrace.analysis.messages.TraceTexts.state;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.hdtrace.analysis.messages.TraceTexts;
import org.hdtrace.analysis.waits.WaitSums;
import org.hdtrace.format.project.Project;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths that can be told by hand. */
class CriticalPathTest {
    private static final long EPOCH = 1_300_000_000_000_000_000L;

    @TempDir
    Path folder;

    private CriticalPath path;

    private void find(String... traces) throws Exception {
        path = CriticalPath.of(TraceTexts.write(folder, "", List.of(traces)), file -> {});
    }

    private List<String> segments() {
        return path.segments().stream()
                .map(each -> each.trace() + ": " + (each.fromNanos() - EPOCH) + "-" + (each.toNanos() - EPOCH))
                .toList();
    }

    private List<String> shares() {
        return path.shares().stream()
                .map(each -> each.node() + " " + each.name() + " " + each.nanos())
                .sorted()
                .toList();
    }

    @Test
    void goesToTheSenderThatCameLate() throws Exception {
        find(
                state("Init", "", 0, 10)
                        + state("Send", "size='1' toRank='1' toTag='0' cid='0'", 100, 110)
                        + state("Finalize", "", 110, 130),
                state("Init", "", 0, 10)
                        + state("Recv", "fromRank='0' fromTag='0' cid='0'", 20, 120)
                        + state("Finalize", "", 200, 210));
        assertEquals(List.of("0: 0-100", "1: 100-210"), segments());
        assertEquals(
                List.of(
                        "n0/0/0 Init 10",
                        "n0/0/0 between calls 90",
                        "n1/1/0 Finalize 10",
                        "n1/1/0 Recv 20",
                        "n1/1/0 between calls 80"),
                shares());
        assertEquals(210, path.nanos());
        assertEquals(
                List.of("between calls", "Recv"),
                path.byName().stream().map(CriticalPath.Share::name).limit(2).toList());
        assertEquals(170, path.byName().get(0).nanos());
        assertEquals("n1/1/0", path.byNode().get(0).node());
    }

    @Test
    void staysWhereNobodyWaited() throws Exception {
        find(
                state("Send", "size='1' toRank='1' toTag='0' cid='0'", 10, 20),
                state("Recv", "fromRank='0' fromTag='0' cid='0'", 30, 50));
        assertEquals(List.of("1: 30-50"), segments());
    }

    @Test
    void goesOverBarriersToTheLastAndOverHeldSendsToTheReceiver() throws Exception {
        find(
                state("Barrier", "cid='0'", 10, 60)
                        + state("Send", "size='1' toRank='2' toTag='0' cid='0'", 65, 95)
                        + state("Finalize", "", 95, 100),
                state("Barrier", "cid='0'", 50, 60),
                state("Init", "", 0, 1)
                        + state("Barrier", "cid='0'", 30, 60)
                        + state("Recv", "fromRank='0' fromTag='0' cid='0'", 90, 96));
        // Before 90 the receiver computes from the barrier on, for which rank 1 came last.
        assertEquals(
                List.of("2: 50-90", "0: 90-100"),
                segments().subList(segments().size() - 2, segments().size()));
        assertEquals(2, segments().size(), "rank 1 does nothing before the barrier");
    }

    @Test
    void theTimeOfACallPassesWhereItsEffectsAre() throws Exception {
        TraceTexts.write(folder, "", List.of(state("File_write", "size='96'", 1_000_000_000, 3_000_000_000L)));
        Files.writeString(folder.resolve("p_n0_0_0.rel"), relation("n0", operation(0, "File_write", "1.0", "3.0", "")));
        Files.writeString(
                folder.resolve("p_a.rel"),
                relation(
                        "a",
                        operation(0, "Write", "1.2", "2.0", "n0:1:0:0")
                                + operation(1, "Write", "1.5", "2.5", "n0:1:0:0")));
        Files.writeString(folder.resolve("p_b.rel"), relation("b", operation(0, "Read", "1.3", "2.2", "n0:1:0:0")));
        Path file = folder.resolve("p.proj");
        Files.writeString(
                file, Files.readString(file).replace("</Topology>", "<Node name='a'/><Node name='b'/></Topology>"));
        path = CriticalPath.of(Project.open(folder), each -> {});
        // Backwards: the call to 2.5, a to 1.5, b to 1.3, a to 1.2, the call.
        assertEquals(List.of("a Write 1100000000", "b Read 200000000", "n0/0/0 File_write 700000000"), shares());
    }

    @Test
    void ofDamagedRelationFilesWhatIsReadableCountsAndTheRestIsTold() throws Exception {
        TraceTexts.write(folder, "", List.of(state("File_write", "size='96'", 1_000_000_000, 3_000_000_000L)));
        Files.writeString(folder.resolve("p_n0_0_0.rel"), relation("n0", operation(0, "File_write", "1.0", "3.0", "")));
        Files.writeString(folder.resolve("p_a.rel"), "none");
        Files.writeString(
                folder.resolve("p_b.rel"),
                relation("b", operation(0, "Read", "1.3", "2.2", "n0:1:0:0") + "<rel t='1' time='soon'/>"));
        Path file = folder.resolve("p.proj");
        Files.writeString(
                file, Files.readString(file).replace("</Topology>", "<Node name='a'/><Node name='b'/></Topology>"));
        path = CriticalPath.of(Project.open(folder), each -> {});
        assertEquals(List.of("b Read 900000000", "n0/0/0 File_write 1100000000"), shares());
        assertEquals(
                List.of("p_a.rel", "p_b.rel"),
                path.damages().findings().stream()
                        .map(finding -> finding.file().getFileName().toString())
                        .toList());
        assertTrue(path.damages().isBadInput());
        assertEquals(
                path.damages().findings(),
                WaitSums.read(Project.open(folder), each -> {}).damages().findings());
    }

    private static String relation(String host, String operations) {
        return "<relation hostID='" + host + "' localToken='1' topologyNumber='0' timeAdjustment='1300000000'>"
                + operations + "</relation>";
    }

    private static String operation(int token, String name, String start, String end, String parent) {
        String at = " t='" + token + "' time='";
        return "<rel" + at + start + "'" + (parent.isEmpty() ? "" : " r='" + parent + "'") + "/><s name='" + name + "'"
                + at + start + "'/><e" + at + end + "'/><un" + at + end + "'/>";
    }

    /** Whatever the traces: no gap, no overlap, nothing counted twice, and the end is that of the run. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void joinsWithoutGap(long seed) throws Exception {
        Random random = new Random(seed);
        int ranks = 4;
        StringBuilder[] traces = new StringBuilder[ranks];
        long[] now = new long[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            traces[rank] = new StringBuilder(state("Init", "", 0, 5));
            now[rank] = 5;
        }
        long last = 0;
        for (int step = 0; step < 200; step++) {
            int from = random.nextInt(ranks);
            int to = (from + 1 + random.nextInt(ranks - 1)) % ranks;
            now[from] += random.nextInt(50);
            now[to] += random.nextInt(50);
            boolean held = random.nextBoolean();
            long meeting = Math.max(now[from], now[to]);
            long sent = (held ? meeting : now[from]) + 3;
            long received = meeting + 4;
            traces[from].append(state("Send", "size='1' toRank='" + to + "' toTag='0' cid='0'", now[from], sent));
            traces[to].append(state("Recv", "fromRank='" + from + "' fromTag='0' cid='0'", now[to], received));
            now[from] = sent;
            now[to] = received;
            last = Math.max(last, Math.max(sent, received));
        }
        List<String> texts = new ArrayList<>();
        for (StringBuilder trace : traces) {
            texts.add(trace.toString());
        }
        find(texts.toArray(String[]::new));
        assertEquals(EPOCH, path.segments().get(0).fromNanos());
        assertEquals(
                EPOCH + last, path.segments().get(path.segments().size() - 1).toNanos());
        for (int i = 1; i < path.segments().size(); i++) {
            assertEquals(
                    path.segments().get(i - 1).toNanos(), path.segments().get(i).fromNanos());
        }
        assertEquals(last, path.nanos());
        assertEquals(
                last,
                path.shares().stream().mapToLong(CriticalPath.Share::nanos).sum());
        assertTrue(path.segments().size() > 5, "it changes its process");
    }
}
