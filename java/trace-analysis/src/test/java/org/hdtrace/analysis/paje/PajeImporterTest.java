// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.paje;

import static org.hdtrace.analysis.messages.TraceTexts.state;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.hdtrace.analysis.check.ProjectChecker;
import org.hdtrace.analysis.export.ExportFormat;
import org.hdtrace.analysis.export.Exporter;
import org.hdtrace.analysis.imports.ImportSummary;
import org.hdtrace.analysis.messages.Message;
import org.hdtrace.analysis.messages.MessageReader;
import org.hdtrace.analysis.messages.TraceTexts;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.StatisticsFile;
import org.hdtrace.format.project.TopologyNode;
import org.hdtrace.format.query.Query;
import org.hdtrace.format.query.TraceStream;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.select.Ranks;
import org.hdtrace.format.select.Selection;
import org.hdtrace.format.statistics.StatisticsReader;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Traces of Paje become projects that hold what they say (SUNSHOT V-21). */
class PajeImporterTest {
    /** As SimGrid writes it: sizes are fields that the format does not know. */
    private static final String HEAD = definition(0, "DefineContainerType", "Alias", "Type", "Name")
            + definition(1, "DefineVariableType", "Alias", "Type", "Name", "Color")
            + definition(2, "DefineStateType", "Alias", "Type", "Name")
            + definition(3, "DefineEventType", "Alias", "Type", "Name")
            + definition(4, "DefineLinkType", "Alias", "Type", "StartContainerType", "EndContainerType", "Name")
            + definition(5, "DefineEntityValue", "Alias", "Type", "Name", "Color")
            + definition(6, "CreateContainer", "Time", "Alias", "Type", "Container", "Name")
            + definition(7, "DestroyContainer", "Time", "Type", "Name")
            + definition(8, "SetVariable", "Time", "Type", "Container", "Value")
            + definition(9, "AddVariable", "Time", "Type", "Container", "Value")
            + definition(10, "SubVariable", "Time", "Type", "Container", "Value")
            + definition(11, "SetState", "Time", "Type", "Container", "Value")
            + definition(12, "PushState", "Time", "Type", "Container", "Value", "Size")
            + definition(13, "PopState", "Time", "Type", "Container")
            + definition(14, "ResetState", "Time", "Type", "Container")
            + definition(15, "StartLink", "Time", "Type", "Container", "Value", "StartContainer", "Key", "Size")
            + definition(16, "EndLink", "Time", "Type", "Container", "Value", "EndContainer", "Key")
            + definition(17, "NewEvent", "Time", "Type", "Container", "Value")
            + definition(18, "OfTheirOwn", "Time");

    private static final String TYPES =
            """
            # what there is
            0 H 0 HOST
            0 M H MPI
            1 p H power "1 0 0"
            2 S M MPI_STATE
            2 U M USER
            3 E M MARK
            4 L 0 M M MPI_LINK
            5 s S "PMPI_Send" "1 0 0"
            6 0 h1 H 0 host-a
            6 0 h2 H 0 host-b
            6 0 r0 M h1 rank-7
            6 0 r1 M h2 rank-3
            """;

    @TempDir
    Path folder;

    private ImportSummary summary;

    private static String definition(int number, String name, String... fields) {
        StringBuilder text = new StringBuilder("%EventDef Paje" + name + " " + number + "\n");
        for (String field : fields) {
            text.append("%  ").append(field).append(" string\n");
        }
        return text.append("%EndEventDef\n").toString();
    }

    private Project made(String text) throws Exception {
        Path trace = folder.resolve("run.trace");
        Files.writeString(trace, text);
        return made(trace);
    }

    private Project made(Path trace) throws Exception {
        Path target = folder.resolve("made");
        summary = new PajeImporter().run(trace, target, share -> {});
        Project project = Project.open(target);
        List<Finding> findings = new ArrayList<>();
        ProjectChecker.check(project, Workers.of(1), path -> {}, findings::add);
        assertEquals(List.of(), findings);
        return project;
    }

    private static List<String> entries(Project project) throws Exception {
        List<String> all = new ArrayList<>();
        try (TraceStream stream = Query.of(project).byStart()) {
            while (stream.next()) {
                StringBuilder line = new StringBuilder();
                line.append(stream.file().rank()).append(' ').append(stream.name());
                line.append(' ').append(stream.startNanos()).append(' ').append(stream.endNanos());
                line.append(' ').append(stream.depth());
                for (int i = 0; i < stream.attributeCount(); i++) {
                    line.append(' ').append(stream.attributeName(i)).append('=').append(stream.attributeValue(i));
                }
                all.add(line.toString());
            }
        }
        return all;
    }

    private static List<String> messages(Project project) {
        List<String> all = new ArrayList<>();
        MessageReader.read(project, Ranks.all(), path -> {}, (Message message) -> {
            all.add(message.from().rank() + ">" + message.to().rank() + " " + message.startNanos() + " "
                    + message.endNanos() + " " + message.bytes());
        });
        return all.stream().sorted().toList();
    }

    @Test
    void statesLinksAndVariablesOfSimGrid() throws Exception {
        Project project = made(
                HEAD + TYPES
                        + """
                8 0 p h1 100
                12 5e-7 S r1 PMPI_Recv 0
                12 0.000001 S r0 s 4096
                15 0.000001 L 0 PTP r0 k1 4096
                16 0.000003 L 0 PTP r1 k1
                13 0.000003 S r1
                13 0.000002 S r0
                9 0.000002 p h1 20
                10 0.000004 p h1 70
                18 0.000004
                17 0.000004 E r1 "it is half"
                12 0.000004 S r1 "my step" 0
                7 0.000005 M r1
                """);
        assertEquals(List.of("Hostname", "Rank"), project.levels());
        assertEquals(
                List.of(
                        "3 Recv 500 3000 0 size=0 fromRank=7 fromTag=0 cid=0",
                        "7 Send 1000 2000 0 size=4096 toRank=3 toTag=0 cid=0",
                        "3 it is half 4000 4000 0",
                        "3 my_step 4000 5000 0 value=my step size=0"),
                entries(project));
        assertEquals(List.of("7>3 1000 3000 4096"), messages(project));
        assertEquals("host-a", project.traces().get(0).host());
        assertEquals("rank-7", project.traces().get(0).node().label());
        List<String> records = new ArrayList<>();
        try (StatisticsReader reader =
                StatisticsReader.open(project.statistics().get(0).path())) {
            while (reader.next()) {
                records.add(reader.intervalStartNanos() + " " + reader.timeNanos() + " " + reader.doubleValue(0));
            }
        }
        assertEquals(List.of("0 2000 100.0", "2000 4000 120.0", "4000 5000 50.0"), records);
        assertEquals(new ImportSummary(2, 3, 1, 1, 3, 0, Map.of("PajeOfTheirOwn", 1L)), summary);
    }

    /** Names of files have an end, those of containers have none; they stay labels, and which are cut alike are still two. */
    @Test
    void namesOfAnyLength() throws Exception {
        String same = "h".repeat(4000);
        Project project = made(HEAD
                + TYPES.replace("host-a", same + 1).replace("host-b", same + 2)
                + """
                2 T M %1$s3
                2 V M %1$s4
                6 0 h3 H 0 %2$s
                6 0 h4 H 0 host-d
                6 0 r2 M h3 rank-4
                6 0 r3 M h4 rank-1234567890
                11 0.000001 S r0 first
                11 0.000001 T r0 inner
                11 0.000001 V r0 further
                11 0.000001 S r1 second
                8 0.000001 p h1 1
                8 0.000001 p h2 2
                11 0.000001 S r2 third
                11 0.000001 S r3 fourth
                14 0.000004 S r3
                """
                        .formatted(same, "h".repeat(90) + ".2"));
        List<TopologyNode> hosts = project.root().children();
        assertEquals(
                List.of(same + 1, same + 2, "h".repeat(90) + ".2", "host-d"),
                hosts.stream().map(TopologyNode::label).toList());
        List<String> names = hosts.stream().map(TopologyNode::name).toList();
        // None is cut more than it must be.
        assertEquals(List.of(99, 99, 92, 6), names.stream().map(String::length).toList());
        assertEquals(4, names.stream().distinct().count(), names::toString);
        assertEquals(
                List.of(same + 3, same + 4),
                hosts.get(0).children().get(0).children().stream()
                        .map(TopologyNode::label)
                        .toList());
        assertEquals(2, project.statistics().size());
        assertEquals(
                Set.of("7 first", "7 inner", "7 further", "3 second", "4 third", "234567890 fourth"),
                entries(project).stream()
                        .map(entry -> entry.replaceFirst(" 1000 4000 .*", ""))
                        .collect(Collectors.toSet()));
        assertEquals(6, project.traces().size());
    }

    /** What tells names apart that were cut alike may end another's name. */
    @Test
    void namesCutAlikeAreNoOthers() throws Exception {
        String cut = "h".repeat(197);
        StringBuilder text = new StringBuilder(HEAD + TYPES + "11 0 S r0 Compute\n11 0 S r1 Compute\n");
        List<String> labels = List.of(cut + "hhhh1", cut + "hhhh2", cut + ".2", cut + "hhhh3", cut + ".4");
        for (int i = 0; i < labels.size(); i++) {
            text.append("6 0 x" + i + " H 0 " + labels.get(i) + "\n6 0 y" + i + " M x" + i + " rank-2" + i + "\n");
            text.append("11 0.000001 S y" + i + " state" + i + "\n");
        }
        Project project = made(text.append("14 0.000009 S r0\n").toString());
        List<TopologyNode> hosts = project.root().children().stream()
                .filter(node -> node.label().startsWith(cut))
                .toList();
        assertEquals(labels, hosts.stream().map(TopologyNode::label).toList());
        List<String> names = hosts.stream().map(TopologyNode::name).toList();
        assertEquals(cut + "hh", names.get(0));
        assertEquals(cut + ".2", names.get(1));
        assertEquals(5, names.stream().distinct().count(), names::toString);
        assertEquals(7, project.traces().size());
    }

    /** A link that no call of MPI begins or ends is one itself; states of another type lie below. */
    @Test
    void linksWithoutCallsAndSeveralTypesOfStates() throws Exception {
        Project project = made(
                HEAD + TYPES
                        + """
                11 0.000001 S r0 Compute
                11 0.000002 U r0 inner
                15 0.000002 L 0 PTP r0 k 8
                11 0.000003 S r0 Other
                14 0.000004 S r0
                14 0.000004 U r0
                16 0.000004 L 0 PTP r1 k
                16 0.000005 L 0 PTP r1 k
                """);
        assertEquals(
                List.of(
                        "7 Send 2000 2000 1 toRank=3 toTag=0 cid=0 size=8",
                        "7 Compute 1000 3000 0",
                        "7 inner 2000 4000 0",
                        "7 Other 3000 4000 0",
                        "3 Recv 4000 4000 0 fromRank=7 fromTag=0 cid=0"),
                entries(project));
        assertEquals(List.of("7>3 2000 4000 8"), messages(project));
        assertEquals(
                List.of("host-a", "7", "USER"), project.traces().get(1).node().path());
        assertEquals(1, summary.unmatched());
    }

    /** What export wrote comes back: names, times, nesting and messages, of any trace. */
    @Test
    void whatWasExportedComesBack() throws Exception {
        Random random = new Random(5);
        int ranks = 3;
        List<StringBuilder> traces =
                Stream.generate(StringBuilder::new).limit(ranks).toList();
        long now = 0;
        for (int i = 0; i < 400; i++) {
            int from = random.nextInt(ranks);
            int to = (from + 1 + random.nextInt(ranks - 1)) % ranks;
            now += 1 + random.nextInt(50);
            long end = now + 5 + random.nextInt(20);
            String inner = "<Nested>" + state("Inner", "", now + 1, now + 2 + random.nextInt(3)) + "</Nested>\n";
            traces.get(from)
                    .append(random.nextBoolean() ? inner : "")
                    .append(state("Isend", "size='4' toRank='" + to + "' toTag='1' cid='0'", now, end));
            traces.get(to)
                    .append(state("Recv", "fromRank='" + from + "' fromTag='1' cid='0'", now, end + 3))
                    .append("<Event name='mark' time='" + nanos(end + 4) + "'/>\n");
            now = end + 4;
        }
        Project project = TraceTexts.write(
                Files.createDirectory(folder.resolve("p")),
                "",
                traces.stream().map(StringBuilder::toString).toList());
        Path trace = folder.resolve("run.trace.gz");
        try (OutputStream bytes = new GZIPOutputStream(Files.newOutputStream(trace));
                Writer out = new OutputStreamWriter(bytes, StandardCharsets.UTF_8)) {
            Exporter.write(project, Selection.all(), ExportFormat.PAJE, out, path -> {});
        }
        Project again = made(trace);
        assertEquals(bare(entries(project)), bare(entries(again)));
        assertEquals(pairs(project), pairs(again));
        assertEquals(400, pairs(again).size());
        assertEquals(project.levels(), again.levels());
    }

    private static String nanos(long nanos) {
        return String.format("0.%09d", nanos);
    }

    /** Names and times from the first one on; attributes are not exported. */
    private static List<String> bare(List<String> lines) {
        long first = Long.parseLong(lines.get(0).split(" ", -1)[2]);
        return lines.stream()
                .map(line -> line.split(" ", -1))
                .map(words -> words[0] + words[1] + " " + (Long.parseLong(words[2]) - first) + " "
                        + (Long.parseLong(words[3]) - first) + " " + words[4])
                .sorted()
                .toList();
    }

    /** Messages with times from the first one on; their sizes are not exported. */
    private static List<String> pairs(Project project) {
        List<Message> all = new ArrayList<>();
        MessageReader.read(project, Ranks.all(), path -> {}, all::add);
        long first = all.stream().mapToLong(Message::startNanos).min().orElseThrow();
        return all.stream()
                .map(message -> message.from().rank() + ">" + message.to().rank() + " " + (message.startNanos() - first)
                        + " " + (message.endNanos() - first))
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "12 0.1 S r9 x 0            | there is no container 'r9'",
                "12 0.1 T r0 x 0            | the type 'T' is not defined",
                "12 0.1 S r0 x              | PajePushState has 4 fields instead of 5",
                "12 soon S r0 x 0           | the time 'soon' is no number of seconds",
                "12 1e100000000 S r0 x 0    | the time '1e100000000' is no number of seconds",
                "8 2147483648 p h1 1        | the time '2147483648' is beyond 2147483647 seconds",
                "8 0.1 p h1 much            | 'much' is no number",
                "99 0.1                     | an event of the number '99' is not defined",
                "17 0.1 E r0 \"open         | a text has no closing quote",
                "%EventDef PajeX 20         | ends in a definition",
            })
    void badLinesAreToldWithTheirPlace(String line, String cause) throws Exception {
        String text = HEAD + TYPES + line + "\n";
        TraceFormatException e = assertThrows(TraceFormatException.class, () -> made(text));
        assertEquals(cause, e.reason());
        assertEquals("line " + text.lines().count(), e.position());
        assertFalse(Files.exists(folder.resolve("made")));
    }

    @Test
    void timesThatGoBackAndOtherFilesAreRefused() throws Exception {
        String back = HEAD + TYPES + "17 0.2 E r0 a\n17 0.1 E r0 b\n";
        assertEquals(
                "the time goes back in its container",
                assertThrows(TraceFormatException.class, () -> made(back)).reason());
        for (String other : List.of("", "<Program>\n", "a line\n")) {
            String reason =
                    assertThrows(TraceFormatException.class, () -> made(other)).reason();
            assertTrue(reason.contains("it is no trace of Paje"), reason);
        }
        Path full = Files.createDirectory(folder.resolve("made"));
        Files.writeString(full.resolve("x"), "");
        TraceFormatException e = assertThrows(TraceFormatException.class, () -> made(HEAD + TYPES));
        assertEquals("exists already and is not empty", e.reason());
    }

    /** Links of a network beside its hosts are no hosts, and what is computed is no rank without a number. */
    @Test
    void whatCanBeReadOnlyOnceIsRefused() {
        Path device = Path.of("/dev/null");
        Assumptions.assumeTrue(Files.exists(device));
        Path target = folder.resolve("none");
        Exception fault =
                assertThrows(TraceFormatException.class, () -> new PajeImporter().run(device, target, share -> {}));
        assertTrue(fault.getMessage().contains("is no regular file"), fault.getMessage());
        assertFalse(Files.exists(target));
    }

    @Test
    void containersOfOtherTypesKeepTheirs() throws Exception {
        Project project = made(
                HEAD + TYPES
                        + """
                0 N 0 LINK
                1 b N bandwidth "0 0 1"
                6 0 l1 N 0 link-1
                8 1 b l1 125e6
                11 1 S r0 Compute
                11 2 S r1 Compute
                8 3 b l1 0
                """);
        assertEquals(List.of("Hostname", "Rank"), project.levels());
        assertEquals(
                List.of("host-a:Hostname", "host-b:Hostname", "link-1:LINK"),
                project.root().children().stream()
                        .map(node -> node.name() + ":" + node.type())
                        .toList());
        assertEquals(
                List.of("7 Compute 1000000000 3000000000 0", "3 Compute 2000000000 3000000000 0"), entries(project));
        assertEquals("bandwidth", project.statistics().get(0).group());
    }

    @Test
    void containersWithoutNumbersAreCounted() throws Exception {
        Project project = made(
                HEAD
                        + """
                0 P 0 Program
                0 T P Task
                2 S T State
                6 0 root P 0 "my program"
                6 0 a T root "reader"
                6 0 b T root "reader"
                6 0 c T root "idle"
                11 1 S a Read
                11 2 S b Read
                11 3 S b Write
                """);
        assertEquals("my program", project.name());
        assertEquals(List.of("Rank"), project.levels());
        assertEquals(
                List.of(
                        "0 Read 1000000000 3000000000 0",
                        "1 Read 2000000000 3000000000 0",
                        "1 Write 3000000000 3000000000 0"),
                entries(project));
        assertEquals(2, project.traces().size(), "nothing happens in idle");
    }

    /** Names of groups are short; a container that was destroyed may be told of again. */
    @Test
    void variablesWhoseNamesBeginAlikeStayApart() throws Exception {
        Project project = made(
                HEAD + TYPES
                        + """
                1 a H "Number of messages sent" "0 0 1"
                1 b H "Number of messages received" "0 0 1"
                6 0 h3 H 0 host-a
                6 0 h4 H 0 host-a.2
                11 1 S r0 Compute
                8 1 a h1 5
                8 1 b h1 7
                7 1 H h3
                8 1 a h3 1
                8 1 a h4 2
                14 2 S r0
                """);
        assertEquals(4, summary.records());
        assertEquals(
                List.of("host-a", "host-a.2", "host-a.2.2"),
                project.root().children().stream().map(TopologyNode::name).toList());
        assertEquals(
                List.of("Number-of-message-2", "Number-of-messages-", "Number-of-messages-", "Number-of-messages-"),
                project.statistics().stream()
                        .map(StatisticsFile::group)
                        .sorted()
                        .toList());
    }

    /** An alias of a type may be the number of another one, and fields may be called as what a trace says itself. */
    @Test
    void aliasesAndFieldsDontMeetOthers() throws Exception {
        Project project = made(
                HEAD
                        + definition(19, "PushState", "Time", "Type", "Container", "Value", "End", "Size", "Size")
                        + definition(20, "NewEvent", "Time", "Type", "Container", "Value", "Name")
                        + TYPES
                        + """
                2 8 M OTHER
                5 v U first x
                5 v 8 second x
                19 1 U r0 v 9 4 5
                13 2 U r0
                20 2 E r0 mark other
                """);
        assertEquals(
                List.of("7 first 1000000000 2000000000 0 end_=9 size=4", "7 mark 2000000000 2000000000 0 name_=other"),
                entries(project));
    }
}
