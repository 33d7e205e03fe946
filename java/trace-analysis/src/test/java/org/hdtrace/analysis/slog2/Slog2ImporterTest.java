// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.slog2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.hdtrace.analysis.check.ProjectChecker;
import org.hdtrace.analysis.imports.ImportSummary;
import org.hdtrace.analysis.imports.Importers;
import org.hdtrace.analysis.messages.Message;
import org.hdtrace.analysis.messages.MessageReader;
import org.hdtrace.format.Finding;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.Query;
import org.hdtrace.format.query.TraceStream;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.select.Ranks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of SLOG-2 become projects that hold what they say (SUNSHOT V-21). */
class Slog2ImporterTest {
    private static final Object[] NONE = {};

    @TempDir
    Path folder;

    private final Slog2Sample sample = new Slog2Sample();
    private ImportSummary summary;

    private Project made() throws Exception {
        Path file = folder.resolve("run.slog2");
        sample.write(file, 0, 0.25);
        return made(file);
    }

    private Project made(Path file) throws Exception {
        Path target = folder.resolve("made");
        summary = new Slog2Importer().run(file, target, share -> {});
        Project project = Project.open(target);
        List<Finding> findings = new ArrayList<>();
        ProjectChecker.check(project, Workers.of(1), path -> {}, findings::add);
        assertEquals(List.of(), findings);
        return project;
    }

    /** Place, name, start and end in ms, depth and attributes of each entry, by start. */
    private static List<String> entries(Project project) throws Exception {
        TreeMap<String, String> all = new TreeMap<>();
        try (TraceStream stream = Query.of(project).byStart()) {
            while (stream.next()) {
                StringBuilder line =
                        new StringBuilder(String.join("/", stream.file().node().path()));
                line.append(' ').append(stream.name());
                line.append(' ').append(stream.startNanos() / 1_000_000);
                line.append(' ').append(stream.endNanos() / 1_000_000);
                line.append(' ').append(stream.depth());
                for (int i = 0; i < stream.attributeCount(); i++) {
                    line.append(' ').append(stream.attributeName(i)).append('=').append(stream.attributeValue(i));
                }
                all.put(String.format("%020d %d %s", stream.startNanos(), stream.depth(), line), line.toString());
            }
        }
        return List.copyOf(all.values());
    }

    private static List<String> messages(Project project) {
        List<String> all = new ArrayList<>();
        MessageReader.read(
                project,
                Ranks.all(),
                path -> {},
                (Message message) ->
                        all.add(message.from().rank() + ">" + message.to().rank() + " "
                                + message.startNanos() / 1_000_000 + " " + message.endNanos() / 1_000_000 + " "
                                + message.bytes()));
        return all.stream().sorted().toList();
    }

    @Test
    void statesOfAllFramesAreNestedByTheirTimes() throws Exception {
        int main = sample.category("main", Slog2Sample.STATE);
        int write = sample.category("MPI_File_write", Slog2Sample.STATE, "size=", "d");
        int mark = sample.category("checkpoint", Slog2Sample.EVENT, "", "s");
        sample.state(write, 0, 0.1, 0.2, 4096);
        sample.event(mark, 0, 0.15, "first");
        sample.state(write, 0, 0.3, 1.4, 100);
        sample.state(main, 0, 0.05, 1.9);
        sample.state(write, 1, 1.5, 1.5, 1);
        assertEquals(
                List.of(
                        "0 main 50 1900 0",
                        "0 File_write 100 200 1 size=4096",
                        "0 checkpoint 150 150 2 value1=first",
                        "0 File_write 300 1400 1 size=100",
                        "1 File_write 1500 1500 0 size=1"),
                entries(made()));
        assertEquals(2, summary.traces());
        assertEquals(4, summary.states());
        assertEquals(1, summary.events());
    }

    @Test
    void linesAreRanksAndThreadsByTheMapThatTellsMost() throws Exception {
        int work = sample.category("work", Slog2Sample.STATE);
        sample.map("Communicator View", List.of("commID", "comm_rank"), new int[] {7, 1, 0}, new int[] {8, 1, 1});
        sample.map("Process View", List.of("world_rank"), new int[] {7, 4}, new int[] {8, 4}, new int[] {9, 2});
        sample.map(
                "Process-Thread View",
                List.of("world_rank", "thread"),
                new int[] {7, 4, 0},
                new int[] {8, 4, 1},
                new int[] {9, 4, 1});
        sample.state(work, 7, 0, 0.1);
        sample.state(work, 8, 0.1, 0.2);
        sample.state(work, 9, 0.3, 0.4);
        sample.state(work, 55, 0.5, 0.6);
        Project project = made();
        assertEquals(
                List.of("4/0 work 0 100 0", "4/1 work 100 200 0", "4/1 work 300 400 0", "5/0 work 500 600 0"),
                entries(project),
                "two lines of one thread are one trace; what the map does not know is a rank of its own");
        assertEquals(List.of("Rank", "Thread"), project.levels());
    }

    @Test
    void arrowsAreMessagesOfTheCallsTheyTouch() throws Exception {
        int send = sample.category("MPI_Send", Slog2Sample.STATE);
        int receive = sample.category("MPI_Recv", Slog2Sample.STATE);
        int message = sample.category("message", Slog2Sample.ARROW, "msg_tag=", "d", ", msg_size=", "d");
        sample.state(send, 0, 0.1, 0.2);
        sample.state(receive, 1, 0.1, 0.9);
        sample.arrow(message, 0, 0.1, 1, 0.9, 5, 4000);
        sample.state(send, 0, 0.3, 0.4);
        sample.arrow(message, 0, 0.4, 1, 1.6, 6, 70);
        sample.arrow(message, 1, 1.2, 0, 1.0, 7, 8);
        Project project = made();
        assertEquals(List.of("0>1 100 900 4000", "0>1 300 1600 70", "1>0 1200 1000 8"), messages(project));
        assertEquals(3, summary.messages());
        assertTrue(
                entries(project).contains("0 Send 100 200 0 toRank=1 toTag=0 cid=0 msg_tag=5 size=4000"),
                entries(project).toString());
    }

    @Test
    void compositesTellTheirPartsWithTheirOwnValues() throws Exception {
        int whole = sample.category("transfer", Slog2Sample.STATE, "file ", "s", "part", "d");
        int read = sample.category("read", Slog2Sample.STATE, "part", "d");
        int tick = sample.category("tick", Slog2Sample.EVENT);
        sample.composite(
                whole,
                0.1,
                0.7,
                new Object[] {"a.dat", 9},
                Slog2Sample.primitive(read, new Object[] {1}, 0.1, 3, 0.3, 3),
                Slog2Sample.primitive(read, NONE, 0.4, 3, 0.7, 3),
                Slog2Sample.primitive(tick, NONE, 0.6, 3));
        assertEquals(
                List.of(
                        "3 read 100 300 0 part=1 composite=transfer file=a.dat",
                        "3 read 400 700 0 composite=transfer file=a.dat part=9",
                        "3 tick 600 600 1 composite=transfer file=a.dat part=9"),
                entries(made()));
    }

    @Test
    void valuesOfEachTypeAreRead() throws Exception {
        int all = sample.category(
                "all",
                Slog2Sample.STATE,
                "h",
                "h",
                "l",
                "l",
                "x",
                "x",
                "X",
                "X",
                "e",
                "e",
                "E",
                "E",
                "name",
                "s",
                "h",
                "d");
        sample.state(all, 0, 0, 1, (short) -3, 1L << 40, 255, 1L << 40, 1.5f, 0.1, "ü<&>", 4);
        assertEquals(
                List.of("0 all 0 1000 0 h=-3 l=1099511627776 x=0xff X=0x10000000000 e=1.5 E=0.1 name_=ü<&> h_2=4"),
                entries(made()));
    }

    @Test
    void statesThatOverlapHaveRowsOfTheirOwn() throws Exception {
        int work = sample.category("work", Slog2Sample.STATE);
        sample.state(work, 0, 0, 0.5);
        sample.state(work, 0, 0.4, 0.9);
        sample.state(work, 0, 0.45, 0.95);
        sample.state(work, 0, 1.0, 1.1);
        assertEquals(
                List.of(
                        "0 work 0 500 0",
                        "0/overlap-1 work 400 900 0",
                        "0/overlap-2 work 450 950 0",
                        "0 work 1000 1100 0"),
                entries(made()));
    }

    @Test
    void linesHaveSoManyRowsAndNoMore() throws Exception {
        int work = sample.category("work", Slog2Sample.STATE);
        int beyond = 3;
        for (int i = 0; i <= Slog2Project.MOST_LANES + beyond; i++) {
            sample.state(work, 0, i / 1000.0, 1 + i / 1000.0);
        }
        assertEquals(Slog2Project.MOST_LANES + 1, entries(made()).size());
        assertEquals(
                Map.of("states that overlap more than 256 others of their line", (long) beyond), summary.skipped());
        assertEquals(Slog2Project.MOST_LANES + 1, summary.traces());
    }

    /** The heap that entries wait in keeps no order of its own; the file has them as they are drawn. */
    @Test
    void whatTakesTheSameTimeKeepsTheOrderOfTheFile() throws Exception {
        int mark = sample.category("mark", Slog2Sample.EVENT, "n", "d");
        int work = sample.category("work", Slog2Sample.STATE, "n", "d");
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            order.add(i);
            sample.event(mark, 0, 0.1, i);
            sample.state(work, 1, 0.1, 0.2, i);
        }
        List<Integer> marks = new ArrayList<>();
        List<Integer> states = new ArrayList<>(Collections.nCopies(order.size(), -1));
        try (TraceStream stream = Query.of(made()).byStart()) {
            while (stream.next()) {
                int n = Integer.parseInt(stream.attributeValue(0));
                if (stream.name().equals("mark")) {
                    marks.add(n);
                } else {
                    states.set(stream.depth(), n);
                }
            }
        }
        assertEquals(order, marks);
        assertEquals(order, states, "the first is the outermost");
    }

    @Test
    void timesBeforeZeroAreMoved() throws Exception {
        int work = sample.category("work", Slog2Sample.STATE);
        sample.state(work, 0, -0.5, 0.25);
        sample.state(work, 0, 1, 2);
        Path file = folder.resolve("run.slog2");
        sample.write(file, -1, 0.25);
        assertEquals(List.of("0 work 0 750 0", "0 work 1500 2500 0"), entries(made(file)));
    }

    /** Random files in trees of any depth, against what was put into them. */
    @Test
    void anyTreeGivesAllEntriesInTheirOrder() throws Exception {
        for (int seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            Slog2Sample file = new Slog2Sample();
            int outer = file.category("outer", Slog2Sample.STATE);
            int inner = file.category("inner", Slog2Sample.STATE);
            int event = file.category("event", Slog2Sample.EVENT);
            List<String> expected = new ArrayList<>();
            for (int line = 0; line < 3; line++) {
                double now = 0;
                for (int i = 0; i < 60; i++) {
                    double start = now + random.nextInt(50) / 1000.0;
                    double end = start + (5 + random.nextInt(200)) / 1000.0;
                    file.state(outer, line, start, end);
                    expected.add(text(line, "outer", start, end, 0));
                    if (random.nextBoolean()) {
                        file.state(inner, line, start + 0.001, end - 0.001);
                        expected.add(text(line, "inner", start + 0.001, end - 0.001, 1));
                    } else {
                        file.event(event, line, end - 0.001);
                        expected.add(text(line, "event", end - 0.001, end - 0.001, 1));
                    }
                    now = end;
                }
            }
            Path written = folder.resolve(seed + ".slog2");
            file.write(written, 0, 0.01 + random.nextInt(200) / 1000.0);
            Path target = folder.resolve("made" + seed);
            new Slog2Importer().run(written, target, share -> {});
            List<String> found = new ArrayList<>();
            try (TraceStream stream = Query.of(Project.open(target)).byStart()) {
                while (stream.next()) {
                    found.add(stream.file().rank() + " " + stream.name() + " " + Math.round(stream.startNanos() / 1e6)
                            + " " + Math.round(stream.endNanos() / 1e6) + " " + stream.depth());
                }
            }
            assertEquals(
                    expected.stream().sorted().toList(), found.stream().sorted().toList(), "seed " + seed);
        }
    }

    private static String text(int line, String name, double start, double end, int depth) {
        return line + " " + name + " " + Math.round(start * 1000) + " " + Math.round(end * 1000) + " " + depth;
    }

    @Test
    void theFormatIsFoundByNameAndEnding() {
        assertEquals("slog2", Importers.of(Path.of("a/RUN.SLOG2")).orElseThrow().name());
        assertTrue(Importers.named("slog2").isPresent());
        assertFalse(new Slog2Importer().accepts(Path.of("/")), "the root has no name");
        assertEquals(Optional.empty(), Importers.of(Path.of("/")));
    }
}
