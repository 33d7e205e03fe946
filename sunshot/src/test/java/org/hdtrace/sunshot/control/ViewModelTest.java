// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.sunshot.TestRuns;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Mapping;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.VisibleRow;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ViewModelTest {
    private final CategoryTable categories = new CategoryTable();
    private final ViewModel model = new ViewModel(categories);
    private final List<ViewChange> changes = new ArrayList<>();

    @BeforeEach
    void open() {
        model.setRuns(List.of(TestRuns.iterative(categories, 2, 2, 1)), RowQuery.standard());
        model.listen(changes::add);
    }

    private List<String> titles() {
        return model.rows().stream().map(VisibleRow::title).toList();
    }

    @Test
    void undoAndRedoWalkThroughTheIntervalsSeen() {
        Interval whole = model.visible();
        model.go(model.viewport().zoom(2));
        Interval half = model.visible();
        model.go(model.viewport().zoom(2));
        model.undo();
        assertEquals(half, model.visible());
        model.undo();
        assertEquals(whole, model.visible());
        assertFalse(model.canUndo());
        model.redo();
        assertEquals(half, model.visible());
        model.go(model.viewport().pan(0.1));
        assertFalse(model.canRedo(), "a new step forgets what was undone");
    }

    @Test
    void marksOfARunThatStaysStayAtTheirInstants() {
        Run stays = model.opened().get(0);
        Run other = TestRuns.iterative(categories, 1, 2, 1);
        Run earlier = new Run(
                other.name(),
                other.file(),
                other.interval().shift(-7),
                other.rows(),
                other.levels(),
                other.notes(),
                other.communicators());
        RowQuery query = RowQuery.standard().withAlignStarts(false);
        Mark mark = new Mark(3, new Interval(10, 20), 12, "0:node02/2/0", "late");
        model.setMarks(List.of(mark, new Mark(4, new Interval(0, 5), 0, "", "")));
        model.setRuns(List.of(earlier, stays), query);
        assertEquals(
                List.of(
                        new Mark(3, new Interval(17, 27), 19, "1:node02/2/0", "late"),
                        new Mark(4, new Interval(7, 12), 7, "", "")),
                model.marks());
        model.setRuns(List.of(stays, earlier), query);
        assertEquals(
                new Mark(3, new Interval(17, 27), 19, "0:node02/2/0", "late"),
                model.marks().get(0));
        model.setRuns(List.of(earlier), query);
        assertEquals(List.of(), model.marks(), "of a run that's gone");
    }

    @Test
    void closingANodeHidesWhatLiesBelow() {
        assertEquals(
                List.of(
                        "node01",
                        "Rank 0",
                        "Rank 1",
                        "Utilization",
                        "CPU_TOTAL",
                        "NET_IN",
                        "MEM_USED",
                        "node02",
                        "Rank 2",
                        "Rank 3",
                        "Utilization",
                        "CPU_TOTAL",
                        "NET_IN",
                        "MEM_USED"),
                titles());
        model.toggleRow("0:node01");
        model.toggleRow("0:node02/Utilization");
        assertEquals(List.of("node01", "node02", "Rank 2", "Rank 3", "Utilization"), titles());
        model.setAllOpen(true);
        assertEquals(14, titles().size());
    }

    @Test
    void ranksFirstPutsAllRanksInOrderOnTop() {
        model.setMapping(Mapping.RANKS_FIRST);
        assertEquals(
                List.of("Rank 0 · node01", "Rank 1 · node01", "Rank 2 · node02", "Rank 3 · node02"),
                titles().subList(0, 4));
        assertEquals(List.of(ViewChange.ROWS), changes);
    }

    @Test
    void hidingACategoryChangesTheLookOnce() {
        int id = categories.idOf("Allreduce");
        model.setVisible(id, false);
        model.setVisible(id, false);
        assertTrue(model.hidden().get(id));
        assertEquals(List.of(ViewChange.LOOK), changes);
        model.showAll();
        assertTrue(model.hidden().isEmpty());
    }

    @Test
    void selectionMovesAlongTheVisibleRows() {
        model.selectNext(1);
        assertEquals(0, model.selectedIndex());
        model.selectNext(2);
        assertEquals("Rank 1", model.rows().get(model.selectedIndex()).title());
        model.selectNext(1000);
        assertEquals(13, model.selectedIndex());
    }

    @Test
    void severalRunsGetHeadingsAndOneScale() {
        model.setRuns(
                List.of(TestRuns.iterative(categories, 1, 1, 1), TestRuns.iterative(categories, 1, 1, 2)),
                RowQuery.standard());
        assertEquals(2, model.rows().stream().filter(VisibleRow::isHeading).count());
        assertEquals(0, model.visible().startNanos());
    }
}
