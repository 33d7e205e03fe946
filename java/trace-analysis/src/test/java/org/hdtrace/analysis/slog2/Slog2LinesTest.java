// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.slog2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.AbstractList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.project.TopologyNode;
import org.junit.jupiter.api.Test;

class Slog2LinesTest {
    /** Counts how often it is looked at. */
    private static final class Columns extends AbstractList<String> {
        private final List<String> names = List.of("world_rank", "thread");
        private int reads;

        @Override
        public String get(int index) {
            reads++;
            return names.get(index);
        }

        @Override
        public int size() {
            return names.size();
        }
    }

    private static String text(TopologyNode node) {
        return node.name() + node.children().stream().map(Slog2LinesTest::text).toList();
    }

    /** Reads of the columns while the topology of so many ranks is made. */
    private static int reads(int ranks) {
        Columns columns = new Columns();
        Map<Integer, List<Integer>> numbers = new LinkedHashMap<>();
        for (int line = 0; line < ranks; line++) {
            numbers.put(line, List.of(line, 0));
        }
        Slog2Lines lines = new Slog2Lines(List.of(new Slog2LineMap("", columns, numbers)));
        numbers.keySet().forEach(lines::path);
        columns.reads = 0;
        assertEquals(ranks, lines.root("run").children().size());
        return columns.reads;
    }

    @Test
    void ranksThreadsAndRowsOfOverlapsAreInTheOrderOfTheirNumbers() {
        Map<Integer, List<Integer>> numbers =
                Map.of(1, List.of(10, 0), 2, List.of(2, 1), 3, List.of(2, 0), 4, List.of(7, 0));
        Slog2Lines lines = new Slog2Lines(List.of(new Slog2LineMap("", List.of("world_rank", "thread"), numbers)));
        lines.path(1);
        lines.path(2);
        lines.path(3);
        lines.path(3, 2);
        assertEquals("run[2[0[overlap-1[], overlap-2[]], 1[]], 10[0[]]]", text(lines.root("run")));
    }

    @Test
    void howMuchIsAskedForLevelsDoesNotGrowWithTheLines() {
        assertEquals(reads(3), reads(300));
    }
}
