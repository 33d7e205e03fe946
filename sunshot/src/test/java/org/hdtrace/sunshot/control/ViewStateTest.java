// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hdtrace.sunshot.TestRuns;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Mapping;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.VisibleRow;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ViewStateTest {
    private final CategoryTable categories = new CategoryTable();
    private final ViewModel model = new ViewModel(categories);

    @BeforeEach
    void open() {
        model.setRuns(List.of(TestRuns.iterative(categories, 2, 2, 5)), RowQuery.standard());
    }

    private void change() {
        model.setMapping(Mapping.BY_NODE);
        RowGrouping grouping = new RowGrouping(model);
        grouping.group(List.of("0:node01/1/0", "0:node02/2/0"), "Odd & even = 50 %");
        model.toggleRow("0:node01/Utilization");
        model.setOrder(model.order()
                .withSort(RowSort.RANK, Map.of())
                .withMoved("0:node02", List.of("0:node02/3/0", "0:node02/2/0"))
                .togglePinned("0:node02/3/0")
                .hide("0:node01/0/0")
                .withHideIdle(true));
        model.setNested(false);
        model.setVisible(categories.idOf("Send"), false);
        model.setMarked(TestRuns.numbers(categories.idOf("Barrier"), categories.idOf("Send")));
        model.go(model.viewport().select(TestRuns.SECOND, 2 * TestRuns.SECOND));
        model.select("0:node02/2/0");
        new Marks(model).set(3);
        model.setMarks(List.of(model.marks().get(0).withText("100 % = & + \"ü\"\n?")));
    }

    private List<String> seen() {
        List<String> seen =
                new ArrayList<>(model.rows().stream().map(VisibleRow::key).toList());
        seen.add(model.visible() + " " + model.hidden() + model.marked() + model.nested() + model.selectedKey());
        seen.add(model.marks() + " " + model.query().mapping());
        return seen;
    }

    private StateText written() {
        StateText text = new StateText();
        ViewState.of(model).write(text);
        return text;
    }

    @Test
    void aViewComesBackFromLinesAndFromALink() {
        StateText usual = written();
        List<String> before = seen();
        change();
        List<String> after = seen();
        List<String> lines = written().lines();
        String link = written().link();
        model.restore(ViewState.of(model).read(usual));
        assertEquals(before, seen());
        model.restore(ViewState.of(model).read(StateText.parse(lines)));
        assertEquals(after, seen());
        model.restore(ViewState.of(model).read(usual));
        model.restore(ViewState.of(model).read(StateText.ofLink(link)));
        assertEquals(after, seen());
        assertTrue(link.matches("sunshot:1\\?[-A-Za-z0-9._*%+=&]+"), link);
    }

    @Test
    void whatRunsDoNotHaveIsLeftOut() {
        StateText text =
                written().add("pinned", "0:gone").add("hidden", "Nothing").add("toggled", "7:x");
        List<String> before = seen();
        model.restore(ViewState.of(model).read(text));
        assertEquals(before, seen());
    }

    @Test
    void damageIsToldWithItsPlace() {
        assertMessage("line 1: expected sunshot-session 1", List.of());
        assertMessage("line 1: version 2 is not known, only 1", List.of("sunshot-session 2", "from=0"));
        assertMessage("line 2: expected name=value, not from", List.of("sunshot-session 1", "from"));
        assertMessage("from: expected a number, not soon", List.of("sunshot-session 1", "from=soon"));
        assertMessage("from 9 lies behind to 3", List.of("sunshot-session 1", "from=9", "to=3"));
        assertMessage("mapping: unknown SIDEWAYS", List.of("sunshot-session 1", "mapping=SIDEWAYS"));
        assertMessage("line 2: damaged text %zz", List.of("sunshot-session 1", "hidden=%zz"));
        assertMessage("mark: expected 6 parts in 1 2", List.of("sunshot-session 1", "mark=1+2"));
        assertMessage("group: expected 4 parts in 0 1 a", List.of("sunshot-session 1", "group=0+1+a"));
        assertMessage(
                "group: expected a run, a number, a name and rows in 0 0 a b",
                List.of("sunshot-session 1", "group=0+0+a+b"));
        assertMessage("nested: expected true or false, not maybe", List.of("sunshot-session 1", "nested=maybe"));
        assertThrows(IllegalArgumentException.class, () -> StateText.ofLink("http://example.org/"));
    }

    private void assertMessage(String message, List<String> lines) {
        IllegalArgumentException problem = assertThrows(
                IllegalArgumentException.class, () -> ViewState.of(model).read(StateText.parse(lines)));
        assertEquals(message, problem.getMessage());
    }

    @Test
    void aNumberThatIsUsedAgainKeepsNotesOnly() {
        Marks marks = new Marks(model);
        marks.add();
        marks.add();
        assertEquals(2, marks.find(2).orElseThrow().number());
        model.setMarks(model.marks().stream()
                .map(mark -> mark.number() == 2 ? mark.withText("keep") : mark)
                .toList());
        marks.set(1);
        marks.set(2);
        assertEquals(
                List.of("0 keep", "1 ", "2 "),
                model.marks().stream()
                        .map(mark -> mark.number() + " " + mark.text())
                        .toList());
    }
}
