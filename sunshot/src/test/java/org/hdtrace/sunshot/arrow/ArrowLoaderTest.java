// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.LoadMonitor;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunLoader;
import org.hdtrace.sunshot.model.StateFilter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrowLoaderTest {
    private static final long EPOCH = 1_300_000_000_000_000_000L;

    @TempDir
    Path folder;

    private Project project;

    @BeforeEach
    void write() throws Exception {
        project = Project.open(TestProjects.chain(folder));
    }

    private static List<String> text(ArrowTable table) {
        ArrowLevel level = table.levels().get(0);
        List<String> all = new ArrayList<>();
        for (int i = 0; i < level.size(); i++) {
            all.add(table.ends().get(level.from(i)) + "@" + (level.startNanos(i) - EPOCH) / 1_000_000 + " > "
                    + table.ends().get(level.to(i)) + "@" + (level.endNanos(i) - EPOCH) / 1_000_000 + ": "
                    + level.bytes(i));
        }
        return all;
    }

    @Test
    void messagesGoFromSendToEndOfReceive() {
        assertEquals(List.of("c/0/0@200 > c/1/0@800: 8"), text(ArrowLoader.messages(project, path -> {})));
    }

    @Test
    void relationsGoFromCauseToEffectWhereEachHasItsLane() throws Exception {
        assertEquals(
                List.of(
                        "c/0/0/operations/0@1000 > s1/operations/0@1200: 32",
                        "c/0/0/operations/0@1000 > s1/operations/1@1500: 32",
                        "c/0/0/operations/0@1000 > s2/operations/0@1300: 32"),
                text(ArrowLoader.relations(project, path -> {})));
    }

    @Test
    void overlappingOperationsAreRowsOfTheirOwn() throws Exception {
        Run run = new RunLoader(new CategoryTable(), StateFilter.none(), LoadMonitor.silent()).load(project.file());
        List<String> rows = new ArrayList<>();
        run.rows().forEach(top -> top.walk(row -> rows.add(row.path() + " " + row.label())));
        assertEquals(
                List.of(
                        "c c",
                        "c/0/0 Rank 0",
                        "c/1/0 Rank 1",
                        "s1 s1",
                        "s1/operations operations",
                        "s1/operations/0 0",
                        "s1/operations/1 1",
                        "s2 s2",
                        "s2/operations operations"),
                rows);
        Row.Group first =
                assertInstanceOf(Row.Group.class, run.rows().get(1).children().get(0));
        assertEquals(false, first.openAtFirst());
        Row.Trace lane = assertInstanceOf(Row.Trace.class, first.children().get(1));
        assertEquals(EPOCH + 1_500_000_000L, lane.track().levels().get(0).startNanos(0));
        assertEquals(1, lane.track().stateCount());
        // A single lane is one line; what a trace shows anyway is not shown twice.
        assertInstanceOf(Row.Trace.class, run.rows().get(2).children().get(0));
    }
}
