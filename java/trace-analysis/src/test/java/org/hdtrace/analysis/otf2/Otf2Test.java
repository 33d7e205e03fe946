// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.otf2;

import static org.hdtrace.analysis.messages.TraceTexts.state;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hdtrace.analysis.check.ProjectChecker;
import org.hdtrace.analysis.dump.Dump;
import org.hdtrace.analysis.imports.ImportSummary;
import org.hdtrace.analysis.imports.Importers;
import org.hdtrace.analysis.messages.Message;
import org.hdtrace.analysis.messages.MessageReader;
import org.hdtrace.analysis.messages.TraceTexts;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Communicator;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.StatisticsFile;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.select.Globs;
import org.hdtrace.format.select.Ranks;
import org.hdtrace.format.select.Selection;
import org.hdtrace.format.statistics.StatisticsGroup;
import org.hdtrace.format.statistics.StatisticsWriter;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.statistics.ValueType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Archives hold what projects do, and become projects (SUNSHOT V-21). In the place of hdtrace-otf2 stands {@link StandIn}; the real one
 * has a test of its own, and both meet in tests/converting.sh.
 */
class Otf2Test {
    private static final String COMMUNICATORS =
            """
            <CommunicatorList><Communicator name='WORLD'><Rank global='0' local='0' cid='0'/><Rank global='1' local='1' cid='0'/>
            </Communicator><Communicator name='turned'><Rank global='1' local='0' cid='3'/><Rank global='0' local='1' cid='5'/>
            </Communicator></CommunicatorList>""";

    @TempDir
    Path folder;

    private ImportSummary summary;

    @BeforeEach
    void putProgram() throws IOException {
        StandIn.put(folder);
    }

    @AfterEach
    void forgetProgram() {
        StandIn.forget();
    }

    private Project project(String... traces) throws Exception {
        return TraceTexts.write(Files.createDirectory(folder.resolve("p")), COMMUNICATORS, List.of(traces));
    }

    private Otf2Exporter.Summary written(Project project) throws Exception {
        return written(project, Selection.all());
    }

    private Otf2Exporter.Summary written(Project project, Selection selection) throws Exception {
        return Otf2Exporter.write(project, selection, folder.resolve("archive"), path -> {});
    }

    private Project made(Path anchor) throws Exception {
        Path target = folder.resolve("made");
        summary = new Otf2Importer().run(anchor, target, share -> {});
        Project made = Project.open(target);
        List<Finding> findings = new ArrayList<>();
        ProjectChecker.check(made, Workers.of(1), path -> {}, findings::add);
        assertEquals(List.of(), findings);
        return made;
    }

    private Project back(Project project) throws Exception {
        written(project);
        return made(folder.resolve("archive/traces.otf2"));
    }

    private String archive() throws IOException {
        return Files.readString(folder.resolve("archive/traces.otf2"));
    }

    private static List<String> entries(Project project) throws Exception {
        List<String> all = new ArrayList<>();
        for (TraceFile file : project.traces()) {
            all.add(String.join("/", file.node().path()));
            dump(file.path(), all);
        }
        return all;
    }

    private static List<String> statistics(Project project) throws Exception {
        List<String> all = new ArrayList<>();
        for (StatisticsFile file : project.statistics()) {
            all.add(String.join("/", file.node().path()));
            dump(file.path(), all);
        }
        return all;
    }

    private static void dump(Path file, List<String> lines) throws Exception {
        StringBuilder text = new StringBuilder();
        Dump.writeText(file, text);
        text.toString().lines().filter(line -> !line.startsWith("program")).forEach(lines::add);
    }

    private static List<String> messages(Project project) {
        List<String> all = new ArrayList<>();
        MessageReader.read(project, Ranks.all(), path -> {}, (Message each) -> all.add(each.toString()));
        return all.stream().sorted().toList();
    }

    @Test
    void statesEventsAndElementsComeBack() throws Exception {
        Project project = project(
                """
                <Nested><Nested><File_write time='1.5' end='1.6' size='007' text='a&quot;b&lt;&#10;&#9;\\'/></Nested>
                <Inner time='1.5' end='2'/><Event name='here &amp; now' time='2' number='-5' big='18446744073709551615'/>
                <Other time='2' end='2'/></Nested>
                <Outer time='1' end='3' name='x'><Part rank='1'><Sub a='&lt;'>text</Sub></Part><Part rank='2'/></Outer>
                <Event name='last' time='4'/>
                """,
                state("Idle", "", 10, 20));
        assertEquals(entries(project), entries(back(project)));
        assertEquals(new ImportSummary(2, 5, 2, 0, 0, 0, Map.of()), summary);
    }

    @Test
    void messagesAndCommunicatorsComeBack() throws Exception {
        Project project = project(
                state("Send", "size='4' toRank='1' toTag='7' cid='0'", 10, 20)
                        + state("Isend", "size='8' toRank='1' toTag='99' cid='5' rid='1'", 30, 31)
                        + state("Wait", "", 40, 50, "<For rid='1'/>"),
                state("Irecv", "fromRank='0' fromTag='7' cid='0' rid='4'", 5, 6)
                        + state("Wait", "", 7, 25, "<For rid='4'/>")
                        + state("Recv", "fromRank='0' fromTag='99' cid='3'", 26, 60));
        List<String> before = messages(project);
        assertEquals(2, before.size());
        Project back = back(project);
        assertEquals(before, messages(back));
        assertEquals(entries(project), entries(back));
        assertEquals(
                project.communicators().stream().map(Communicator::members).toList(),
                back.communicators().stream()
                        .map(Communicator::members)
                        .limit(2)
                        .toList());
        String text = archive();
        // Places in the communicator, not ranks of all.
        assertTrue(text.contains("\n>\t5\t1\t0\t7\t4\n"), text);
        assertTrue(text.contains("\n<\t20\t0\t0\t7\t4\n"), text);
        assertTrue(text.contains("\n>\t25\t0\t1\t99\t8\n"), text);
        assertTrue(text.contains("\ncomm\t1\tturned\tgroup\t1\t0\n"), text);
    }

    @Test
    void messagesOfCommunicatorsWithOthersAreOfAllRanks() throws Exception {
        Project project = TraceTexts.write(
                Files.createDirectory(folder.resolve("p")),
                """
                <CommunicatorList><Communicator name='untraced'><Rank global='1' local='0' cid='3'/>
                <Rank global='7' local='1' cid='3'/><Rank global='0' local='2' cid='3'/></Communicator></CommunicatorList>""",
                List.of(
                        state("Send", "size='4' toRank='1' toTag='7' cid='3'", 10, 20),
                        state("Recv", "fromRank='0' fromTag='7' cid='3'", 5, 25)));
        assertEquals(1, written(project).messages());
        String text = archive();
        assertTrue(text.contains("\ncomm\t1\tall ranks\tgroup\t0\t1\n"), text);
        assertTrue(text.contains("\n>\t5\t1\t1\t7\t4\n"), text);
        assertTrue(text.contains("\n<\t20\t0\t1\t7\t4\n"), text);
    }

    private static Project withStatistics(Project project, List<ValueDescription> values) throws Exception {
        Path file = project.directory().resolve("p_n0_Use.stat");
        try (StatisticsWriter writer =
                StatisticsWriter.create(file, new StatisticsGroup("Use", List.of("n0"), values))) {
            writer.begin(1_300_000_000_000_000_001L);
            for (long i = 0; i < 3; i++) {
                writer.setLong(0, Long.MIN_VALUE + i);
                writer.setDouble(1, 0.1 * i);
                writer.endRecord(1_300_000_000_000_000_005L + i);
            }
        }
        return Project.open(project.directory());
    }

    @Test
    void statisticsComeBack() throws Exception {
        Project project = project(state("Work", "", 10, 20), state("Work", "", 10, 20));
        List<ValueDescription> values = List.of(
                new ValueDescription("bytes", ValueType.INT64, "B", "disk"),
                new ValueDescription("share", ValueType.DOUBLE, "%", ""));
        Project whole = withStatistics(project, values);
        List<String> before = statistics(whole);
        assertEquals(9, before.size(), before::toString);
        assertEquals(before, statistics(back(whole)));
        assertEquals(3, summary.records());
    }

    @Test
    void whatIsLeftOutIsTold() throws Exception {
        Project project = project(state("Late", "", 50, 60) + state("Early", "", 10, 20), state("A", "", 1, 2));
        Otf2Exporter.Summary told = written(project);
        assertEquals(Map.of("times that ran backwards moved", 2L), told.left());
        assertEquals(3, told.states());
    }

    @Test
    void whatASelectionLeavesOutIsTold() throws Exception {
        Project project = project(
                state("Send", "size='4' toRank='1' toTag='7' cid='0'", 10, 20),
                state("Recv", "fromRank='0' fromTag='7' cid='0'", 5, 25));
        Project whole = withStatistics(
                project,
                List.of(
                        new ValueDescription("bytes", ValueType.INT64, "B", ""),
                        new ValueDescription("share", ValueType.DOUBLE, "%", "")));
        String statistics = "files of statistics left out, which come with all ranks and names only";
        String messages = "messages left out, which come with all names only";
        Selection all = Selection.all();
        Otf2Exporter.Summary told = written(whole, new Selection(all.interval(), Ranks.parse("0-1"), all.names()));
        assertEquals(Map.of(statistics, 1L), told.left());
        assertEquals(1, told.messages());
        Path archive = folder.resolve("archive");
        Files.move(archive, folder.resolve("first"));
        told = written(whole, new Selection(all.interval(), all.ranks(), Globs.parse("S*")));
        assertEquals(Map.of(statistics, 1L, messages, 1L), told.left());
        assertEquals(List.of(1L, 0L, 0L), List.of(told.states(), told.messages(), told.records()));
        Files.move(archive, folder.resolve("second"));
        told = written(whole);
        assertEquals(Map.of(), told.left());
        assertEquals(List.of(2L, 1L, 3L), List.of(told.states(), told.messages(), told.records()));
    }

    @Test
    void archivesOfOtherProgramsBecomeProjects() throws Exception {
        Path anchor = folder.resolve("run.otf2");
        Files.writeString(
                anchor,
                """
                otf2	1
                clock	1000	500	9	1700000000000000000
                node	0	-	machine	Cluster
                node	1	0	node	alpha
                group	0	1	MPI Rank 0
                group	1	1	MPI Rank 1
                location	5	0	cpu	Master thread
                location	6	0	cpu	OMP thread 1
                location	9	1	cpu	Master thread
                ranks	5	9
                comm	0	MPI_COMM_WORLD	group	0	1
                comm	3		group	1	0
                region	0	function	MPI_Send
                region	1	function	main(int, char**)
                region	2	function	MPI_Waitall
                region	3	function	MPI_Allreduce
                attribute	0	d	load
                member	0	i	PAPI_TOT_CYC	microseconds	Instructions completed
                member	1	d	temperature	C	of the processor
                class	7	0	1
                events	5
                +	500	1	0	d	0x1.8p+0
                +	510	0
                >	511	0	3	9	64
                -	520	0
                +	530	3
                c	540	3	1	8	16
                -	540	3
                p	550	input size	12
                m	560	7	i	3	d	0x1p-1
                m	580	7	i	18446744073709551615	d	0x1p+1
                -	600	1
                end
                events	6
                end
                events	9
                +	505	2
                <	525	1	3	9	64
                -	526	2
                end
                whole
                """);
        Project project = made(anchor);
        assertEquals("Cluster", project.name().isEmpty() ? "" : project.root().label());
        assertEquals(List.of("Hostname", "Rank", "Thread"), project.levels());
        List<String> found = entries(project);
        assertTrue(found.contains("alpha/0/Master-thread"), found::toString);
        assertEquals(1, messages(project).size());
        assertEquals(1, summary.messages());
        assertEquals(3, summary.traces());
        String all = String.join("\n", found);
        assertTrue(all.contains("state 1 Send 1700000000.010000000 1700000000.020000000"), all);
        assertTrue(all.contains("toRank=\"1\" toTag=\"9\" cid=\"3\" size=\"64\""), all);
        assertTrue(all.contains("load=\"1.5\" input_size=\"12\""), all);
        assertTrue(all.contains("cid=\"3\" rootRank=\"0\" size=\"8\" received=\"16\""), all);
        String values = String.join("\n", statistics(project));
        assertTrue(values.contains("9223372036854775807"), values);
        assertTrue(values.contains("unit=\"microseco\""), values);
        assertTrue(values.contains("grouping=\"Instructions comple\""), values);
        assertEquals(Map.of("ends of units and descriptions of metrics", 2L), summary.skipped());
        assertEquals(1, summary.records());
    }

    @Test
    void refusedArchivesLeaveNothing() throws Exception {
        Path anchor = folder.resolve("run.otf2");
        for (String text : new String[] {
            "bad\n",
            "otf2\t1\nclock\t0\t0\t0\t-\n",
            "otf2\t1\nevents\t1\n",
            "otf2\t1\nnode\tx\n",
            "otf2\t1\nlocation\t0\t0\tcpu\ta\nevents\t0\n+\t1\t9\nend\n",
            "otf2\t1\nregion\t0\tf\ta\nlocation\t0\t0\tcpu\ta\nevents\t0\n+\t1\t0\t8\ti\t1\nend\n",
            "otf2\t1\nlocation\t0\t0\tcpu\ta\nevents\t0\nm\t1\t9\ti\t1\nend\n",
            "otf2\t1\nregion\t0\tf\ta\nlocation\t0\t0\tcpu\ta\nevents\t0\n+\t9999999999999999999\t0\nend\n",
            """
            otf2	1
            property	HDTRACE::VERSION	1
            attribute	0	s	HDTRACE::DATA
            region	0	f	a
            location	0	0	cpu	a
            events	0
            +	1	0	0	s	<a
            end
            """,
        }) {
            Files.writeString(anchor, text);
            TraceFormatException e = assertThrows(
                    TraceFormatException.class,
                    () -> new Otf2Importer().run(anchor, folder.resolve("made"), share -> {}),
                    text);
            assertEquals(anchor, e.file());
            assertFalse(Files.exists(folder.resolve("made")), text);
        }
    }

    @Test
    void whatTheProgramCannotWriteIsToldAndLeavesNothing() throws Exception {
        Files.writeString(
                folder.resolve("hdtrace-otf2"),
                "#!/bin/sh\nread line\necho \"$2: no room for $2/1.evt\" >&2\nexit 1\n");
        Project project = project(state("A", "", 1, 2).repeat(20_000));
        IOException e = assertThrows(IOException.class, () -> written(project));
        assertEquals("no room for " + folder.resolve("archive/1.evt"), e.getMessage());
        assertFalse(Files.exists(folder.resolve("archive")));
    }

    @Test
    void textThatWasNotEndedIsNotWaitedFor() throws Exception {
        Path archive = Files.createDirectory(folder.resolve("archive"));
        try (Otf2Program program = Otf2Program.start("write", archive, archive, folder.resolve("errors"))) {
            TraceFormatException e = assertTimeoutPreemptively(
                    Duration.ofSeconds(60), () -> assertThrows(TraceFormatException.class, program::finish));
            assertEquals("stdin: is not whole", e.reason());
        }
    }

    @Test
    void withoutTheProgramItsPackageIsNamed() throws Exception {
        Files.delete(folder.resolve("hdtrace-otf2"));
        Project project = project(state("A", "", 1, 2));
        TraceFormatException e = assertThrows(TraceFormatException.class, () -> written(project));
        assertTrue(e.reason().contains("libotf2-trace-dev"), e.reason());
        assertFalse(Files.exists(folder.resolve("archive")));
    }

    @Test
    void formatsAreFound() {
        assertEquals("otf2", Importers.of(Path.of("x/run.otf2")).orElseThrow().name());
        assertEquals("paje", Importers.of(Path.of("run.trace.gz")).orElseThrow().name());
        assertTrue(Importers.of(Path.of("run.proj")).isEmpty());
        assertTrue(Importers.named("otf2").isPresent());
    }
}
