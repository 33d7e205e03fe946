// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.compression.TraceRecoder;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.relation.RelationEvent;
import org.hdtrace.format.relation.RelationReader;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.trace.TraceCursor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small project is cut in every place, one file at a time: what was complete before the cut is in the new one. */
class RepairCutTest {
    private static final String HEAD = "<Program timeAdjustment='1300000000' host='n1' rank='0' thread='0'>\n";
    private static final String TRACE = HEAD
            + """
            <Init time='0' end='1'/>
            <Nested>
            	<Nested>
            		<Read fid='0' size='4' time='2.25' end='2.5'/>
            	</Nested>
            	<File_read fid='0' time='2' end='3'><Data offset='0'/></File_read>
            	<Event name='mark' time='3.5'/>
            </Nested>
            <Step label='a&gt;b' time='2' end='4'/>
            <Event name='late' time='4.5'/>
            <Nested>
            	<Send size='1' time='5' end='5.25'/>
            	<Recv size='1' time='5.5' end='5.75'/>
            </Nested>
            <Sendrecv size='1' time='5' end='6'/>
            <Finalize time='6' end='7'/>
            </Program>
            """;
    private static final String RELATION =
            """
            <relation version="1" hostID="n1" localToken="7" topologyNumber="0" timeAdjustment="1300000000">
            <rel t="0" time="1"/><s name="a" t="0" time="1.5"/><rel t="1" time="2" p="0:0"/><s name="b" t="1" time="3"/>\
            <e t="1" time="4"/><un t="1" time="5"/><e t="0" time="6"><x v='3'/></e><un t="0" time="7"/></relation>
            """;

    @TempDir
    private Path folder;

    private Path damaged;
    private Path target;
    private Path trace;
    private Path relation;
    private Path statistics;

    @BeforeEach
    void writeProject() throws IOException {
        damaged = Files.createDirectory(folder.resolve("P"));
        target = folder.resolve("Q");
        Files.writeString(
                damaged.resolve("app.proj"),
                """
                <Application name='app'><Topology><Level type='Hostname'><Level type='Rank'><Level type='Thread'/>\
                </Level></Level><Node name='n1'><Node name='0'><Node name='0'/></Node></Node></Topology>
                <CommunicatorList><Communicator name='WORLD'><Rank global='0' local='0' cid='0'/></Communicator>\
                </CommunicatorList><ExternalStatistics><Energy/></ExternalStatistics></Application>
                """);
        trace = Files.writeString(damaged.resolve("app_n1_0_0.trc"), TRACE);
        relation = Files.writeString(damaged.resolve("app_n1_0_0.rel"), RELATION);
        statistics = damaged.resolve("app_n1_Energy.stat");
        try (OutputStream out = Files.newOutputStream(statistics)) {
            String header = "<Statistics><TopologyNode><Label value='n1'/></TopologyNode><Group name='Energy'"
                    + " timestampDatatype='EPOCH'><Value name='P' type='INT32'/></Group></Statistics>\n";
            out.write((header.length() + "\n" + header).getBytes(StandardCharsets.UTF_8));
            for (int second = 0; second <= 3; second++) {
                java.nio.ByteBuffer record = java.nio.ByteBuffer.allocate(second == 0 ? 8 : 12);
                record.putInt(1_300_000_000 + second).putInt(5);
                out.write(second == 0 ? record.array() : record.putInt(second).array());
            }
        }
    }

    @Test
    void tracesCutAnywhereKeepEveryCompleteEntry() throws Exception {
        List<String> all = new ArrayList<>();
        List<Long> ends = new ArrayList<>();
        try (TraceCursor cursor = TraceCursor.open(trace)) {
            while (cursor.next()) {
                all.add(cursor.entry().toString());
                ends.add(cursor.entryEnd());
            }
        }
        assertEquals(10, all.size());
        for (int cut = HEAD.length(); cut < TRACE.length(); cut++) {
            Files.writeString(trace, TRACE.substring(0, cut));
            assertValid(repair(), cut);
            int bytes = cut;
            List<String> complete = all.subList(
                    0, (int) ends.stream().filter(end -> end <= bytes).count());
            assertEquals(complete, entries(target.resolve("app_n1_0_0.trc")), "cut at " + cut);
        }
    }

    @Test
    void tracesThatEndInTheirHeadAreLeftOut() throws Exception {
        for (int cut = 0; cut < HEAD.length() - 1; cut++) {
            Files.writeString(trace, TRACE.substring(0, cut));
            Result result = repair();
            assertValid(result, cut);
            assertTrue(result.repairs().get(0).text().startsWith("the file is left out: "), result.toString());
            assertFalse(Files.exists(target.resolve("app_n1_0_0.trc")));
        }
    }

    @Test
    void statisticsCutAnywhereKeepEveryCompleteRecord() throws Exception {
        byte[] whole = Files.readAllBytes(statistics);
        int body = whole.length - 8 - 3 * 12;
        for (int cut = 0; cut < whole.length; cut++) {
            Files.write(statistics, Arrays.copyOf(whole, cut));
            assertValid(repair(), cut);
            Path kept = target.resolve("app_n1_Energy.stat");
            assertEquals(cut >= body, Files.exists(kept), "cut at " + cut);
            if (cut >= body) {
                assertEquals(Math.max(0, cut - body - 8) / 12, records(kept), "cut at " + cut);
            }
        }
    }

    @Test
    void relationsCutAnywhereKeepEveryCompleteEvent() throws Exception {
        int head = RELATION.indexOf('>') + 1;
        List<String> all = events(relation);
        assertEquals(8, all.size());
        for (int cut = head; cut < RELATION.length() - 1; cut++) {
            Files.writeString(relation, RELATION.substring(0, cut));
            assertValid(repair(), cut);
            long complete = eventsWithin(cut);
            Path kept = target.resolve("app_n1_0_0.rel");
            List<String> found = Files.exists(kept) ? events(kept) : List.of();
            assertTrue(found.size() >= complete, found + " cut at " + cut);
            assertEquals(all.subList(0, (int) complete), found.subList(0, (int) complete), "cut at " + cut);
        }
    }

    /** Events that end before the cut. */
    private static long eventsWithin(int cut) {
        String text = RELATION.substring(RELATION.indexOf('>') + 1, cut);
        long closed = text.split("</e>", -1).length - 1L;
        return text.split("/>", -1).length - 1L - (text.contains("<x v='3'/>") ? 1 : 0) + closed;
    }

    @Test
    void projectFilesCutAnywhereStillLeadToEveryFile() throws Exception {
        byte[] whole = Files.readAllBytes(damaged.resolve("app.proj"));
        for (int cut = 0; cut < whole.length - 1; cut++) {
            Files.write(damaged.resolve("app.proj"), Arrays.copyOf(whole, cut));
            assertValid(repair(), cut);
            Project project = Project.open(target);
            assertEquals(1, project.traces().size(), "cut at " + cut);
            assertEquals(0, project.traces().get(0).rank(), "cut at " + cut);
            assertEquals(1, project.statistics().size(), "cut at " + cut);
            assertEquals(1, project.relations().size(), "cut at " + cut);
        }
    }

    @Test
    void compressedTracesCutAnywhereKeepWhatCanBeDecompressed() throws Exception {
        Path gzip = damaged.resolve("app_n1_0_0.trc.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(gzip))) {
            out.write(TRACE.getBytes(StandardCharsets.UTF_8));
        }
        cutCompressed(gzip);
    }

    @Test
    void seekableTracesCutAnywhereKeepWhatCanBeDecompressed() throws Exception {
        Path zstd = damaged.resolve("app_n1_0_0.trc.zst");
        Files.writeString(trace, TRACE);
        new TraceRecoder(1, false, bytes -> {}).compress(trace);
        cutCompressed(zstd);
    }

    /** Of a compressed file that is whole a copy is made, of another one a plain one with all that its text holds. */
    private void cutCompressed(Path file) throws Exception {
        Files.deleteIfExists(trace);
        byte[] whole = Files.readAllBytes(file);
        List<String> all = entries(file);
        int most = 0;
        for (int cut = 0; cut <= whole.length; cut++) {
            Files.write(file, Arrays.copyOf(whole, cut));
            List<String> readable = readable(file);
            assertValid(repair(), cut);
            Path plain = target.resolve("app_n1_0_0.trc");
            Path kept = Files.exists(plain) ? plain : target.resolve(file.getFileName());
            List<String> found = Files.exists(kept) ? entries(kept) : List.of();
            assertEquals(readable, found, "cut at " + cut);
            assertEquals(all.subList(0, found.size()), found, "cut at " + cut);
            most = Math.max(most, found.size());
        }
        assertEquals(all.size(), most);
    }

    @Test
    void tailsOfTracesThatWereNotClosedAreJoinedWithThem() throws Exception {
        Path zstd = damaged.resolve("app_n1_0_0.trc.zst");
        Path tail = damaged.resolve("app_n1_0_0.trc.tail");
        int half = TRACE.indexOf("<Event name='late'");
        Files.writeString(trace, TRACE.substring(0, half));
        List<String> before = entries(trace);
        Files.write(zstd, com.github.luben.zstd.Zstd.compress(Files.readAllBytes(trace)));
        Files.delete(trace);
        for (int cut = half; cut <= TRACE.length(); cut++) {
            // What a mapping has not used yet are NUL bytes.
            Files.writeString(tail, TRACE.substring(half, cut) + "\0".repeat(100));
            List<String> readable = readable(zstd);
            assertEquals(before, readable.subList(0, before.size()));
            assertValid(repair(), cut);
            assertEquals(readable, entries(target.resolve("app_n1_0_0.trc")), "cut at " + cut);
            assertFalse(Files.exists(target.resolve("app_n1_0_0.trc.tail")));
        }
    }

    @Test
    void ringsThatNobodyCanTakeOverAreNeverLostInSilence() throws Exception {
        Path ring = Files.writeString(damaged.resolve("app_n1_0_0.ring"), "no ring");
        Files.delete(damaged.resolve("app.proj"));
        try {
            Result result = repair();
            Repair first = result.repairs().get(0);
            assertEquals("app_n1_0_0.ring", first.file());
            assertEquals(Repair.Kind.LOST, first.kind());
        } catch (TraceFormatException e) {
            assertTrue(e.reason().contains("hdtrace-merge"), e.reason());
            assertEquals(ring, e.file());
            assertFalse(Files.exists(target));
        }
        assertEquals("no ring", Files.readString(ring));
        assertTrue(list(folder).size() <= 2, "nothing else is left behind");
    }

    private Result repair() throws Exception {
        if (Files.exists(target)) {
            for (Path file : list(target)) {
                Files.delete(file);
            }
        }
        Result result = new Result(new ArrayList<>(), new ArrayList<>());
        Repairer.repair(damaged, target, Workers.of(1), file -> {}, result);
        return result;
    }

    /** What was told. */
    private record Result(List<Repair> repairs, List<Finding> findings) implements Repairer.Report {
        @Override
        public void repaired(Repair repair) {
            assertEquals(List.of(), findings, "findings come last");
            repairs.add(repair);
        }

        @Override
        public void left(Finding finding) {
            findings.add(finding);
        }
    }

    private static void assertValid(Result result, int cut) {
        assertEquals(List.of(), result.findings(), "cut at " + cut);
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    /** All entries but those that stand for parents that are lost. */
    private static List<String> entries(Path file) throws TraceFormatException {
        List<String> entries = new ArrayList<>();
        try (TraceCursor cursor = TraceCursor.open(file)) {
            while (cursor.next()) {
                if (!cursor.name().equals("Unnamed")) {
                    entries.add(cursor.entry().toString());
                }
            }
        }
        return entries;
    }

    /** What is read of a damaged file before it is refused. */
    private static List<String> readable(Path file) {
        List<String> entries = new ArrayList<>();
        try (TraceCursor cursor = TraceCursor.open(file)) {
            while (cursor.next()) {
                entries.add(cursor.entry().toString());
            }
        } catch (TraceFormatException e) {
            return entries;
        }
        return entries;
    }

    private static int records(Path file) throws TraceFormatException {
        int records = 0;
        try (StatisticsReader reader = StatisticsReader.open(file)) {
            while (reader.next()) {
                records++;
                assertEquals(records, reader.longValue(0));
            }
        }
        return records;
    }

    private static List<String> events(Path file) throws TraceFormatException {
        List<String> events = new ArrayList<>();
        try (RelationReader reader = RelationReader.open(file)) {
            for (RelationEvent event = reader.next(); event != null; event = reader.next()) {
                events.add(event.toString());
            }
        }
        return events;
    }
}
