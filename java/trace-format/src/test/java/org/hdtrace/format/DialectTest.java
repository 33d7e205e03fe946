// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.hdtrace.format.project.Communicator;
import org.hdtrace.format.project.DatatypeLayout;
import org.hdtrace.format.project.FileDescription;
import org.hdtrace.format.project.Member;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.relation.ParentLink;
import org.hdtrace.format.relation.RelationEvent;
import org.hdtrace.format.relation.RelationReader;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.trace.Concept;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.format.trace.TraceEntry;
import org.hdtrace.format.trace.TraceReader;
import org.junit.jupiter.api.Test;

/** What the golden projects of the original's dialects mean; their text is compared by the dumps of trace-analysis. */
class DialectTest {
    private static final Path TRACES = Path.of(System.getProperty("hd.root"), "examples", "traces");
    private static final Path D0 = TRACES.resolve("dialect-d0-april-2009");
    private static final Path D1 = TRACES.resolve("dialect-d1-2009-2010");
    private static final Path D2 = TRACES.resolve("dialect-d2-since-2011");
    private static final String STRIPE = FileDescription.SIMPLE_STRIPE;

    private static String name(Path path) {
        return path.getFileName().toString();
    }

    private static void assertOnlyNotes(Project project) {
        for (Finding finding : project.findings()) {
            assertEquals(Severity.NOTE, finding.severity(), finding.toString());
        }
    }

    /** The top-level entry of that name. */
    private static TraceEntry entry(Path file, String name) throws TraceFormatException {
        try (TraceReader reader = TraceReader.open(file)) {
            for (TraceEntry entry = reader.next(); entry != null; entry = reader.next()) {
                if (entry.name().equals(name)) {
                    return entry;
                }
            }
        }
        throw new AssertionError(file + " has no " + name);
    }

    private static long number(Path file, String state, Concept concept) throws TraceFormatException {
        long byCursor = Long.MIN_VALUE;
        try (TraceCursor cursor = TraceCursor.open(file)) {
            while (cursor.next()) {
                if (cursor.name().equals(state)) {
                    byCursor = concept.of(cursor, -99);
                    assertEquals(byCursor, concept.of(cursor.attributes(), -99));
                    assertEquals(concept.of(cursor.attributes()), concept.of(cursor));
                    break;
                }
            }
        }
        return byCursor;
    }

    @Test
    void d0HasLevelsByNameAndLabelsByValue() throws Exception {
        Project project = Project.open(D0);
        assertEquals("ring.xml", name(project.file()));
        assertEquals(List.of("Hostname", "Rank", "Thread"), project.levels());
        assertEquals(
                "Rank 0", project.root().children().get(0).children().get(0).name());
        assertEquals("Rank", project.root().children().get(0).children().get(0).type());
        assertOnlyNotes(project);
    }

    @Test
    void d0FindsFilesByNamesSpelledByHand() throws Exception {
        Project project = Project.open(D0);
        assertEquals(
                List.of("ring_node01_rank_0_main.xml", "ring_node01_rank_1_main.xml", "ring_node01_rank_1_helper.xml"),
                project.traces().stream().map(trace -> name(trace.path())).toList());
        TraceFile last = project.traces().get(2);
        assertEquals("node01", last.host());
        assertEquals(1, last.rank());
        assertEquals(-1, last.thread(), "'helper' is no number");
        assertEquals(
                List.of("Energy true", "Performance true"),
                project.statistics().stream()
                        .map(group -> group.group() + " " + group.declared())
                        .toList());
    }

    @Test
    void d0CommunicatorsNameRanksAndLackLocalOnes() throws Exception {
        Communicator world = Project.open(D0).communicators().get(0);
        assertEquals(List.of(new Member(0, 0, 1), new Member(1, 1, 1)), world.members());
    }

    @Test
    void d0HasTheChunkSizeBesideTheDistribution() throws Exception {
        assertEquals(
                List.of(new FileDescription("out.dat", 64 << 10, STRIPE, 32 << 10)),
                Project.open(D0).files());
    }

    @Test
    void d0SpellingsMeanWhatThoseOfTodayMean() throws Exception {
        Path trace = D0.resolve("ring_node01_rank_0_main.xml");
        assertEquals(3, number(trace, "ISend", Concept.REQUEST));
        assertEquals(1, number(trace, "ISend", Concept.COMMUNICATOR));
        assertEquals(0, number(trace, "ISend", Concept.DATATYPE));
        assertEquals(1, number(trace, "ISend", Concept.TO_RANK));
        assertEquals(7, number(trace, "ISend", Concept.TO_TAG));
        assertEquals(400, number(trace, "ISend", Concept.SIZE));
        assertEquals(-99, number(trace, "ISend", Concept.FROM_TAG));
        assertEquals(1, number(trace, "Bcast", Concept.ROOT));
        assertEquals(-99, number(trace, "Barrier", Concept.COMMUNICATOR), "a name is no number");
        assertEquals("WORLD", Concept.COMMUNICATOR.of(entry(trace, "Barrier").attributes()));
        assertEquals("out.dat", Concept.FILE.of(entry(trace, "FileOpen").attributes()));
        TraceEntry wait = entry(trace, "Wait");
        assertEquals(3, Concept.REQUEST.of(wait.data().get(0).attributes(), -1));
        assertEquals("3", wait.data().get(0).attributes().get("aid"), "as written");
    }

    @Test
    void d0TimesAreAbsolute() throws Exception {
        TraceEntry event = entry(D0.resolve("ring_node01_rank_1_helper.xml"), "woken");
        assertEquals(1_240_651_036_300_010_000L, event.startNanos());
    }

    @Test
    void d0StatisticsHaveNoStartStamp() throws Exception {
        try (StatisticsReader energy = StatisticsReader.open(D0.resolve("ring_node01_Energy.stat"))) {
            assertFalse(energy.hasStart());
            assertTrue(energy.next());
            assertEquals(1_240_651_036_300_000_000L, energy.timeNanos());
            assertEquals(
                    (double) 0.2375f * 1000, energy.doubleValue(energy.group().indexOf("Voltage")));
            assertEquals(5, energy.longValue(energy.group().indexOf("Current")), "11 times 0.5");
        }
        try (StatisticsReader load = StatisticsReader.open(D0.resolve("ring_node01_Performance.stat"))) {
            assertFalse(load.hasStart());
            assertTrue(load.next());
            assertEquals(1_240_651_036_300_000_000L, load.timeNanos(), "the adjustment is in the times already");
            assertEquals("MB", load.group().values().get(1).unit());
        }
    }

    @Test
    void d1FindsFilesByBothRules() throws Exception {
        Project project = Project.open(D1);
        assertEquals(
                List.of("ring_io_node_1_0_0.trc", "ringio_node2_1_0.trc", "ringio_node2_1_1.trc"),
                project.traces().stream().map(trace -> name(trace.path())).toList());
        assertEquals(
                List.of("ring_io_node_1_Energy.stat", "ringio_node2_1_MyGroup.stat"),
                project.statistics().stream().map(group -> name(group.path())).toList());
        assertEquals(List.of("node_2", "1"), project.statistics().get(1).node().path());
        assertTrue(project.statistics().stream().allMatch(group -> group.declared()));
        assertOnlyNotes(project);
    }

    @Test
    void d1ElementNamesMayHaveAnyCase() throws Exception {
        Project project = Project.open(D1);
        assertEquals(List.of(new FileDescription("/tmp/a'b.dat", 100L << 20, STRIPE, 64 << 10)), project.files());
        assertEquals("ring & io", project.name());
        assertEquals(
                List.of("<Unknown version=\"1\"><kept>as it is</kept></Unknown>"),
                project.content().unparsed());
    }

    @Test
    void d1NodesMayHaveATypeOfTheirOwn() throws Exception {
        TraceFile trace = Project.open(D1).traces().get(2);
        assertEquals("Progress", trace.node().type());
        assertEquals(1, trace.rank());
        assertEquals(-1, trace.thread());
    }

    @Test
    void d1TimesHaveAnyUnitAndAdjustment() throws Exception {
        Path trace = D1.resolve("ring_io_node_1_0_0.trc");
        assertEquals(1_247_131_126_200_000_000L, entry(trace, "Bcast").endNanos());
        assertEquals(1_247_131_126_300_500_000L, entry(trace, "Gather").startNanos());
        assertEquals(1_247_131_126_400_000_001L, entry(trace, "Gather").endNanos());
        assertEquals(
                1_247_131_124_560_000_000L,
                entry(D1.resolve("ringio_node2_1_0.trc"), "Sendrecv").startNanos());
        assertEquals(
                1_247_131_128_309_884_000L,
                entry(D1.resolve("ringio_node2_1_1.trc"), "Iprobe").startNanos());
    }

    @Test
    void d1StatesHaveDataAndNestedStates() throws Exception {
        Path trace = D1.resolve("ring_io_node_1_0_0.trc");
        TraceEntry wait = entry(trace, "Waitall");
        assertEquals(2, wait.children().size());
        assertEquals(2, wait.data().size());
        TraceEntry open = entry(trace, "File_open");
        assertEquals("Barrier", open.children().get(0).name());
        assertEquals(
                List.of("Info", "Info", "EmptyInfo"),
                open.data().stream().map(data -> data.name()).toList());
    }

    @Test
    void d1SpellingsMeanWhatThoseOfTodayMean() throws Exception {
        Path trace = D1.resolve("ring_io_node_1_0_0.trc");
        assertEquals(1, number(trace, "Bcast", Concept.ROOT));
        assertEquals(0, number(trace, "Gather", Concept.ROOT));
        assertEquals(1, number(trace, "Gather", Concept.RECEIVED_DATATYPE));
        assertEquals(0, number(trace, "Isend", Concept.REQUEST));
        assertEquals(-2, number(trace, "Recv", Concept.FROM_RANK));
        assertEquals(-1, number(trace, "Recv", Concept.FROM_TAG));
        Path other = D1.resolve("ringio_node2_1_1.trc");
        assertEquals(0, number(other, "Iprobe", Concept.FROM_RANK));
        assertEquals(7, number(other, "Iprobe", Concept.FROM_TAG));
        assertEquals(0, number(D1.resolve("ringio_node2_1_0.trc"), "Sendrecv", Concept.DATATYPE));
    }

    @Test
    void d1StatisticsHaveAStartStamp() throws Exception {
        try (StatisticsReader reader = StatisticsReader.open(D1.resolve("ringio_node2_1_MyGroup.stat"))) {
            assertTrue(reader.hasStart());
            assertEquals(1_247_131_125_000_000_000L, reader.startNanos(), "the adjustment is negative");
            assertTrue(reader.next());
            assertEquals(1L << 40, reader.longValue(reader.group().indexOf("COUNT")), "UINT64");
            assertFalse(reader.next());
            assertEquals(3, reader.unusableBytes());
        }
    }

    @Test
    void d2DatatypesOfEveryCombinerHaveALayoutUnlessTheFileLacksIt() throws Exception {
        Project project = Project.open(D2);
        long[] sizes = LongStream.range(0, 20)
                .map(id -> project.layout(0, 0, id).map(DatatypeLayout::size).orElse(-1L))
                .toArray();
        assertEquals(
                List.of(4L, 2L, 8L, 1L, 20L, 24L, 24L, 4L, 12L, 12L, 8L, 20L, 6L, 24L, 24L, -1L, 24L, 4L, 8L, 8L),
                LongStream.of(sizes).boxed().toList());
        assertTrue(
                project.findings().stream().anyMatch(finding -> finding.text().startsWith("DARRAY id=15 ")));
        assertEquals(24, project.layout(0, 0, 17).orElseThrow().extent());
        assertEquals(-4, project.layout(0, 0, 17).orElseThrow().lowerBound());
        assertEquals(9 * 8, project.layout(0, 0, 5).orElseThrow().extent(), "MPI_LONG has 8 bytes");
        assertOnlyNotes(project);
    }

    @Test
    void d2ServersHaveLayersInsteadOfRanks() throws Exception {
        Project project = Project.open(D2);
        assertEquals(List.of("Hostname", "Layer"), project.levels());
        assertEquals(List.of(new FileDescription("out.dat", 0, STRIPE, 1 << 20)), project.files());
        assertEquals(
                List.of("pvfs2-server_n1_SERVER.rel", "pvfs2-server_n1_TROVE.rel"),
                project.relations().stream().map(file -> name(file.path())).toList());
        assertEquals(
                List.of("n1 Run", "n1/SERVER BMI"),
                project.statistics().stream()
                        .map(group -> String.join("/", group.node().path()) + " " + group.group())
                        .toList());
        assertTrue(project.traces().stream().allMatch(trace -> trace.rank() == -1));
    }

    @Test
    void d2HeadersHaveProcessors() throws Exception {
        try (TraceCursor cut = TraceCursor.open(D2.resolve("pvfs2-server_n2_CUT.trc"));
                TraceCursor java = TraceCursor.open(D2.resolve("pvfs2-server_n1_JAVA.trc"));
                TraceCursor older = TraceCursor.open(D1.resolve("ringio_node2_1_0.trc"))) {
            assertEquals(2300.5, cut.program().processorMHz().orElseThrow());
            assertTrue(java.program().processorMHz().isEmpty(), "100000 stands for unknown");
            assertTrue(older.program().processorMHz().isEmpty());
        }
    }

    @Test
    void d2JavaWriterEndsBlocksWithAnEmptyElement() throws Exception {
        Path trace = D2.resolve("pvfs2-server_n1_JAVA.trc");
        TraceEntry parent = entry(trace, "Parent");
        assertEquals(
                List.of("inner", "Child"),
                parent.children().stream().map(TraceEntry::name).toList());
        assertEquals("Leaf", parent.children().get(1).children().get(0).name());
        assertEquals(1_300_000_012_600_000_000L, parent.startNanos(), "timeAdjustment='1300000012.5s'");
        assertEquals("cause", entry(trace, "begin").data().get(0).text());
    }

    @Test
    void d2CutTracesDeliverWhatIsComplete() throws Exception {
        Path trace = D2.resolve("pvfs2-server_n2_CUT.trc");
        List<String> names = new ArrayList<>();
        try (TraceReader reader = TraceReader.open(trace)) {
            for (TraceEntry entry = reader.next(); entry != null; entry = reader.next()) {
                names.add((reader.isOrphan() ? "orphan " : "")
                        + entry.name()
                        + entry.children().size());
            }
            assertEquals(26, reader.unusableBytes());
            assertFalse(reader.isComplete());
        }
        assertEquals(List.of("Bcast1", "orphan Alltoallv1"), names);
    }

    @Test
    void d2BlocksThatWereNeverClosedHoldTheRest() throws Exception {
        Path trace = D2.resolve("pvfs2-server_n2_OPEN.trc");
        int orphans = 0;
        try (TraceCursor cursor = TraceCursor.open(trace)) {
            while (cursor.next()) {
                orphans += cursor.isOrphan() ? 1 : 0;
            }
            assertTrue(cursor.isComplete());
            assertEquals(
                    Severity.ERROR,
                    cursor.findings().get(cursor.findings().size() - 1).severity());
        }
        assertEquals(3, orphans);
    }

    @Test
    void d2RelationsHaveEveryKindOfParent() throws Exception {
        List<String> tokens = new ArrayList<>();
        for (String layer : List.of("SERVER", "TROVE")) {
            try (RelationReader reader = RelationReader.open(D2.resolve("pvfs2-server_n1_" + layer + ".rel"))) {
                for (RelationEvent event = reader.next(); event != null; event = reader.next()) {
                    if (event instanceof RelationEvent.Token token) {
                        StringBuilder text = new StringBuilder(reader.header().globalToken(token.token()));
                        for (ParentLink parent : token.parents()) {
                            text.append(" < ").append(parent.globalToken(reader.header()));
                        }
                        tokens.add(text.toString());
                    }
                }
            }
        }
        assertEquals(
                List.of(
                        "n1:4711:0:0",
                        "n1:4711:0:1 < n1:4711:0:0",
                        "n1:4711:0:18446744073709551615 < n1:4710:3:17",
                        "n1:4711:0:2 < n-0:99:1:18446744073709551614",
                        "n1:4711:0:3 < n1:4711:0:2",
                        "n1:4711:1:0 < n1:4711:0:0 < n1:4711:0:1",
                        "n1:4711:1:1 < n1:4711:0:2"),
                tokens);
    }

    @Test
    void d2JavaStatisticsCountCharactersAndNameValuesStatistics() throws Exception {
        try (StatisticsReader reader = StatisticsReader.open(D2.resolve("pvfs2-server_n1_Run.stat"))) {
            assertTrue(reader.hasStart());
            assertEquals(1_300_000_000_100_000_000L, reader.startNanos());
            assertEquals("\u00b0C", reader.group().values().get(0).unit());
            assertEquals("Z\u00fcrich", reader.group().attributes().get("where"));
            assertTrue(reader.next());
            assertEquals("hot", reader.stringValue(1));
            assertTrue(reader.next());
            assertEquals(0, reader.doubleValue(0), "NaN");
        }
    }
}
