// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hdtrace.sunshot.TestRuns;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Mapping;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.query.RowGroup;
import org.hdtrace.sunshot.query.RowQuery;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Groups of rows (SUNSHOT V-07) of two nodes with two ranks and three statistics each. */
class RowGroupingTest {
    private final CategoryTable categories = new CategoryTable();
    private final ViewModel model = new ViewModel(categories);
    private final RowGrouping grouping = new RowGrouping(model);

    @BeforeEach
    void open() {
        model.setRuns(List.of(TestRuns.iterative(categories, 2, 2, 5)), RowQuery.standard());
    }

    /** Titles of the rows with states and of groups, by their depth; statistics are left out. */
    private String tree() {
        StringBuilder text = new StringBuilder();
        model.rows().stream().filter(row -> !row.key().contains("Utilization")).forEach(row -> text.append(
                        " ".repeat(row.indent()))
                .append(row.title())
                .append('\n'));
        return text.toString();
    }

    private RowGroup group(String name, String... keys) {
        grouping.group(List.of(keys), name);
        return grouping.at(model.selectedKey()).orElseThrow();
    }

    @Test
    void rowsOfOneNodeLieTogetherWhereTheFirstWas() {
        group("pair", "0:node01/1/0", "0:node01/0/0");
        assertEquals(
                """
                node01
                 pair
                  Rank 0
                  Rank 1
                node02
                 Rank 2
                 Rank 3
                """,
                tree());
    }

    @Test
    void rowsOfSeveralNodesLieAtTheTopAndTellTheirNodes() {
        RowGroup odd = group("odd", "0:node02/3/0", "0:node01/1/0");
        assertEquals(
                """
                odd
                 Rank 1 · node01
                 Rank 3 · node02
                node01
                 Rank 0
                node02
                 Rank 2
                """,
                tree());
        model.toggleRow(odd.key());
        assertTrue(tree().startsWith("odd\nnode01\n"), "it closes like any other");
        assertEquals(2, model.rows().get(0).summaryLevels().size());
    }

    @Test
    void aGroupOutlivesOtherArrangements() {
        group("odd", "0:node01/1/0", "0:node02/3/0");
        model.setMapping(Mapping.RANKS_FIRST);
        assertEquals(
                """
                Rank 0 · node01
                odd
                 Rank 1 · node01
                 Rank 3 · node02
                Rank 2 · node02
                node01
                node02
                """,
                tree());
    }

    @Test
    void whatHasNothingLeftIsGone() {
        group("all", "0:node01/0/0", "0:node01/1/0", "0:node01/Utilization", "0:node02/2/0");
        assertEquals(
                """
                all
                 Rank 0 · node01
                 Rank 1 · node01
                 Rank 2 · node02
                node02
                 Rank 3
                """,
                tree());
    }

    @Test
    void groupsLieInGroupsAndLeaveTheirRowsBehind() {
        RowGroup inner = group("inner", "0:node01/0/0", "0:node02/2/0");
        RowGroup outer = group("outer", inner.key(), "0:node02/3/0");
        assertTrue(tree().startsWith("outer\n inner\n  Rank 0 · node01\n  Rank 2 · node02\n Rank 3"), tree());
        grouping.takeApart(inner);
        assertTrue(
                tree().startsWith("outer\n Rank 0 · node01\n Rank 2 · node02\n Rank 3 · node02\nnode01\n Rank 1"),
                tree());
        grouping.rename(grouping.at(outer.key()).orElseThrow(), "other");
        assertTrue(tree().startsWith("other\n"), tree());
        grouping.takeApart(grouping.at(outer.key()).orElseThrow());
        assertEquals(RowQuery.standard().rows(model.runs()), model.rows());
    }

    @Test
    void eachRunHasItsOwnAndHeadingsAreNoRows() {
        Run other = TestRuns.iterative(categories, 1, 2, 6);
        model.setRuns(List.of(model.runs().get(0), other), RowQuery.standard());
        grouping.group(List.of("0:", "0:node01/0/0", "1:node01/0/0"), grouping.freeName());
        assertEquals(
                List.of("0:/group 1", "1:/group 1"),
                model.query().groups().stream().map(RowGroup::key).toList());
        assertEquals("Group 2", grouping.freeName());
        model.reveal("1:node01/0/0");
        assertEquals("1:node01/0/0", model.selectedKey());
        grouping.group(List.of("0:"), "nothing");
        assertEquals(2, model.query().groups().size());
    }

    @Test
    void aNumberThatIsUsedAgainBringsNothingBack() {
        RowGroup first = group("first", "0:node01/0/0", "0:node01/1/0");
        model.toggleRow(first.key());
        model.setOrder(model.order()
                .togglePinned(first.key())
                .withMoved(first.key(), List.of("0:node01/1/0", "0:node01/0/0"))
                .withMoved("0:node01", List.of("0:node01/Utilization", first.key())));
        grouping.takeApart(first);
        assertEquals(RowOrder.standard().withMoved("0:node01", List.of("0:node01/Utilization")), model.order());
        model.setOrder(RowOrder.standard());
        assertEquals(
                first.key(), group("second", "0:node01/0/0", "0:node01/1/0").key());
        assertTrue(tree().startsWith("node01\n second\n  Rank 0\n  Rank 1\n"), tree());
    }

    @Test
    void whatIsToldOfARowIsForgottenAlone() {
        RowOrder both = RowOrder.standard()
                .withSort(RowSort.BUSY, Map.of("a", 1.0, "b", 2.0))
                .withHidden(Set.of("a", "b"))
                .togglePinned("a")
                .togglePinned("b");
        RowOrder one = RowOrder.standard()
                .withSort(RowSort.BUSY, Map.of("b", 2.0))
                .withHidden(Set.of("b"))
                .togglePinned("b");
        assertEquals(one, both.without("a"));
    }

    @Test
    void aRowInAClosedGroupIsFound() {
        RowGroup odd = group("odd", "0:node02/3/0", "0:node01/1/0");
        model.toggleRow(odd.key());
        model.reveal("0:node02/3/0");
        assertEquals("Rank 3 · node02", model.rows().get(model.selectedIndex()).title());
    }
}
