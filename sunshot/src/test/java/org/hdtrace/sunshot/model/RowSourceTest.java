// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.sunshot.TestProjects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowSourceTest {
    private static final long EPOCH = 1_300_000_000_000_000_000L;

    /** Rows of hosts that have a file of their times out of order beside the project. */
    public static final class Maintenance implements RowSource {
        @Override
        public int order() {
            return 150;
        }

        @Override
        public List<Row> rows(NodeContents node) {
            if (node.path().isEmpty()
                    || !Files.exists(node.project().directory().resolve(node.path() + ".maintenance"))) {
                return List.of();
            }
            StateTrack track = new StateTrack.Builder()
                    .state(0, EPOCH, EPOCH + 1, node.categories().idOf("maintenance"))
                    .build();
            return List.of(
                    new Row.Trace(node.path() + "/maintenance", "maintenance", node.path(), -1, track, List.of()));
        }
    }

    @Test
    void aKindOfRowsOfTheClassPathLiesBetweenTheBuiltInOnes(@TempDir Path folder) throws Exception {
        Path project = TestProjects.halves(folder);
        Files.createFile(folder.resolve("n1.maintenance"));
        CategoryTable categories = new CategoryTable();
        Run run = new RunLoader(categories, StateFilter.parse(""), LoadMonitor.silent()).load(project);
        List<Row> below = run.rows().get(0).children();
        assertEquals(
                List.of("Rank 0", "Rank 1", "maintenance", "Utilization"),
                below.stream().map(Row::label).toList());
        Row.Trace added = assertInstanceOf(Row.Trace.class, below.get(2));
        assertEquals(
                "maintenance",
                categories.get(added.track().levels().get(0).category(0)).name());
    }
}
