// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.statistics.StatisticsGroup;
import org.hdtrace.format.statistics.StatisticsWriter;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.statistics.ValueType;
import org.hdtrace.sunshot.TestProjects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLoaderTest {
    private final CategoryTable categories = new CategoryTable();

    private Run load(Path project, String filter) throws TraceFormatException {
        return new RunLoader(categories, StateFilter.parse(filter), LoadMonitor.silent()).load(project);
    }

    private static List<String> paths(Run run) {
        List<String> paths = new ArrayList<>();
        run.rows().forEach(row -> row.walk(each -> paths.add(each.path())));
        return paths;
    }

    @Test
    void readsTopologyStatesAndStatistics(@TempDir Path folder) throws Exception {
        Run run = load(TestProjects.halves(folder), "");
        assertEquals(
                List.of("n1", "n1/0/0", "n1/1/0", "n1/Utilization", "n1/Utilization/CPU_TOTAL", "n1/Utilization/IDLE"),
                paths(run));
        assertEquals(5, run.stateCount());
        assertEquals(2_000_000_000L, run.interval().durationNanos());
        Row.Trace first = (Row.Trace) run.rows().get(0).children().get(0);
        assertEquals("Rank 0", first.label(), "a rank with one thread is one row");
        assertEquals(2, first.track().levels().size());
        StateLevel nested = first.track().levels().get(1);
        assertEquals("Wait", categories.get(nested.category(0)).name());
        assertEquals(250_000_000L, nested.durationNanos(0));
        Row.Statistic cpu =
                (Row.Statistic) run.rows().get(0).children().get(2).children().get(0);
        assertEquals(75, cpu.series().value(1));
        assertEquals(run.interval().endNanos(), cpu.series().boundaryNanos(2));
    }

    /** Of equals the smaller number is drawn, so it must not depend on which trace is read first. */
    @Test
    void categoriesAreNumberedByTheirNames(@TempDir Path folder) throws Exception {
        load(TestProjects.halves(folder), "");
        List<String> names = categories.all().stream().map(Category::name).toList();
        assertEquals(names.stream().sorted().toList(), names);
        assertTrue(names.containsAll(List.of("File_write", "Send", "Wait")), names.toString());
    }

    @Test
    void theFilterLeavesStatesOut(@TempDir Path folder) throws Exception {
        Run run = load(TestProjects.halves(folder), "size > 50 & .category = Send");
        assertEquals(1, run.stateCount());
    }

    @Test
    void theFilterLeavesValuesAndTheirRowsOut(@TempDir Path folder) throws Exception {
        Path project = TestProjects.halves(folder);
        Run high = load(project, ".value > 50");
        assertEquals(List.of("n1", "n1/0/0", "n1/1/0", "n1/Utilization", "n1/Utilization/CPU_TOTAL"), paths(high));
        Row.Statistic cpu =
                (Row.Statistic) high.rows().get(0).children().get(2).children().get(0);
        assertFalse(cpu.series().has(0));
        assertEquals(75, cpu.series().value(1));
        assertEquals(75, cpu.series().min());
        assertEquals(5, high.stateCount(), "states have no value");
        assertEquals(load(project, "").interval(), high.interval());
        assertEquals(List.of("n1", "n1/0/0", "n1/1/0"), paths(load(project, ".unit = W")));
    }

    @Test
    void loadingCanBeStopped(@TempDir Path folder) throws Exception {
        Path project = TestProjects.halves(folder);
        LoadMonitor impatient = new LoadMonitor() {
            @Override
            public void progress(double share, String what) {}

            @Override
            public boolean isCancelled() {
                return true;
            }
        };
        RunLoader loader = new RunLoader(categories, StateFilter.none(), impatient);
        assertThrows(CancellationException.class, () -> loader.load(project));
    }

    /** More than 16 MiB of text are kept in a store, which serves the next time, and not with a filter. */
    @Test
    void aLargeProjectIsReadOnce(@TempDir Path folder) throws Exception {
        Path project = TestProjects.halves(folder);
        StringBuilder text = new StringBuilder("<Program timeAdjustment='1300000000'>\n");
        int states = 0;
        while (text.length() < 17 << 20) {
            int micros = states % 999_990;
            text.append(String.format(
                    "<S%d size='4096' toRank='1' time='%d.%06d000' end='%d.%06d%d00'/>%n",
                    states % 3, states / 999_990, micros, states / 999_990, micros, 1 + states % 9));
            states++;
        }
        Files.writeString(folder.resolve("halves_n1_0_0.trc"), text.append("</Program>\n"));
        Run first = load(project, "");
        assertEquals(states + 2, first.stateCount());
        Path store = folder.resolve("halves.hdv");
        Object made = Files.getLastModifiedTime(store);
        Run second = load(project, "");
        assertEquals(made, Files.getLastModifiedTime(store), "the store was not made again");
        assertEquals(first.interval(), second.interval());
        assertEquals(states + 2, second.stateCount());
        StateLevel level = ((Row.Trace) second.rows().get(0).children().get(0))
                .track()
                .levels()
                .get(0);
        assertEquals("S1", categories.get(level.category(states / 3 * 3 - 2)).name());
        assertEquals(states / 3, load(project, ".category = S2").stateCount());
        assertEquals(made, Files.getLastModifiedTime(store), "a filter does not change the store");
        String filter = ".category = S[12] & .duration > 0.00000045";
        List<String> sifted = states(load(project, filter));
        Files.delete(store);
        List<String> filtered = states(load(project, filter));
        assertFalse(Files.exists(store), "a filter makes no store");
        assertTrue(filtered.size() > states / 4 && filtered.size() < states / 2, filtered.size() + " of " + states);
        assertEquals(filtered, sifted, "by the store as by the traces");
    }

    private List<String> states(Run run) {
        List<String> all = new ArrayList<>();
        run.rows()
                .forEach(top -> top.walk(row -> {
                    if (row instanceof Row.Trace trace) {
                        for (StateLevel level : trace.track().levels()) {
                            for (int i = 0; i < level.size(); i++) {
                                String name = categories.get(level.category(i)).name();
                                all.add(row.path() + " " + name + " " + level.startNanos(i) + " " + level.endNanos(i)
                                        + " " + level.textOffset(i));
                            }
                        }
                    }
                }));
        return all;
    }

    @Test
    void ofDamagedFilesWhatIsReadableIsThere(@TempDir Path folder) throws Exception {
        Path project = TestProjects.halves(folder);
        Files.writeString(folder.resolve("halves_n1_1_0.trc"), "");
        Run run = load(project, "");
        assertTrue(run.notes().get(0).contains("halves_n1_1_0.trc: byte 0: the file is empty"), run.notes()::toString);
        assertEquals(3, run.stateCount());
        assertEquals(2, run.traceCount());
        Files.writeString(folder.resolve("halves_n1_Utilization.stat"), "no statistics");
        run = load(project, "");
        assertTrue(run.notes().get(1).contains("halves_n1_Utilization.stat: byte 0"), run.notes()::toString);
        assertEquals(3, run.stateCount());
    }

    @Test
    void whatIsBeforeDamageOfACompressedTraceIsThere(@TempDir Path folder) throws Exception {
        Path project = TestProjects.halves(folder);
        StringBuilder text = new StringBuilder("<Program timeAdjustment='1300000000'>\n");
        for (int i = 0; i < 20_000; i++) {
            text.append("<Send size='")
                    .append(i * 7919 % 65_536)
                    .append("' time='")
                    .append(i)
                    .append(".0' end='");
            text.append(i).append(".5'/>\n");
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(text.append("</Program>").toString().getBytes(UTF_8));
        }
        byte[] bytes = packed.toByteArray();
        Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + 2000, (byte) 0xff);
        Files.delete(folder.resolve("halves_n1_1_0.trc"));
        Files.write(folder.resolve("halves_n1_1_0.trc.gz"), bytes);
        Run run = load(project, "");
        assertTrue(run.notes().toString().contains("halves_n1_1_0.trc.gz"), run.notes()::toString);
        assertTrue(run.stateCount() > 1000, () -> run.stateCount() + " states");
    }

    @Test
    void ofAFileOfRelationsWithoutUseTheOthersAreThere(@TempDir Path folder) throws Exception {
        Path project = TestProjects.chain(folder);
        Files.writeString(folder.resolve("chain_s1.rel"), "no relations");
        Run run = load(project, "");
        assertTrue(run.notes().get(0).contains("chain_s1.rel: byte 0"), run.notes()::toString);
        List<String> paths = new ArrayList<>();
        run.rows().forEach(top -> top.walk(row -> paths.add(row.path())));
        assertTrue(paths.contains("s2/operations"), paths::toString);
        assertFalse(paths.contains("s1/operations"), paths::toString);
    }

    @Test
    void aProjectWithoutAnyReadableFileIsAnErrorThatNamesTheFirst(@TempDir Path folder) throws Exception {
        Path project = TestProjects.halves(folder);
        for (String file : List.of("halves_n1_0_0.trc", "halves_n1_1_0.trc", "halves_n1_Utilization.stat")) {
            Files.writeString(folder.resolve(file), "");
        }
        TraceFormatException error = assertThrows(TraceFormatException.class, () -> load(project, ""));
        assertTrue(error.getMessage().contains("halves_n1_0_0.trc: byte 0: the file is empty"), error.getMessage());
    }

    @Test
    void aRankWithOneThreadIsOneRowWithWhatElseItHas(@TempDir Path folder) throws Exception {
        Path project = TestProjects.halves(folder);
        StatisticsGroup group = new StatisticsGroup(
                "Process",
                List.of("n1", "0"),
                List.of(new ValueDescription("PROC_READ", ValueType.INT64, "B", "PROC")));
        try (StatisticsWriter writer = StatisticsWriter.create(folder.resolve("halves_n1_0_Process.stat"), group)) {
            writer.begin(1_300_000_000_000_000_000L);
            writer.setLong(0, 5);
            writer.endRecord(1_300_000_001_000_000_000L);
        }
        Row.Trace rank = assertInstanceOf(
                Row.Trace.class, load(project, "").rows().get(0).children().get(0));
        assertEquals("Rank 0", rank.label());
        assertEquals("n1/0/0", rank.path());
        assertEquals(
                List.of("Process"), rank.children().stream().map(Row::label).toList());
    }

    @Test
    void everyProjectOfTheOriginalIsRead() throws Exception {
        Path fixtures = Path.of(System.getProperty("hd.root"), "..", "shared", "fixtures", "original");
        Assumptions.assumeTrue(Files.isDirectory(fixtures), "the original's projects are not here");
        List<Path> projects;
        try (Stream<Path> files = Files.walk(fixtures)) {
            projects = files.filter(file -> file.toString().endsWith(".proj")).toList();
        }
        assertTrue(projects.size() > 5);
        for (Path project : projects) {
            Run run = load(project, "");
            assertTrue(run.interval().durationNanos() > 0, project.toString());
        }
    }
}
