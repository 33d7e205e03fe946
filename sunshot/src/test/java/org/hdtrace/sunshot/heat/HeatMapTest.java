// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.heat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.hdtrace.analysis.formula.HeatExpression;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.LoadMonitor;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunLoader;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.model.StateTrack;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values of states by an attribute (SUNSHOT S-49). */
class HeatMapTest {
    private static final long EPOCH = 1_300_000_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path folder;

    private Path project;

    @BeforeEach
    void write() throws Exception {
        project = TestProjects.halves(folder);
    }

    private Run load(StateFilter filter) throws Exception {
        return new RunLoader(new CategoryTable(), filter, LoadMonitor.silent()).load(project);
    }

    private static HeatMap map(Run run, String expression, long from, long to) throws Exception {
        List<Interval> times = List.of(new Interval(EPOCH + from * SECOND, EPOCH + to * SECOND));
        HeatExpression parsed = HeatExpression.parse(expression);
        return HeatMap.of(HeatReader.read(List.of(run), times, parsed, () -> false), List.of(run), times, parsed);
    }

    private static StateTrack track(Run run, int rank) {
        return HeatReader.tracks(run).get("n1/" + rank + "/0");
    }

    @Test
    void eachStateHasItsValue() throws Exception {
        Run run = load(StateFilter.none());
        HeatMap map = map(run, "size", 0, 2);
        assertEquals(4096, map.value(track(run, 0), 0, 0));
        assertEquals(100, map.value(track(run, 0), 0, 1));
        assertTrue(Double.isNaN(map.value(track(run, 0), 1, 0)), "Wait has no size");
        assertEquals(10, map.value(track(run, 1), 0, 1));
        assertEquals(10, map.least());
        assertEquals(4096, map.most());
        assertEquals(0xFAFF5F, map.colorOf(4096));
        assertEquals(4096, map.largest(track(run, 0), 0, EPOCH, EPOCH + 2 * SECOND));
    }

    @Test
    void theScaleIsThatOfTheView() throws Exception {
        Run run = load(StateFilter.none());
        HeatMap map = map(run, "+ size 1", 1, 2);
        assertEquals(11, map.least());
        assertEquals(101, map.most());
    }

    @Test
    void statesThatAFilterLeftOutHaveNoPlace() throws Exception {
        Run run = load(StateFilter.parse(".category = File_write"));
        assertEquals(100, map(run, "size", 0, 2).value(track(run, 0), 0, 0));
        assertEquals(100, map(run, "size", 0, 2).most());
    }

    @Test
    void statisticsOfTheNameAreColoured() throws Exception {
        Run run = load(StateFilter.none());
        HeatMap map = map(run, "CPU_TOTAL", 0, 2);
        assertEquals(25, map.least());
        assertEquals(75, map.most());
    }

    @Test
    void aRunWithoutFilesIsPassedOver() throws Exception {
        Run run = load(StateFilter.none());
        Run derived = new Run("difference", Path.of(""), run.interval(), run.rows(), run.levels(), List.of());
        assertTrue(map(derived, "size", 0, 2).isEmpty());
    }

    @Test
    void readingCanBeCancelled() throws Exception {
        Run run = load(StateFilter.none());
        List<Interval> times = List.of(run.interval());
        HeatExpression size = HeatExpression.parse("size");
        assertThrows(CancellationException.class, () -> HeatReader.read(List.of(run), times, size, () -> true));
    }
}
