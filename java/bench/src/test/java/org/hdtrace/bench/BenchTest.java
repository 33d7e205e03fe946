// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.hdtrace.format.index.IndexStore;
import org.hdtrace.format.index.StateSums;
import org.hdtrace.format.index.TraceIndex;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.trace.TraceCursor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmarks measure what they say; how long it takes is not looked at. */
class BenchTest {
    @TempDir
    Path folder;

    @Test
    void theGeneratorWritesACompleteProjectOfThatManyStates() throws Exception {
        for (boolean nested : new boolean[] {false, true}) {
            Project project = Project.open(TraceGenerator.write(folder.resolve("n" + nested), 1003, nested));
            assertEquals(TraceGenerator.RANKS, project.traces().size());
            long states = 0;
            int deepest = 0;
            for (var trace : project.traces()) {
                try (TraceCursor cursor = TraceCursor.open(trace)) {
                    while (cursor.next()) {
                        states++;
                        deepest = Math.max(deepest, cursor.depth());
                        assertTrue(cursor.startNanos() < cursor.endNanos());
                    }
                    assertTrue(cursor.isComplete());
                    assertEquals(0, cursor.findings().size());
                }
            }
            assertEquals(1003, states);
            assertEquals(nested ? 1 : 0, deepest);
        }
    }

    @Test
    void theSameNumberGivesTheSameFiles() throws Exception {
        TraceGenerator.main(new String[] {"project", folder.resolve("a").toString(), "320"});
        TraceGenerator.write(folder.resolve("b"), 320, false);
        for (int rank = 0; rank < TraceGenerator.RANKS; rank++) {
            Path one = TraceGenerator.trace(folder.resolve("a"), rank);
            assertEquals(-1, Files.mismatch(one, TraceGenerator.trace(folder.resolve("b"), rank)));
        }
    }

    @Test
    void passesSeeTheStatesTheyAskFor() throws Exception {
        Path file = folder.resolve("a.trc");
        TraceGenerator.writeTrace(file, 3, 5000, true);
        CursorRate.Pass count = CursorRate.pass(file, CursorRate.Mode.COUNT);
        CursorRate.Pass times = CursorRate.pass(file, CursorRate.Mode.TIMES);
        CursorRate.Pass attributes = CursorRate.pass(file, CursorRate.Mode.ATTRIBUTES);
        CursorRate.Pass name = CursorRate.pass(file, CursorRate.Mode.NAME);
        assertEquals(5000, count.states());
        assertEquals(count.states(), times.states());
        assertTrue(attributes.sum() > times.sum() && times.sum() > count.sum());
        assertTrue(name.states() > 0 && name.states() < count.states());
        CursorRate.Pass index = CursorRate.pass(file, CursorRate.Mode.INDEX);
        try (TraceIndex made = IndexStore.beside().open(file).orElseThrow()) {
            assertEquals(index.sum(), Files.size(folder.resolve("a.trc.idx")));
            assertEquals(5000, made.sums().stream().mapToLong(StateSums::count).sum());
        }
    }

    @Test
    void statisticsAreTheSameHoweverTheyAreWritten() throws Exception {
        Path array = folder.resolve("array.stat");
        Path single = folder.resolve("single.stat");
        StatisticsRate.pass(array, StatisticsRate.Mode.WRITE, 2000);
        StatisticsRate.pass(single, StatisticsRate.Mode.SET, 2000);
        assertEquals(-1, Files.mismatch(array, single));
        // Of each record the sum over i is 10 * record / 4 + 45.
        double expected = 2.5 * 2000 * 2001 / 2 + 45 * 2000;
        assertEquals(expected, StatisticsRate.pass(array, StatisticsRate.Mode.READ, 0));
    }

    @Test
    void jmhBenchmarksRun() throws Exception {
        CursorBench bench = new CursorBench();
        bench.nested = true;
        bench.write();
        try {
            assertEquals(CursorBench.STATES, bench.count());
            assertTrue(bench.attributes() > bench.times());
            assertTrue(bench.oneName() < bench.count());
        } finally {
            bench.remove();
        }
    }
}
