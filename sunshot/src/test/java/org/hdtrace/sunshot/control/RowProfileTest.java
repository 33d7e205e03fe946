// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.hdtrace.sunshot.TestRuns;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.Usage;
import org.hdtrace.sunshot.query.VisibleRow;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RowProfileTest {
    private final CategoryTable categories = new CategoryTable();
    private final ViewModel model = new ViewModel(categories);
    private final Interval interval = new Interval(TestRuns.SECOND, 2 * TestRuns.SECOND);

    @BeforeEach
    void open() {
        model.setRuns(List.of(TestRuns.iterative(categories, 2, 2, 5)), RowQuery.standard());
    }

    private List<RowProfile> profiles() {
        return RowProfile.of(model.rows(), model.runs(), interval, categories.size(), true);
    }

    private static long inclusive(List<RowProfile> profiles, int category) {
        return profiles.stream()
                .mapToLong(profile -> profile.usage().inclusiveNanos(category))
                .sum();
    }

    /** The legend sums all rows, so the bars together must show the same. */
    @Test
    void barsAddUpToTheLegend() {
        Usage all = Usage.of(model.runs(), model.query(), interval, categories.size(), true);
        List<RowProfile> open = profiles();
        assertEquals(4, open.size());
        model.setAllOpen(false);
        List<RowProfile> closed = profiles();
        assertEquals(
                List.of("node01", "node02"),
                closed.stream().map(profile -> profile.row().title()).toList());
        for (int category = 0; category < categories.size(); category++) {
            assertEquals(all.inclusiveNanos(category), inclusive(open, category));
            assertEquals(all.inclusiveNanos(category), inclusive(closed, category));
        }
    }

    @Test
    void nodesAndTheTotalSumUpTheirRows() {
        List<VisibleRow> nodes = RowProfile.rows(RowProfile.Scope.NODES, model.rows(), model.runs(), model.query());
        List<VisibleRow> total = RowProfile.rows(RowProfile.Scope.TOTAL, model.rows(), model.runs(), model.query());
        assertEquals(
                List.of("node01", "node02"),
                nodes.stream().map(VisibleRow::title).toList());
        List<RowProfile> byNode = RowProfile.of(nodes, model.runs(), interval, categories.size(), true);
        List<RowProfile> all = RowProfile.of(total, model.runs(), interval, categories.size(), true);
        assertEquals(1, all.size());
        for (int category = 0; category < categories.size(); category++) {
            assertEquals(inclusive(profiles(), category), inclusive(byNode, category));
            assertEquals(inclusive(profiles(), category), inclusive(all, category));
        }
    }

    @Test
    void timesOfSingleStatesLieBetweenTheShortestAndTheLongest() {
        for (RowProfile profile : profiles()) {
            RowProfile measured = profile.withDurations(interval, categories.size(), true, () -> false);
            for (RowProfile.Line line : measured.lines()) {
                if (line.inclusive() == 0) {
                    assertEquals("", line.p95(), "an event");
                    continue;
                }
                long shortest = (Long) line.shortest();
                long p95 = (Long) line.p95();
                assertEquals(true, shortest <= line.mean() && line.mean() <= (Long) line.longest());
                assertEquals(true, shortest <= p95 && p95 <= (Long) line.longest());
            }
            assertEquals("", profile.lines().get(0).p95(), "not counted yet");
        }
    }

    @Test
    void exclusiveTimesDoNotExceedTheInterval() {
        for (RowProfile profile : profiles()) {
            double total = profile.total(RowProfile.Metric.EXCLUSIVE);
            assertEquals(
                    true,
                    total > 0 && total <= interval.durationNanos(),
                    profile.row().title() + " " + total);
        }
    }

    @Test
    void linesHaveRowNameAndFigures() {
        List<RowProfile> one = profiles().subList(0, 1);
        List<String> lines = RowProfile.csv(one, categories.all()).lines().toList();
        assertEquals("row,name,count,inclusive,exclusive,min,mean,max,p95", lines.get(0));
        int first = one.get(0).usage().ranking()[0];
        assertEquals(
                "node01/0/0," + categories.get(first).name() + ","
                        + one.get(0).usage().count(first),
                lines.get(1).substring(0, lines.get(1).indexOf(',', lines.get(1).indexOf(',', 11) + 1)));
        assertEquals(one.get(0).usage().ranking().length + 1, lines.size());
    }
}
