// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.relation.ParentLink;
import org.hdtrace.format.relation.RelationWriter;
import org.hdtrace.format.statistics.StatisticsGroup;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.statistics.StatisticsWriter;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.statistics.ValueType;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.format.trace.TraceWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever happened to a project, a valid one is made of it, with what is whole, and the damaged one stays as it was. */
@SuppressWarnings("StringConcatToTextBlock")
class RepairTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long START = 1_300_000_000L * SECOND;
    private static final String PROJECT =
            "<Application name='app'><Topology><Level type='Hostname'><Level type='Rank'><Level type='Thread'/></Level></Level>"
                    + "<Node name='n1'><Node name='0'><Node name='0'/></Node></Node></Topology>\n"
                    + "<CommunicatorList><Communicator name='WORLD'><Rank global='0' local='0' cid='0'/></Communicator>\n"
                    + "<Communicator name='HALF'><Rank global='0' local='0' cid='1'/></Communicator></CommunicatorList>\n"
                    + "<Datatypes><Rank name='0' thread='0'><NAMED id='0' name='MPI_INT'/></Rank></Datatypes>\n"
                    + "<ExternalStatistics><Energy/></ExternalStatistics></Application>\n";

    @TempDir
    private Path folder;

    private Path damaged;
    private Path trace;
    private Path statistics;
    private Path relation;

    @BeforeEach
    void writeProject() throws IOException {
        damaged = Files.createDirectory(folder.resolve("P"));
        Files.writeString(damaged.resolve("app.proj"), PROJECT);
        trace = damaged.resolve("app_n1_0_0.trc");
        statistics = damaged.resolve("app_n1_Energy.stat");
        relation = damaged.resolve("app_n1_0_0.rel");
        writeTrace();
        writeStatistics();
        writeRelation();
    }

    /** 400 states on top, each second one with a nested one that has an event. */
    private void writeTrace() throws IOException {
        Attributes program = Attributes.of("timeAdjustment", "1300000000", "host", "n1", "rank", "0", "thread", "0");
        try (TraceWriter writer = TraceWriter.create(trace, program)) {
            for (int i = 0; i < 400; i++) {
                long start = START + i * SECOND;
                writer.beginState("Bcast", start);
                writer.attribute("cid", i % 2);
                if (i % 2 == 0) {
                    writer.beginState("Send", start + 10);
                    writer.event("mark", start + 20, Attributes.none());
                    writer.endState(start + 30);
                }
                writer.endState(start + 40);
            }
        }
    }

    private void writeStatistics() throws IOException {
        List<ValueDescription> values = List.of(new ValueDescription("P", ValueType.FLOAT, "W", "Power", 1));
        StatisticsGroup group = new StatisticsGroup("Energy", List.of("n1"), values, Attributes.none());
        try (StatisticsWriter writer = StatisticsWriter.create(statistics, group)) {
            writer.begin(START);
            for (int i = 1; i <= 300; i++) {
                writer.setDouble(0, i);
                writer.endRecord(START + i * SECOND);
            }
        }
    }

    private void writeRelation() throws IOException {
        Attributes header =
                Attributes.of("hostID", "n1", "localToken", "7", "topologyNumber", "0", "timeAdjustment", "1300000000");
        try (RelationWriter writer = RelationWriter.create(relation, header)) {
            for (int i = 0; i < 200; i++) {
                long start = START + i * SECOND;
                List<ParentLink> parents =
                        i == 0 ? List.of() : List.of(new ParentLink(ParentLink.Kind.PROCESS, "0:" + (i - 1)));
                long token = writer.token(start, parents);
                writer.begin(token, start + 1, "io", Attributes.of("size", "4"));
                writer.finish(token, start + 2, Attributes.none(), List.of());
                writer.destroy(token, start + 3);
            }
        }
    }

    @Test
    void filesWithoutDamageAreCopiedAsTheyAre() throws Exception {
        Run run = repair();
        assertEquals("", run.out());
        for (Path file : List.of(trace, statistics, relation)) {
            assertArrayEquals(
                    Files.readAllBytes(file),
                    Files.readAllBytes(repaired().resolve(file.getFileName())),
                    file.toString());
        }
        assertEquals(Project.open(damaged).content(), Project.open(repaired()).content());
    }

    @Test
    void tracesThatWereCutAnywhereKeepWhatIsComplete() throws Exception {
        byte[] whole = Files.readAllBytes(trace);
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 12; i++) {
            int cut = 200 + random.nextInt(whole.length - 200);
            Files.write(trace, Arrays.copyOf(Arrays.copyOf(whole, cut), i % 2 == 0 ? cut : cut + 3000));
            long complete = count(trace);
            repair();
            assertEquals(complete, count(repaired().resolve(trace.getFileName())), "cut at " + cut);
        }
    }

    @Test
    void unusedBytesBehindACutTraceAreGone() throws Exception {
        byte[] whole = Files.readAllBytes(trace);
        byte[] killed =
                Arrays.copyOf(Arrays.copyOf(whole, whole.length - "</Program>\n".length()), whole.length + 5000);
        Files.write(trace, killed);
        Run run = repair();
        assertTrue(run.out().contains("end tag added"), run.out());
        assertFalse(run.out().contains("lost: "), run.out());
        assertArrayEquals(whole, Files.readAllBytes(repaired().resolve(trace.getFileName())));
    }

    @Test
    void readingGoesOnBehindATornSector() throws Exception {
        byte[] whole = Files.readAllBytes(trace);
        long all = count(trace);
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 12; i++) {
            byte[] torn = whole.clone();
            int from = 2000 + random.nextInt(whole.length - 4000);
            for (int at = from; at < from + 512; at++) {
                torn[at] = (byte) (i % 2 == 0 ? 0 : random.nextInt(256));
            }
            Files.write(trace, torn);
            Run run = repair();
            assertTrue(
                    run.out()
                            .matches(
                                    "(?s).*lost: app_n1_0_0.trc: byte [0-9]+: [0-9]+ bytes lost, up to byte [0-9]+\n.*"),
                    run.out());
            long kept = count(repaired().resolve(trace.getFileName()));
            // 512 bytes hold at most some ten entries; those of a group that was torn are lost with it.
            assertTrue(kept >= all - 25 && kept < all, kept + " of " + all + " entries, torn at " + from);
        }
    }

    @Test
    void entriesWithImpossibleTimesAreLeftOut() throws Exception {
        String text = Files.readString(trace);
        String late = text.replace(
                "<Bcast cid='1' time='7.000000000' end='7.000000040'",
                "<Bcast cid='1' time='7.000000000' end='9007.000000040'");
        assertFalse(late.equals(text));
        Files.writeString(trace, late.replace("time='101.", "time='1x1.").replace("end='103.", "end='3."));
        long all = 800;
        Run run = repair();
        assertTrue(run.out().contains("Bcast at 1300000007.000000000 s left out"), run.out());
        assertEquals(all - 3, count(repaired().resolve(trace.getFileName())), run.out());
    }

    @Test
    void traceWhoseHeadIsLostIsLeftOutAndTheRestKept() throws Exception {
        byte[] bytes = Files.readAllBytes(trace);
        Arrays.fill(bytes, 0, 512, (byte) 'x');
        Files.write(trace, bytes);
        Run run = repair();
        assertTrue(run.out().contains("lost: app_n1_0_0.trc: byte 0: the file is left out"), run.out());
        assertTrue(Files.exists(repaired().resolve(statistics.getFileName())));
    }

    @Test
    void statisticsKeepTheRecordsAroundDamage() throws Exception {
        byte[] bytes = Files.readAllBytes(statistics);
        Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + 64, (byte) 0xff);
        Files.write(statistics, Arrays.copyOf(bytes, bytes.length - 5));
        Run run = repair();
        assertEquals(
                2,
                run.out()
                        .lines()
                        .filter(line -> line.startsWith("lost: app_n1_Energy.stat"))
                        .count(),
                run.out());
        int records = 0;
        try (StatisticsReader reader = StatisticsReader.open(repaired().resolve(statistics.getFileName()))) {
            while (reader.next()) {
                records++;
            }
        }
        assertTrue(records >= 290 && records < 300, records + " records");
    }

    @Test
    void relationsAreCutAtTheirLastEventAndGoOnBehindDamage() throws Exception {
        String text = Files.readString(relation);
        int half = text.length() / 2;
        Files.writeString(relation, text.substring(0, half) + "<<<" + text.substring(half + 200, text.length() - 60));
        Run run = repair();
        assertTrue(run.out().contains("lost: app_n1_0_0.rel: byte "), run.out());
        String kept = Files.readString(repaired().resolve(relation.getFileName()));
        assertTrue(kept.contains("t='190'") && kept.endsWith("</relation>\n"), run.out());
    }

    @Test
    void missingProjectFileIsMadeAnew() throws Exception {
        Project before = Project.open(damaged);
        Files.delete(damaged.resolve("app.proj"));
        repair();
        Project project = Project.open(repaired());
        assertEquals("app.proj", project.file().getFileName().toString());
        assertEquals(before.levels(), project.levels());
        assertEquals(before.root().children(), project.root().children());
        assertEquals(0, project.traces().get(0).rank());
        assertEquals(1, project.statistics().size());
        assertTrue(project.statistics().get(0).declared());
    }

    @Test
    void wholePartsOfADamagedProjectFileAreKept() throws Exception {
        Path file = damaged.resolve("app.proj");
        Files.writeString(
                file,
                PROJECT.replace("<Node name='n1'>", "<Node name=").replace("name='HALF'", "name='HALF"),
                StandardCharsets.UTF_8);
        Run run = repair();
        Project project = Project.open(repaired());
        assertEquals(
                List.of("WORLD"),
                project.communicators().stream().map(one -> one.name()).toList(),
                run.out());
        assertEquals(1, project.datatypes(0, 0).size());
        assertEquals(1, project.traces().size());
    }

    @Test
    void jsonTellsEachRepair() throws Exception {
        Files.write(trace, Arrays.copyOf(Files.readAllBytes(trace), 5000));
        Run run = Run.of("repair", "--json", damaged, "-o", repaired()).assertSuccess();
        assertTrue(run.out().startsWith("{\"repairs\":["), run.out());
        assertTrue(run.out().endsWith("],\"findings\":[],\"valid\":true}\n"), run.out());
        assertTrue(run.out().contains("\"kind\":\"lost\""), run.out());
    }

    @Test
    void targetsThatCannotBeUsedAreRefused() throws Exception {
        Map<String, String> before = content(folder);
        Path full = Files.createDirectory(folder.resolve("full"));
        Files.createFile(full.resolve("x"));
        assertTrue(Run.of("repair", damaged, "-o", full).assertBadInput().err().contains("not empty"));
        assertTrue(Run.of("repair", damaged, "-o", damaged.resolve("Q"))
                .assertBadInput()
                .err()
                .contains("must not be changed"));
        assertTrue(Run.of("repair", damaged, "-o", damaged.resolve("a/b/Q"))
                .assertBadInput()
                .err()
                .contains("must not be changed"));
        assertTrue(Run.of("repair", damaged, "-o", trace.resolve("a/b"))
                .assertBadInput()
                .err()
                .contains("is no folder"));
        assertTrue(Run.of("repair", damaged, "-o", Path.of("/"))
                .assertBadInput()
                .err()
                .contains("can't be made: it is the root of the file system"));
        assertTrue(Run.of("repair", damaged, "-o", trace).assertBadInput().err().contains(trace.toString()));
        assertTrue(Run.of("repair", damaged).assertBadInput().err().contains("-o"));
        assertTrue(Run.of("repair", folder.resolve("none"), "-o", repaired())
                .assertBadInput()
                .err()
                .contains("no such file"));
        assertTrue(
                Run.of("repair", full, "-o", repaired()).assertBadInput().err().contains("no file that belongs"));
        assertTrue(Run.of("repair", full, "-o", folder.resolve("a/b/c"))
                .assertBadInput()
                .err()
                .contains("no file that belongs"));
        Files.delete(full.resolve("x"));
        Files.delete(full);
        assertEquals(before, content(folder), "nothing is left behind");
    }

    @Test
    void foldersAroundTheTargetAreMade() throws Exception {
        Path there = Files.createDirectory(folder.resolve("there"));
        Path target = there.resolve("a/b/Q");
        Run.of("repair", damaged, "-o", target).assertSuccess();
        Run.of("check", target).assertSuccess();
        Path none = Files.createDirectory(folder.resolve("none"));
        Run.of("repair", none, "-o", there.resolve("c/d/Q")).assertBadInput();
        assertFalse(Files.exists(there.resolve("c")), "what a failure made is removed");
        assertTrue(Files.exists(there));
    }

    /** The system refuses what is longer than 8 KiB in a file, as a disk that is full. */
    @Test
    void nothingIsLeftBehindWhereThereIsNoRoom() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        "bash",
                        "-c",
                        "ulimit -f 8; exec \"$0\" -XX:-UsePerfData -cp \"$1\" org.hdtrace.analysis.cli.Main repair \"$2\" -o \"$3\"",
                        java,
                        System.getProperty("java.class.path"),
                        damaged.toString(),
                        repaired().toString())
                .start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(1, process.waitFor(), out + err);
        assertEquals("", out);
        assertTrue(err.startsWith("hdtrace repair: the new project can't be written: "), err);
        assertEquals(1, err.lines().count(), err);
        assertEquals(List.of(damaged), list(folder), "neither the new project nor a part of it");
    }

    private Path repaired() {
        return folder.resolve("Q");
    }

    /** Repair into an empty folder; the result is valid, and what was damaged is as before. */
    private Run repair() throws IOException {
        if (Files.exists(repaired())) {
            for (Path file : list(repaired())) {
                Files.delete(file);
            }
        }
        Map<String, String> before = content(damaged);
        Run run = Run.of("repair", damaged, "-o", repaired()).assertSuccess();
        Run.of("check", repaired()).assertSuccess();
        assertEquals(before, content(damaged));
        assertEquals(2, list(folder).size(), "only the two projects are there");
        return run;
    }

    private static long count(Path file) throws Exception {
        long entries = 0;
        try (TraceCursor cursor = TraceCursor.open(file)) {
            while (cursor.next()) {
                entries++;
            }
        }
        return entries;
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    /** Names and hashes of all files. */
    private static Map<String, String> content(Path directory) throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.toList()) {
                content.put(
                        file.toString(),
                        Files.isDirectory(file)
                                ? ""
                                : String.format(Locale.ROOT, "%08x", Arrays.hashCode(Files.readAllBytes(file))));
            }
        }
        return content;
    }
}
