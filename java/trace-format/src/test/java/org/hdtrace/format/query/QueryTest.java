// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Samples;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.SampleProject.Seen;
import org.hdtrace.format.trace.TraceEntry;
import org.junit.jupiter.api.Test;

/** What a query finds is what a filter over everything leaves over. */
class QueryTest {
    private static final long BEGIN = 1_300_000_000_000_000_000L;
    private static final int OPEN = 8;
    /** Everything fits; some entries of a file fit; not even one does. */
    private static final long[] BUFFERS = {1 << 20, 20_000, 2};

    @Provide
    Arbitrary<List<List<TraceEntry>>> projects() {
        return Samples.entries(BEGIN).list().ofMaxSize(5).list().ofMinSize(1).ofMaxSize(7);
    }

    @Provide
    Arbitrary<Long> seeds() {
        return Arbitraries.longs();
    }

    @Property(tries = 60)
    void aMergedStreamDeliversEverythingInOneOrder(
            @ForAll("projects") List<List<TraceEntry>> traces, @ForAll("seeds") long seed) throws Exception {
        Random random = new Random(seed);
        try (SampleProject project = new SampleProject(traces, random)) {
            for (int i = 0; i < 4; i++) {
                QueryCase one = i == 0 ? QueryCase.all() : QueryCase.random(random);
                Query query = one.query().apply(Query.of(project.project()));
                assertEquals(one.byStart(project), read(query.byStart()));
                assertEquals(one.byEnd(project), read(query.byEnd()));
                for (long buffer : BUFFERS) {
                    assertEquals(
                            one.byStart(project),
                            read(query.openFiles(4).buffer(buffer).byStart()));
                    assertEquals(
                            one.byEnd(project),
                            read(query.openFiles(4).buffer(buffer).byEnd()));
                }
            }
        }
    }

    @Property(tries = 20)
    void partsHoldEachFileOnceInItsOrder(@ForAll("projects") List<List<TraceEntry>> traces, @ForAll("seeds") long seed)
            throws Exception {
        Random random = new Random(seed);
        try (SampleProject project = new SampleProject(traces, random)) {
            QueryCase one = QueryCase.random(random);
            Query query = one.query().apply(Query.of(project.project()));
            int most = 1 + random.nextInt(9);
            List<Query> parts = query.split(most);
            List<TraceFile> files = new ArrayList<>();
            List<Seen> found = new ArrayList<>();
            for (Query part : parts) {
                files.addAll(part.files());
                found.addAll(read(part.openFiles(4).byEnd()));
            }
            assertEquals(query.files(), files);
            assertEquals(Math.max(1, Math.min(most, files.size())), parts.size());
            List<Seen> wanted = one.byEnd(project);
            assertEquals(wanted.size(), found.size());
            assertEquals(new HashSet<>(wanted), new HashSet<>(found));
        }
    }

    @Property(tries = 40)
    void damageOfAFileIsToldOnceAndDisturbsNoOther(
            @ForAll("projects") List<List<TraceEntry>> traces, @ForAll("seeds") long seed) throws Exception {
        try (SampleProject project = new SampleProject(traces, new Random(seed))) {
            Set<Finding> expected = new HashSet<>();
            for (int i = 0; i < traces.size(); i++) {
                expected.addAll(project.findings(i));
            }
            Query query = Query.of(project.project());
            for (Query one :
                    List.of(query, query.openFiles(4), query.openFiles(4).buffer(2))) {
                for (TraceStream stream : List.of(one.byStart(), one.byEnd())) {
                    read(stream);
                    List<Finding> found = stream.findings();
                    assertEquals(expected, Set.copyOf(found));
                    assertEquals(expected.size(), found.size());
                }
            }
        }
    }

    @Property(tries = 30)
    void filesStayWithinTheBoundAndAreClosed(
            @ForAll("projects") List<List<TraceEntry>> traces, @ForAll("seeds") long seed) throws Exception {
        Random random = new Random(seed);
        try (SampleProject project = new SampleProject(traces, random)) {
            for (int bound : new int[] {4, OPEN, 1000}) {
                Query query = QueryCase.random(random)
                        .query()
                        .apply(Query.of(project.project()))
                        .openFiles(bound)
                        .buffer(BUFFERS[random.nextInt(BUFFERS.length)]);
                for (TraceStream stream : List.of(query.byStart(), query.byEnd())) {
                    int steps = random.nextInt(30);
                    while (steps-- > 0 && stream.next()) {
                        assertTrue(project.openFiles() <= bound, "files open: " + project.openFiles());
                    }
                    assertTrue(
                            stream.files().mostHandles() <= bound,
                            "files open: " + stream.files().mostHandles());
                    stream.close();
                    assertEquals(0, stream.files().open());
                    assertTrue(project.openFiles() <= 0, "files open: " + project.openFiles());
                    assertFalse(stream.next());
                    stream.close();
                }
            }
        }
    }

    @Property(tries = 40)
    void eachFileIsFoldedOnItsOwnWhateverTheNumberOfThreads(
            @ForAll("projects") List<List<TraceEntry>> traces, @ForAll("seeds") long seed) throws Exception {
        Random random = new Random(seed);
        try (SampleProject project = new SampleProject(traces, random)) {
            QueryCase one = QueryCase.random(random);
            Query query = one.query().apply(Query.of(project.project()));
            List<TraceFile> expectedFiles = query.files();
            List<List<Seen>> expected = new ArrayList<>();
            for (int i = 0; i < traces.size(); i++) {
                if (expectedFiles.contains(project.project().traces().get(i))) {
                    expected.add(one.perFile(project).get(i));
                }
            }
            for (int threads = 1; threads <= 4; threads++) {
                List<TraceFile> files = new ArrayList<>();
                List<List<Seen>> found = new ArrayList<>();
                Set<Path> told = new HashSet<>();
                query.forEachFile(Workers.of(threads), told::add, new SeenFold(), result -> {
                    files.add(result.file());
                    found.add(result.value().seen());
                });
                assertEquals(expectedFiles, files);
                assertEquals(expected, found);
                assertEquals(expectedFiles.size(), told.size());
            }
        }
    }

    @Property(tries = 20)
    void recordsAreThoseOfTheCursor(@ForAll("projects") List<List<TraceEntry>> traces) throws Exception {
        try (SampleProject project = new SampleProject(traces, new Random(7))) {
            QueryCase all = QueryCase.all();
            Query query = Query.of(project.project());
            List<TraceEntry> expected =
                    all.byEnd(project).stream().map(Seen::entry).toList();
            try (Stream<FoundEntry> entries = query.byEnd().entries()) {
                assertEquals(expected, entries.map(FoundEntry::entry).toList());
            }
            TraceStream stream = query.byStart();
            try (Stream<FoundEntry> entries = stream.entries()) {
                assertEquals(
                        all.byStart(project).stream().limit(3).map(Seen::entry).toList(),
                        entries.limit(3).map(FoundEntry::entry).toList());
            }
            assertEquals(0, stream.files().open());
        }
    }

    @Test
    void aQueryIsNotChangedByMakingAnotherOfIt() throws Exception {
        try (SampleProject project = new SampleProject(List.of(List.of(), List.of(), List.of()), new Random(0))) {
            Query query = Query.of(project.project());
            assertNotSame(query, query.ranks("0"));
            assertEquals(3, query.files().size());
            assertEquals(2, query.ranks("0").files().size());
            assertEquals(1, query.ranks("0").threads("1").files().size());
            assertThrows(IllegalArgumentException.class, () -> query.ranks("a"));
            assertThrows(IllegalArgumentException.class, () -> query.names("A,"));
            assertThrows(IllegalArgumentException.class, () -> query.openFiles(3));
            assertThrows(IllegalArgumentException.class, () -> query.between(2, 1));
            assertThrows(IllegalArgumentException.class, () -> query.depth(2, 1));
        }
    }

    private static List<Seen> read(TraceStream stream) {
        List<Seen> found = new ArrayList<>();
        try (stream) {
            while (stream.next()) {
                found.add(new Seen(
                        stream.file(), stream.depth(), stream.isOrphan(), stream.byteOffset(), checked(stream)));
            }
        }
        return found;
    }

    /** The entry as a record, once the accessors have agreed with it. */
    private static TraceEntry checked(TraceStream stream) {
        TraceEntry entry = stream.entry();
        assertEquals(entry.name(), stream.name());
        assertEquals(entry.startNanos(), stream.startNanos());
        assertEquals(entry.endNanos(), stream.endNanos());
        assertEquals(entry instanceof org.hdtrace.format.trace.Event, stream.isEvent());
        assertEquals(entry.attributes().size(), stream.attributeCount());
        for (int i = 0; i < stream.attributeCount(); i++) {
            String name = stream.attributeName(i);
            assertEquals(entry.attributes().name(i), name);
            assertEquals(entry.attributes().value(i), stream.attributeValue(i));
            assertEquals(entry.attributes().get(name), stream.attribute(name));
            assertEquals(entry.attributes().getLong(name, -1), stream.attributeLong(name, -1));
        }
        return entry;
    }
}
