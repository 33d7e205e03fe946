// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.hdtrace.format.project.Communicator;
import org.hdtrace.format.project.FileDescription;
import org.hdtrace.format.project.Member;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.ProjectDescription;
import org.hdtrace.format.project.ProjectWriter;
import org.hdtrace.format.project.TopologyNode;
import org.hdtrace.format.relation.ParentLink;
import org.hdtrace.format.relation.RelationEvent;
import org.hdtrace.format.relation.RelationReader;
import org.hdtrace.format.relation.RelationWriter;
import org.hdtrace.format.statistics.StatisticsGroup;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.statistics.StatisticsWriter;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.statistics.ValueType;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.Event;
import org.hdtrace.format.trace.State;
import org.hdtrace.format.trace.TraceEntry;
import org.hdtrace.format.trace.TraceReader;
import org.hdtrace.format.trace.TraceWriter;
import org.junit.jupiter.api.Test;

/** What is written is read again, for each kind of file: every text, extreme times, nothing at all, the greatest depth. */
class RoundTripTest {
    private static final long STACK_BYTES = 256L << 20;

    @Provide
    Arbitrary<String> anyText() {
        return Samples.anyText();
    }

    private static List<TraceEntry> readTrace(Path file) throws TraceFormatException {
        List<TraceEntry> entries = new ArrayList<>();
        try (TraceReader reader = TraceReader.open(file)) {
            for (TraceEntry entry = reader.next(); entry != null; entry = reader.next()) {
                entries.add(entry);
            }
            assertTrue(reader.isComplete());
        }
        return entries;
    }

    @Property(tries = 300)
    void tracesHoldAnyText(@ForAll("anyText") String text) throws Exception {
        String held = Samples.held(text);
        try (TestFiles files = new TestFiles()) {
            Path file = files.file("a.trc");
            DataElement inner = new DataElement("in", Attributes.of("a", text), text.strip(), List.of());
            DataElement outer = new DataElement("out", Attributes.none(), "", List.of(inner));
            try (TraceWriter writer = TraceWriter.create(file, Attributes.of("host", text))) {
                writer.write(new State("S", 1, 2, Attributes.of("v", text), List.of(outer), List.of()));
                writer.write(new Event("e" + text, 3, Attributes.of("v", text), List.of(inner)));
            }
            DataElement in = new DataElement("in", Attributes.of("a", held), held.strip(), List.of());
            DataElement out = new DataElement("out", Attributes.none(), "", List.of(in));
            assertEquals(
                    List.of(
                            new State("S", 1, 2, Attributes.of("v", held), List.of(out), List.of()),
                            new Event("e" + held, 3, Attributes.of("v", held), List.of(in))),
                    readTrace(file));
            try (TraceReader reader = TraceReader.open(file)) {
                assertEquals(held, reader.program().attributes().get("host"));
            }
        }
    }

    @Property(tries = 300)
    void relationsHoldAnyText(@ForAll("anyText") String text) throws Exception {
        String held = Samples.held(text);
        try (TestFiles files = new TestFiles()) {
            Path file = files.file("a.rel");
            try (RelationWriter writer = RelationWriter.create(file, Attributes.of("hostID", text))) {
                events(text).forEach(event -> assertWritten(writer, event));
            }
            try (RelationReader reader = RelationReader.open(file)) {
                assertEquals(held, reader.header().hostId());
                for (RelationEvent event : events(held)) {
                    assertEquals(event, reader.next());
                }
                assertNull(reader.next());
            }
        }
    }

    private static void assertWritten(RelationWriter writer, RelationEvent event) {
        try {
            writer.write(event);
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<RelationEvent> events(String text) {
        ParentLink first = new ParentLink(ParentLink.Kind.REMOTE, text);
        ParentLink second = new ParentLink(ParentLink.Kind.PROCESS, text);
        DataElement data = new DataElement("x", Attributes.of("v", text), text.strip(), List.of());
        return List.of(
                new RelationEvent.Token(0, 1, List.of(first)),
                new RelationEvent.Token(-1, 1, List.of(first, second)),
                new RelationEvent.Begin(0, 2, text, Attributes.of("v", text), List.of(data)),
                new RelationEvent.Finish(0, 3, Attributes.of("v", text), List.of(data)));
    }

    @Property(tries = 300)
    void statisticsHoldAnyText(@ForAll("anyText") String text) throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path file = files.file("a.stat");
            try (StatisticsWriter writer = StatisticsWriter.create(file, group(text))) {
                writer.begin(0);
                writer.endRecord(1);
            }
            try (StatisticsReader reader = StatisticsReader.open(file)) {
                assertEquals(group(Samples.held(text)), reader.group());
            }
        }
    }

    private static StatisticsGroup group(String text) {
        return new StatisticsGroup(
                text,
                List.of(text, "n", text),
                List.of(new ValueDescription(text, ValueType.DOUBLE, text, text)),
                Attributes.of("biasNs", text));
    }

    @Property(tries = 300)
    void projectsHoldAnyText(@ForAll("anyText") String text) throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path file = files.file("a.proj");
            ProjectWriter.write(project(text), file);
            assertEquals(project(Samples.held(text)), Project.open(file).content());
        }
    }

    private static ProjectDescription project(String text) {
        TopologyNode node = new TopologyNode(text, text, "l" + text, List.of(text), List.of());
        return new ProjectDescription(
                text,
                Attributes.of("made", text),
                text.strip(),
                List.of(text, "Rank"),
                TopologyNode.root(text, List.of(node)),
                List.of(new FileDescription(text, Long.MAX_VALUE, text, 0)),
                List.of(
                        new Communicator(text, List.of(new Member(Integer.MAX_VALUE, -1, Integer.MIN_VALUE)), text),
                        new Communicator(text, List.of(new Member(0, 0, 1, 0), new Member(1, 0, 1, 1)), text)),
                List.of(),
                List.of(),
                List.of());
    }

    @Property
    void tracesAndRelationsHoldAnyTime(
            @ForAll @LongRange(min = -Long.MAX_VALUE) long one, @ForAll @LongRange(min = -Long.MAX_VALUE) long other)
            throws Exception {
        long start = Math.min(one, other);
        long end = Math.max(one, other);
        TraceEntry state = new State("S", start, end, Attributes.none(), List.of(), List.of());
        try (TestFiles files = new TestFiles()) {
            Path trace = files.file("a.trc");
            try (TraceWriter writer = TraceWriter.create(trace, Attributes.none())) {
                writer.write(state);
            }
            assertEquals(List.of(state), readTrace(trace));
            Path relation = files.file("a.rel");
            RelationEvent token = new RelationEvent.Token(one, other, List.of());
            try (RelationWriter writer = RelationWriter.create(relation, Attributes.none())) {
                writer.write(token);
            }
            try (RelationReader reader = RelationReader.open(relation)) {
                assertEquals(token, reader.next());
            }
        }
    }

    @Test
    void refusesTheOneTimeThatTextCannotHold() throws Exception {
        try (TestFiles files = new TestFiles();
                TraceWriter writer = TraceWriter.create(files.file("a.trc"), Attributes.none())) {
            assertThrows(IllegalArgumentException.class, () -> writer.event("e", Long.MIN_VALUE, Attributes.none()));
        }
    }

    @Test
    void holdsNothing() throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path trace = files.file("a.trc");
            TraceWriter.create(trace, Attributes.none()).close();
            assertEquals(List.of(), readTrace(trace));
            Path project = files.file("a.proj");
            ProjectDescription nothing = new ProjectDescription(
                    "", List.of(), TopologyNode.root("", List.of()), List.of(), List.of(), List.of(), List.of());
            ProjectWriter.write(nothing, project);
            assertEquals(nothing, Project.open(project).content());
            ProjectDescription empty = new ProjectDescription(
                    "",
                    List.of(),
                    TopologyNode.root("", List.of()),
                    List.of(),
                    List.of(new Communicator("", List.of())),
                    List.of(new org.hdtrace.format.project.RankDatatypes(0, 0, List.of())),
                    List.of());
            ProjectWriter.write(empty, project);
            assertEquals(empty, Project.open(project).content());
            Path statistics = files.file("a.stat");
            try (StatisticsWriter writer =
                    StatisticsWriter.create(statistics, new StatisticsGroup("g", List.of(), List.of()))) {
                writer.begin(7);
                writer.endRecord(8);
            }
            try (StatisticsReader reader = StatisticsReader.open(statistics)) {
                assertTrue(reader.next());
                assertEquals(8, reader.timeNanos());
            }
        }
    }

    @Test
    void statesAndDataReachTheGreatestDepthAndAreCutBelowIt() throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path file = files.file("a.trc");
            TraceEntry deep = states(Limits.DEPTH + 1);
            DataElement data = data(Limits.DEPTH - 1);
            TraceEntry wide = new State("D", 0, 1, Attributes.none(), List.of(data), List.of());
            try (TraceWriter writer = TraceWriter.create(file, Attributes.none())) {
                writer.write(deep);
                writer.write(wide);
            }
            assertDeepEquals(List.of(deep, wide), readTrace(file));
            try (TraceWriter writer = TraceWriter.create(file, Attributes.none())) {
                writer.write(states(Limits.DEPTH + 9));
                assertEquals(8, writer.droppedStates());
                writer.write(new State("D", 0, 1, Attributes.none(), List.of(data(Limits.DEPTH + 7)), List.of()));
            }
            List<TraceEntry> read = readTrace(file);
            assertDeepEquals(deep, read.get(0));
            assertEquals(Attributes.none(), read.get(1).attributes());
            assertDeepEquals(data, read.get(1).data().get(0));
            assertEquals("1", read.get(2).attributes().get("cut"), "the summary counts what was cut");
        }
    }

    private static TraceEntry states(int depth) {
        TraceEntry entry = new State("S", 0, 1, Attributes.none(), List.of(), List.of());
        for (int i = 1; i < depth; i++) {
            entry = new State("S", 0, 1, Attributes.none(), List.of(), List.of(entry));
        }
        return entry;
    }

    private static DataElement data(int depth) {
        DataElement element = new DataElement("d", Attributes.none());
        for (int i = 1; i < depth; i++) {
            element = new DataElement("d", Attributes.none(), "", List.of(element));
        }
        return element;
    }

    @Test
    void topologiesReachTheGreatestDepthOfElements() throws Exception {
        int depth = Limits.DEPTH - 2;
        List<String> path = new ArrayList<>();
        for (int i = 0; i < depth; i++) {
            path.add("n");
        }
        TopologyNode node = new TopologyNode("n", "", "n", path, List.of());
        for (int i = depth - 1; i > 0; i--) {
            node = new TopologyNode("n", "", "n", path.subList(0, i), List.of(node));
        }
        ProjectDescription deep = new ProjectDescription(
                "deep",
                List.of(),
                TopologyNode.root("deep", List.of(node)),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        try (TestFiles files = new TestFiles()) {
            Path file = files.file("a.proj");
            ProjectWriter.write(deep, file);
            assertDeepEquals(deep, Project.open(file).content());
        }
    }

    /** Records are compared by recursion, which needs more stack at that depth than a thread has by default. */
    private static void assertDeepEquals(Object expected, Object actual) throws InterruptedException {
        AtomicBoolean equal = new AtomicBoolean();
        Thread thread = new Thread(null, () -> equal.set(expected.equals(actual)), "deep", STACK_BYTES);
        thread.start();
        thread.join();
        assertTrue(equal.get(), "what was read is not what was written");
    }
}
