// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.compression.TraceRecoder;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.TraceEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that take turns deliver what each delivers alone, however few of them may be open. */
class SideBySideTest {
    private static final int FILES = 30;
    private static final int STATES = 40;

    @TempDir
    private Path folder;

    private Project write() throws IOException, TraceFormatException {
        StringBuilder project = new StringBuilder("<Application name='app'><Topology><Level type='Rank'></Level>");
        for (int rank = 0; rank < FILES; rank++) {
            project.append("<Node name='").append(rank).append("'/>");
            Files.writeString(trace(rank), text(rank, STATES + rank));
        }
        Files.writeString(folder.resolve("app.proj"), project + "</Topology></Application>");
        return Project.open(folder);
    }

    private Path trace(int rank) {
        return folder.resolve("app_" + rank + ".trc");
    }

    private static String text(int rank, int states) {
        return IntStream.range(0, states)
                .mapToObj(i -> "<Nested><Deep time='" + i + ".1' end='" + i + ".2'/></Nested>\n<S" + rank + " i='" + i
                        + "' time='" + i + "' end='" + i + ".9'><For rid='" + i + "'/></S" + rank
                        + ">\n<Event name='e' time='"
                        + i + ".9'/>\n")
                .collect(Collectors.joining("", "<Program timeAdjustment='100'>\n", "</Program>\n"));
    }

    /** All entries, an entry of each file in turn. */
    private static List<List<TraceEntry>> inTurn(Project project, SideBySide files) throws TraceFormatException {
        List<List<TraceEntry>> found = new ArrayList<>();
        List<FileEntries> readers = new ArrayList<>();
        for (TraceFile file : project.traces()) {
            readers.add(files.open(file));
            found.add(new ArrayList<>());
        }
        boolean more = true;
        while (more) {
            more = false;
            for (int i = 0; i < readers.size(); i++) {
                TraceEntry entry = readers.get(i).next();
                if (entry != null) {
                    found.get(i).add(entry);
                    more = true;
                }
            }
        }
        readers.forEach(FileEntries::close);
        return found;
    }

    @Test
    void deliversTheSameWithAnyBounds() throws Exception {
        write();
        new TraceRecoder(1, false, bytes -> {}).compress(trace(3));
        Project project = Project.open(folder);
        for (Query query : List.of(
                Query.of(project),
                Query.of(project).topLevel().statesOnly(),
                Query.of(project).names("S1*"))) {
            List<List<TraceEntry>> open = inTurn(project, query.openFiles(1000).sideBySide());
            assertEquals(FILES, open.size());
            for (long buffer : new long[] {0, 100_000, 10_000_000}) {
                assertEquals(
                        open, inTurn(project, query.openFiles(4).buffer(buffer).sideBySide()));
            }
        }
        List<TraceEntry> last = inTurn(
                        project, Query.of(project).topLevel().statesOnly().sideBySide())
                .get(FILES - 1);
        assertEquals(STATES + FILES - 1, last.size());
        assertEquals("38", last.get(38).attributes().get("i"));
        assertEquals("38", last.get(38).data().get(0).attributes().get("rid"));
    }

    @Test
    void opensAFileForAMomentOnlyWhereNotAllMayBeOpen() throws Exception {
        Project project = write();
        for (int most : new int[] {4, 2 * FILES}) {
            SideBySide files = Query.of(project).openFiles(most).sideBySide();
            OpenFiles opened = new OpenFiles();
            List<FileEntries> readers = new ArrayList<>();
            for (TraceFile file : project.traces()) {
                FileEntries reader = files.open(file.path(), opened);
                reader.next();
                readers.add(reader);
            }
            assertEquals(most == 4 ? 0 : FILES, opened.open());
            readers.forEach(FileEntries::close);
            assertEquals(0, opened.open());
            assertTrue(opened.mostHandles() <= most, opened.mostHandles() + " handles");
        }
    }

    @Test
    void tellsOfDamageBehindWhatIsComplete() throws Exception {
        Project project = write();
        String whole = text(0, 10);
        Files.writeString(
                trace(0), whole.replace("<S0 i='7'", "<S0 i='7' i='8'").replace("time='7'", "time='x'"));
        for (int most : new int[] {4, 1000}) {
            try (FileEntries entries = Query.of(project)
                    .topLevel()
                    .statesOnly()
                    .openFiles(most)
                    .sideBySide()
                    .open(project.traces().get(0))) {
                for (int i = 0; i < 7; i++) {
                    assertEquals("" + i, entries.next().attributes().get("i"));
                }
                assertThrows(TraceFormatException.class, entries::next);
                assertThrows(TraceFormatException.class, entries::next);
            }
        }
        Files.writeString(trace(0), "<Program>\n<A time='1' end='2'/>\n<A time='3'");
        try (FileEntries entries =
                Query.of(project).sideBySide().open(project.traces().get(0))) {
            assertEquals("A", entries.next().name());
            assertNull(entries.next());
        }
    }
}
