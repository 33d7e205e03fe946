// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Mapping;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.query.CounterLooks;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.VisibleRow;

/**
 * Everything the window shows: runs, rows, visible time, hidden categories. Components read it and listen; commands
 * change it. Thread: one, the event thread in the program.
 */
public final class ViewModel {
    private final CategoryTable categories;
    private final ViewChanges changes = new ViewChanges();
    private final VisibleTime time = new VisibleTime();
    private final ShownRows shown = new ShownRows();
    private final CategorySets sets = new CategorySets();
    private boolean nested = true;
    private boolean silentShown;
    private String selectedKey = "";
    private Occurrence chosen;
    private List<Mark> marks = List.of();
    private String heat = "";
    private List<String> charted = List.of();

    public ViewModel(CategoryTable categories) {
        this.categories = categories;
    }

    /** Has somebody told of each change after it happened. */
    public void listen(Consumer<ViewChange> listener) {
        changes.listen(listener);
    }

    /** Grows with each change; equal numbers mean an equal view. */
    public long version() {
        return changes.version();
    }

    public CategoryTable categories() {
        return categories;
    }

    /** The open runs, with what is computed for them. */
    public List<Run> runs() {
        return shown.runs();
    }

    /** The open runs as they were read. */
    public List<Run> recorded() {
        return shown.recorded();
    }

    /** The open runs as they were read, with no node moved in time. */
    public List<Run> opened() {
        return shown.opened();
    }

    /** How far nodes are moved in time, nanoseconds by key of their row. */
    public Map<String, Long> offsets() {
        return shown.offsets();
    }

    /** Moves nodes in time; the view stays at what it shows. */
    public void setOffsets(Map<String, Long> byKey) {
        RunOrigins before = RunOrigins.of(shown);
        Interval seen = visible();
        shown.setOffsets(byKey);
        RunOrigins now = RunOrigins.of(shown);
        marks = marks.stream()
                .map(mark -> mark.shift(now.earlierThan(before, mark.run())))
                .toList();
        chosen = null;
        time.reset(shown.whole());
        time.glide(time.viewport().around(seen.shift(now.firstEarlierThan(before))));
        shown.update(visible());
        changes.fire(ViewChange.RUNS);
    }

    /** Statistics that the user defined; their rows are there once they have been worked out. */
    public List<Computed> computed() {
        return shown.computed();
    }

    public RowQuery query() {
        return shown.query();
    }

    public List<VisibleRow> rows() {
        return shown.rows();
    }

    public Viewport viewport() {
        return time.viewport();
    }

    /** Visible time on the common scale. */
    public Interval visible() {
        return time.viewport().visible();
    }

    /** Numbers of hidden categories; a copy. */
    public BitSet hidden() {
        return sets.hidden();
    }

    public boolean nested() {
        return nested;
    }

    /** Numbers of the categories that are marked wherever they occur; a copy. */
    public BitSet marked() {
        return sets.marked();
    }

    /** Key of the chosen row, empty if none. */
    public String selectedKey() {
        return selectedKey;
    }

    /** Expression of the heat map as {@link org.hdtrace.analysis.formula.HeatExpression} reads it, empty for none. */
    public String heat() {
        return heat;
    }

    public void setHeat(String expression) {
        if (!expression.equals(heat)) {
            heat = expression;
            changes.fire(ViewChange.LOOK);
        }
    }

    /** Keys of rows that the user put into a chart, in that order. */
    public List<String> charted() {
        return charted;
    }

    /** Puts a row into the chart, or takes it out. */
    public void toggleCharted(String key) {
        List<String> changed = new ArrayList<>(charted);
        if (!changed.remove(key)) {
            changed.add(key);
        }
        setCharted(changed);
    }

    public void setCharted(List<String> keys) {
        charted = List.copyOf(keys);
        changes.fire(ViewChange.LOOK);
    }

    /** How the rows of each counter are drawn. */
    public CounterLooks looks() {
        return shown.looks();
    }

    public void setLooks(CounterLooks looks) {
        if (!looks.equals(shown.looks())) {
            shown.setLooks(looks);
            setQuery(shown.query());
        }
    }

    /** Shows these runs from the beginning to the end; marks of those that were shown before stay at their instants. */
    public void setRuns(List<Run> opened, RowQuery newQuery) {
        RunOrigins before = RunOrigins.of(shown);
        shown.open(opened, newQuery);
        marks = RunOrigins.of(shown).marks(marks, before);
        selectedKey = "";
        chosen = null;
        charted = List.of();
        time.reset(shown.whole());
        shown.update(visible());
        changes.fire(ViewChange.RUNS);
    }

    /** Defines the statistics to compute; who works them out tells with {@link #showComputed}. */
    public void setComputed(List<Computed> all) {
        if (!all.equals(shown.computed())) {
            shown.setComputed(all);
            changes.fire(ViewChange.LOOK);
        }
    }

    /** Shows the open runs with the rows that were computed for them. */
    public void showComputed(List<Run> withComputed) {
        shown.setRuns(withComputed);
        setQuery(shown.query());
    }

    /** Goes to another visible time, which undo takes back. */
    public void go(Viewport target) {
        moved(time.go(target));
    }

    /** Goes on with a movement such as a drag, of which only the beginning is worth an undo. */
    public void glide(Viewport target) {
        moved(time.glide(target));
    }

    public boolean canUndo() {
        return time.canUndo();
    }

    public boolean canRedo() {
        return time.canRedo();
    }

    /** Shows the time seen before. */
    public void undo() {
        moved(time.undo());
    }

    /** Takes an undo back. */
    public void redo() {
        moved(time.redo());
    }

    /** Opens or closes a row. */
    public void toggleRow(String key) {
        setQuery(shown.query().toggle(key));
    }

    /** Opens or closes everything. */
    public void setAllOpen(boolean open) {
        setQuery(shown.query().withAll(shown.runs(), open));
    }

    public void setMapping(Mapping mapping) {
        if (mapping != shown.query().mapping()) {
            setQuery(shown.query().withMapping(mapping));
        }
    }

    /** Shows or leaves out counters that stay at zero. */
    public void setSilentShown(boolean show) {
        silentShown = show;
        setQuery(shown.query().withFilter(row -> show || !RowQuery.isSilent(row)));
    }

    public boolean silentShown() {
        return silentShown;
    }

    /** Bookmarks and notes, in the order they were made. */
    public List<Mark> marks() {
        return marks;
    }

    public void setMarks(List<Mark> newMarks) {
        marks = List.copyOf(newMarks);
        changes.fire(ViewChange.LOOK);
    }

    /** Makes the view what it was when a state was kept. */
    public void restore(ViewState state) {
        shown.setOrder(state.order());
        shown.setComputed(state.computed());
        shown.setLooks(state.looks());
        silentShown = state.silentShown();
        nested = state.nested();
        sets.setHidden(state.hiddenIn(this));
        sets.setMarked(state.markedIn(this));
        selectedKey = state.selected();
        heat = state.heat();
        charted = state.charted();
        marks = state.marks();
        shown.setQuery(state.query());
        boolean moved = !state.offsets().equals(shown.offsets());
        shown.setOffsets(state.offsets());
        time.reset(shown.whole());
        time.glide(time.viewport().around(state.interval()));
        setQuery(shown.query());
        changes.fire(moved ? ViewChange.RUNS : ViewChange.TIME);
    }

    /** How the user ordered the rows. */
    public RowOrder order() {
        return shown.order();
    }

    public void setOrder(RowOrder newOrder) {
        shown.setOrder(newOrder);
        setQuery(shown.query());
    }

    /** Tells of another visible time; with idle rows hidden it may show other rows, too. */
    private void moved(boolean really) {
        if (!really) {
            return;
        }
        if (shown.order().hideIdle() && shown.update(visible())) {
            changes.fire(ViewChange.ROWS);
        }
        changes.fire(ViewChange.TIME);
    }

    /** Shows other rows. */
    public void setQuery(RowQuery newQuery) {
        shown.setQuery(newQuery);
        shown.update(visible());
        changes.fire(ViewChange.ROWS);
    }

    /** Whether each run begins at 0 or all keep their distance. */
    public void setAlignStarts(boolean align) {
        if (align != shown.query().alignStarts()) {
            shown.setQuery(shown.query().withAlignStarts(align));
            shown.update(visible());
            time.reset(shown.whole());
            changes.fire(ViewChange.RUNS);
        }
    }

    public void select(String key) {
        if (!key.equals(selectedKey)) {
            selectedKey = key;
            changes.fire(ViewChange.LOOK);
        }
    }

    /** The state or event that was chosen last, if any. */
    public Optional<Occurrence> chosen() {
        return Optional.ofNullable(chosen);
    }

    /** Chooses a state or event and its row; null for none. */
    public void choose(Occurrence occurrence) {
        if (!Objects.equals(occurrence, chosen)) {
            chosen = occurrence;
            selectedKey = occurrence == null ? selectedKey : occurrence.rowKey();
            changes.fire(ViewChange.LOOK);
        }
    }

    /** Opens whatever hides a row, and chooses it; nothing happens if no run has it. */
    public void reveal(String key) {
        new RowReveal(this).reveal(key);
    }

    /** Chooses the row a number of places further down, or the first. */
    public void selectNext(int places) {
        new RowReveal(this).next(places);
    }

    /** Place of the chosen row among the visible ones, or -1. */
    public int selectedIndex() {
        return indexOf(selectedKey);
    }

    /** Place of a row among the visible ones, or -1. */
    public int indexOf(String key) {
        return shown.indexOf(key);
    }

    public void setVisible(int category, boolean visible) {
        look(sets.setVisible(category, visible));
    }

    /** Shows all categories. */
    public void showAll() {
        look(sets.setHidden(new BitSet()));
    }

    public void setNested(boolean draw) {
        if (draw != nested) {
            nested = draw;
            changes.fire(ViewChange.LOOK);
        }
    }

    /** Gives a category another colour, 0xRRGGBB; -1 for the one of its name. */
    public void setColor(int category, int rgb) {
        categories.setColor(category, rgb);
        changes.fire(ViewChange.LOOK);
    }

    /** Shows a category by another name; blank for its own. */
    public void setTitle(int category, String title) {
        categories.setTitle(category, title);
        changes.fire(ViewChange.LOOK);
    }

    /** Marks these categories and no others. */
    public void setMarked(BitSet numbers) {
        look(sets.setMarked(numbers));
    }

    private void look(boolean changed) {
        if (changed) {
            changes.fire(ViewChange.LOOK);
        }
    }
}
