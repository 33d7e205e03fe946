// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.hdtrace.sunshot.TestRuns;
import org.hdtrace.sunshot.arrow.ArrowTable;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Run;
import org.junit.jupiter.api.Test;

class ArrowQueryTest {
    private final Run run = TestRuns.iterative(new CategoryTable(), 2, 2, 1);
    private final ArrowTable.Builder arrows = new ArrowTable.Builder();
    private ArrowTable built;

    private ArrowTable table() {
        built = built == null ? arrows.build() : built;
        return built;
    }

    private void arrow(String from, long start, String to, long end) {
        arrows.add(arrows.end(from), start, arrows.end(to), end, 1);
    }

    private List<ArrowQuery.Bundle> bundles(RowQuery rows, Interval view) {
        return ArrowQuery.of(table(), 0, rows.rows(List.of(run)), new TimeScale(view, 1000), 0, 1000, ArrowQuery.MOST);
    }

    private static int indexOf(List<VisibleRow> rows, String key) {
        return rows.indexOf(
                rows.stream().filter(row -> row.key().equals(key)).findFirst().orElseThrow());
    }

    @Test
    void endsOfMembersLieAtTheirGroupWhileItIsClosed() {
        arrow("node01/0/0", 10, "node02/2/0", 20);
        RowGroup group = new RowGroup(0, 1, "pair", List.of("node01/0/0", "node02/3/0"));
        RowQuery closed = RowQuery.standard().withGroups(List.of(group)).toggle(group.key());
        List<VisibleRow> rows = closed.rows(List.of(run));
        assertEquals(
                List.of(new ArrowQuery.Bundle(indexOf(rows, group.key()), indexOf(rows, "0:node02/2/0"), 10, 20, 1, 1)),
                bundles(closed, new Interval(0, 100)));
    }

    @Test
    void endsLieAtTheNearestVisibleRow() {
        arrow("node01/0/0", 10, "node02/2/0", 20);
        arrow("node01/0/0", 30, "node01/1/0", 40);
        RowQuery query = RowQuery.standard();
        List<VisibleRow> open = query.rows(List.of(run));
        assertEquals(
                List.of(
                        new ArrowQuery.Bundle(
                                indexOf(open, "0:node01/0/0"), indexOf(open, "0:node02/2/0"), 10, 20, 1, 1),
                        new ArrowQuery.Bundle(
                                indexOf(open, "0:node01/0/0"), indexOf(open, "0:node01/1/0"), 30, 40, 1, 1)),
                bundles(query, new Interval(0, 100)));
        RowQuery closed = query.toggle("0:node01");
        List<VisibleRow> rows = closed.rows(List.of(run));
        assertEquals(
                List.of(new ArrowQuery.Bundle(indexOf(rows, "0:node01"), indexOf(rows, "0:node02/2/0"), 10, 20, 1, 1)),
                bundles(closed, new Interval(0, 100)),
                "what stays within a closed row is not drawn");
    }

    @Test
    void rowsBelowATraceWithoutOneOfTheirOwnBelongToIt() {
        arrow("node01/0/0/operations/3", 10, "node02/2/0", 20);
        arrow("nowhere", 10, "node02/2/0", 20);
        List<VisibleRow> rows = RowQuery.standard().rows(List.of(run));
        assertEquals(
                List.of(new ArrowQuery.Bundle(
                        indexOf(rows, "0:node01/0/0"), indexOf(rows, "0:node02/2/0"), 10, 20, 1, 1)),
                bundles(RowQuery.standard(), new Interval(0, 100)));
    }

    @Test
    void rowsThatNobodyWantsToSeeTakeTheirArrowsWithThem() {
        arrow("node01/0/0", 10, "node02/2/0", 20);
        arrow("node01/0/0", 30, "node01/1/0", 40);
        RowQuery query = RowQuery.standard().withFilter(row -> !row.path().startsWith("node02/2"));
        List<VisibleRow> rows = query.rows(List.of(run));
        assertEquals(
                List.of(new ArrowQuery.Bundle(
                        indexOf(rows, "0:node01/0/0"), indexOf(rows, "0:node01/1/0"), 30, 40, 1, 1)),
                bundles(query, new Interval(0, 100)));
        CategoryTable categories = new CategoryTable();
        Run two = TestRuns.iterative(categories, 2, 2, 1);
        Interval whole = new Interval(0, two.interval().durationNanos());
        Usage all = Usage.of(List.of(two), RowQuery.standard(), whole, categories.size(), true);
        Usage some = Usage.of(List.of(two), query, whole, categories.size(), true);
        int first = all.ranking()[0];
        assertEquals(all.count(first) * 3 / 4, some.count(first), "the legend is of the rows that are shown");
    }

    @Test
    void arrowsOfOtherTimesAndRowsAreLeftOut() {
        arrow("node01/0/0", 10, "node01/1/0", 20);
        arrow("node01/0/0", 30, "node01/1/0", 500);
        assertEquals(1, bundles(RowQuery.standard(), new Interval(100, 200)).size());
        List<VisibleRow> rows = RowQuery.standard().rows(List.of(run));
        int last = rows.size() - 1;
        assertEquals(
                List.of(), ArrowQuery.of(table(), 0, rows, new TimeScale(new Interval(0, 600), 10), last, last, 10));
        assertEquals(List.of(), ArrowQuery.of(table(), 1, rows, new TimeScale(new Interval(0, 600), 10), 0, last, 10));
    }

    @Test
    void anyNumberOfArrowsTakesFewBundlesAndNoneIsLostInTheWholeView() {
        Random random = new Random(5);
        String[] ends = {"node01/0/0", "node01/1/0", "node02/2/0", "node02/3/0"};
        int crossing = 0;
        for (int i = 0; i < 200_000; i++) {
            int from = random.nextInt(4);
            int to = random.nextInt(4);
            long start = random.nextInt(100_000_000);
            arrow(ends[from], start, ends[to], start + random.nextInt(10_000));
            crossing += from == to ? 0 : 1;
        }
        List<ArrowQuery.Bundle> all = bundles(RowQuery.standard(), new Interval(0, 100_100_000));
        assertTrue(all.size() <= ArrowQuery.MOST, "bundles: " + all.size());
        assertEquals(crossing, all.stream().mapToLong(ArrowQuery.Bundle::count).sum());
        List<ArrowQuery.Bundle> near = bundles(RowQuery.standard(), new Interval(50_000_000, 50_050_000));
        assertTrue(near.stream().allMatch(bundle -> bundle.count() <= 2), "near by each arrow is seen");
        assertTrue(near.size() > 50, "bundles: " + near.size());
    }
}
