// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.hdtrace.format.select.Ranks;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.DifferenceShade;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.LoadMonitor;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunLoader;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.VisibleRow;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunPairTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long EPOCH = 1_300_000_000L * SECOND;

    @TempDir
    private Path folder;

    private final CategoryTable categories = new CategoryTable();
    private Run a;
    private Run b;

    /** In B rank 0 sends for 3 s instead of 1 s, computes for 1 s, and writes for 1 s with a Wait in its middle. */
    @BeforeEach
    void load() throws Exception {
        Path first = TestProjects.halves(folder.resolve("observed"));
        Path second = TestProjects.halves(folder.resolve("simulated"));
        Files.writeString(
                second.resolveSibling("halves_n1_0_0.trc"),
                """
                <Program timeAdjustment='1300000000'>
                <Send size='4096' toRank='1' time='0.000000000' end='3.000000000'/>
                <Nested>
                 <Wait time='4.500000000' end='4.750000000'/>
                </Nested>
                <File_write size='100' fid='1' time='4.000000000' end='5.000000000'/>
                </Program>
                """);
        a = run(first);
        b = run(second);
    }

    private Run run(Path project) throws Exception {
        return new RunLoader(categories, StateFilter.none(), LoadMonitor.silent()).load(project);
    }

    private RunPair pair() throws Exception {
        return RunPair.of(a, b, Ranks.all());
    }

    private static Row.Trace rank(Run run, int rank) {
        return run.rows().stream()
                .flatMap(row -> row instanceof Row.Group group ? group.children().stream() : List.of(row).stream())
                .filter(row -> row instanceof Row.Trace trace && trace.rank() == rank)
                .map(Row.Trace.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private String shade(StateLevel level, int index) {
        return categories.get(level.category(index)).name();
    }

    @Test
    void differencesLieWhereTheOperationsOfTheFirstRunAre() throws Exception {
        Run difference = pair().aligned(Optional.empty(), categories).get(2);
        StateLevel level = rank(difference, 0).track().levels().get(0);
        assertEquals(2, level.size());
        assertEquals(EPOCH, level.startNanos(0));
        assertEquals(EPOCH + SECOND, level.endNanos(0));
        assertEquals(DifferenceShade.SLOWER.title(), shade(level, 0));
        assertEquals(DifferenceShade.EQUAL.title(), shade(level, 1));
        assertTrue(difference.isComputed());
    }

    @Test
    void driftGrowsByCallsAndComputation() throws Exception {
        Run difference = pair().aligned(Optional.empty(), categories).get(2);
        Row.Statistic row = (Row.Statistic) rank(difference, 0).children().get(0);
        StatisticSeries drift = row.series();
        assertEquals(3, drift.size());
        assertEquals(0, drift.value(0));
        assertEquals(2, drift.value(1));
        assertEquals(3, drift.value(2));
        assertEquals(EPOCH + SECOND, drift.boundaryNanos(1));
    }

    @Test
    void atAnOperationItsBeginsAreAtTheSamePlace() throws Exception {
        RunPair pair = pair();
        Alignment at = Alignment.operation(pair.comparison(), 1).orElseThrow();
        List<Run> runs = pair.aligned(Optional.of(at), categories);
        long beginA = at.aNanos() - runs.get(0).interval().startNanos();
        long beginB = at.bNanos() - runs.get(1).interval().startNanos();
        assertEquals(beginA, beginB);
        assertEquals(4 * SECOND, beginB, "nothing falls out at the left");
        assertEquals(runs.get(0).interval(), runs.get(2).interval());
        assertTrue(Alignment.operation(pair.comparison(), 2).isEmpty());
    }

    @Test
    void stretchedOperationsBeginAndEndTogetherAndWhatIsInsideKeepsItsShare() throws Exception {
        Run stretched =
                pair().aligned(Optional.of(Alignment.stretch()), categories).get(1);
        List<StateLevel> levels = rank(stretched, 0).track().levels();
        assertEquals(EPOCH, levels.get(0).startNanos(0));
        assertEquals(EPOCH + SECOND, levels.get(0).endNanos(0));
        assertEquals(EPOCH + SECOND, levels.get(0).startNanos(1));
        assertEquals(EPOCH + 2 * SECOND, levels.get(0).endNanos(1));
        assertEquals(EPOCH + 3 * SECOND / 2, levels.get(1).startNanos(0));
        assertEquals(EPOCH + 7 * SECOND / 4, levels.get(1).endNanos(0));
        assertTrue(stretched.isDerived() && !stretched.isComputed());
    }

    @Test
    void interleavedRanksStandBelowEachOther() throws Exception {
        List<Run> runs = pair().aligned(Optional.empty(), categories);
        RowQuery query = RowQuery.standard().withInterleaved(true);
        List<String> titles =
                query.rows(runs).stream().map(VisibleRow::title).limit(7).toList();
        assertEquals(
                List.of(
                        "Rank 0 · observed",
                        "Rank 0 · simulated",
                        "Rank 0 · B/A",
                        "B behind A",
                        "Rank 1 · observed",
                        "Rank 1 · simulated",
                        "Rank 1 · B/A"),
                titles);
        assertTrue(query.rows(runs).stream().anyMatch(row -> row.title().equals("CPU_TOTAL")));
        assertFalse(query.withFilter(DifferenceRows::isComparable).rows(runs).stream()
                .anyMatch(row -> row.title().equals("CPU_TOTAL")));
    }

    @Test
    void contributorsAreFoundInTheFirstRun() throws Exception {
        RunPair pair = pair();
        var largest = pair.comparison().largest(2);
        assertEquals(new Interval(EPOCH, EPOCH + SECOND), pair.timeInA(largest.get(0)));
        assertTrue(largest.get(1).gap());
        assertEquals(new Interval(EPOCH + SECOND, EPOCH + SECOND), pair.timeInA(largest.get(1)));
    }

    @Test
    void runsWithNothingInCommonAreRefused() throws Exception {
        Path other = TestProjects.halves(folder.resolve("other"));
        for (int rank = 0; rank < 2; rank++) {
            Files.writeString(
                    other.resolveSibling("halves_n1_" + rank + "_0.trc"),
                    "<Program timeAdjustment='1300000000'>\n<Barrier time='0.0' end='1.0'/>\n</Program>\n");
        }
        Run stranger = run(other);
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> RunPair.of(a, stranger, Ranks.all()));
        assertTrue(refused.getMessage().contains("no call of one has a counterpart"), refused.getMessage());
    }

    @Test
    void shadesAreSymmetric() {
        assertEquals(DifferenceShade.EQUAL, DifferenceShade.of(0, 0));
        assertEquals(DifferenceShade.MUCH_SLOWER, DifferenceShade.of(0, 1));
        assertEquals(DifferenceShade.MUCH_FASTER, DifferenceShade.of(1, 0));
        assertEquals(DifferenceShade.MUCH_SLOWER, DifferenceShade.of(10, 40));
        assertEquals(DifferenceShade.FASTER, DifferenceShade.of(40, 10));
        assertEquals(DifferenceShade.MUCH_FASTER, DifferenceShade.of(41, 10));
        assertEquals(DifferenceShade.EQUAL, DifferenceShade.of(100, 104));
        assertEquals(DifferenceShade.HARDLY_SLOWER, DifferenceShade.of(100, 106));
    }
}
