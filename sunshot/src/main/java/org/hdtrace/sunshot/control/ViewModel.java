// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Mapping;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.VisibleRow;

/**
 * Everything the window shows: runs, rows, visible time, hidden categories. Components read it and listen; commands
 * change it. Thread: one, the event thread in the program.
 */
public final class ViewModel {
    /** What changed. */
    public enum Change {
        /** Runs were opened or closed. */
        RUNS,
        /** Another time is visible. */
        TIME,
        /** Other rows are visible, or in another order. */
        ROWS,
        /** Hidden categories, nesting, marks. */
        LOOK
    }

    /** Is told of each change after it happened. */
    @FunctionalInterface
    public interface Listener {
        void changed(Change change);
    }

    private final CategoryTable categories;
    private final List<Listener> listeners = new ArrayList<>();
    private final ZoomHistory history = new ZoomHistory();
    private List<Run> runs = List.of();
    private RowQuery query = RowQuery.standard();
    private RowOrder order = RowOrder.standard();
    private List<VisibleRow> rows = List.of();
    private Viewport viewport = Viewport.all(new Interval(0, 1_000_000_000L));
    private BitSet hidden = new BitSet();
    private boolean nested = true;
    private boolean silentShown;
    private int highlight = -1;
    private String selectedKey = "";
    private Occurrence chosen;
    private List<Mark> marks = List.of();
    private final Map<String, Integer> places = new HashMap<>();
    /** The rows that {@link #places} was made of. */
    private List<VisibleRow> placesOf = List.of();

    private long version;

    public ViewModel(CategoryTable categories) {
        this.categories = categories;
    }

    public void listen(Listener listener) {
        listeners.add(listener);
    }

    /** Grows with each change; equal numbers mean an equal view. */
    public long version() {
        return version;
    }

    public CategoryTable categories() {
        return categories;
    }

    public List<Run> runs() {
        return runs;
    }

    public RowQuery query() {
        return query;
    }

    public List<VisibleRow> rows() {
        return rows;
    }

    public Viewport viewport() {
        return viewport;
    }

    /** Visible time on the common scale. */
    public Interval visible() {
        return viewport.visible();
    }

    /** Numbers of hidden categories; a copy. */
    public BitSet hidden() {
        return (BitSet) hidden.clone();
    }

    public boolean nested() {
        return nested;
    }

    /** The category marked wherever it occurs, or -1. */
    public int highlight() {
        return highlight;
    }

    /** Key of the chosen row, empty if none. */
    public String selectedKey() {
        return selectedKey;
    }

    /** Shows these runs from the beginning to the end. */
    public void setRuns(List<Run> opened, RowQuery newQuery) {
        runs = List.copyOf(opened);
        query = newQuery;
        order = RowOrder.standard();
        selectedKey = "";
        chosen = null;
        marks = List.of();
        history.clear();
        viewport = Viewport.all(whole());
        rows = order.apply(query.rows(runs), visible());
        fire(Change.RUNS);
    }

    private Interval whole() {
        Interval whole = null;
        for (int i = 0; i < runs.size(); i++) {
            Interval own = runs.get(i).interval().shift(-query.originOf(runs, i));
            whole = whole == null ? own : whole.union(own);
        }
        return whole == null || whole.durationNanos() == 0 ? new Interval(0, 1_000_000_000L) : whole;
    }

    /** Goes to another visible time, which undo takes back. */
    public void go(Viewport target) {
        if (!target.equals(viewport)) {
            history.remember(viewport.visible());
            viewport = target;
            moved();
        }
    }

    /** Goes on with a movement such as a drag, of which only the beginning is worth an undo. */
    public void glide(Viewport target) {
        if (!target.equals(viewport)) {
            viewport = target;
            moved();
        }
    }

    public boolean canUndo() {
        return history.canUndo();
    }

    public boolean canRedo() {
        return history.canRedo();
    }

    /** Shows the time seen before. */
    public void undo() {
        if (history.canUndo()) {
            viewport = new Viewport(viewport.whole(), history.undo(viewport.visible()));
            moved();
        }
    }

    /** Takes an undo back. */
    public void redo() {
        if (history.canRedo()) {
            viewport = new Viewport(viewport.whole(), history.redo(viewport.visible()));
            moved();
        }
    }

    /** Opens or closes a row. */
    public void toggleRow(String key) {
        setQuery(query.toggle(key));
    }

    /** Opens or closes everything. */
    public void setAllOpen(boolean open) {
        setQuery(query.withAll(runs, open));
    }

    public void setMapping(Mapping mapping) {
        if (mapping != query.mapping()) {
            setQuery(query.withMapping(mapping));
        }
    }

    /** Shows or leaves out counters that stay at zero. */
    public void setSilentShown(boolean shown) {
        silentShown = shown;
        setQuery(query.withFilter(row -> shown || !RowQuery.isSilent(row)));
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
        fire(Change.LOOK);
    }

    /** Makes the view what it was when a state was kept. */
    public void restore(ViewState state) {
        query = state.query();
        order = state.order();
        silentShown = state.silentShown();
        nested = state.nested();
        hidden = state.hiddenIn(this);
        highlight = state.highlightIn(this);
        selectedKey = state.selected();
        marks = state.marks();
        viewport = Viewport.all(whole());
        if (!state.interval().equals(viewport.visible())) {
            viewport = viewport.select(
                    state.interval().startNanos(), state.interval().endNanos());
        }
        history.clear();
        setQuery(query);
        fire(Change.TIME);
    }

    /** How the user ordered the rows. */
    public RowOrder order() {
        return order;
    }

    public void setOrder(RowOrder newOrder) {
        order = newOrder;
        setQuery(query);
    }

    /** Tells of another visible time; with idle rows hidden it may show other rows, too. */
    private void moved() {
        if (order.hideIdle()) {
            List<VisibleRow> now = order.apply(query.rows(runs), visible());
            if (!now.equals(rows)) {
                rows = now;
                fire(Change.ROWS);
            }
        }
        fire(Change.TIME);
    }

    private void setQuery(RowQuery newQuery) {
        query = newQuery;
        rows = order.apply(query.rows(runs), visible());
        fire(Change.ROWS);
    }

    /** Whether each run begins at 0 or all keep their distance. */
    public void setAlignStarts(boolean align) {
        if (align != query.alignStarts()) {
            query = query.withAlignStarts(align);
            rows = order.apply(query.rows(runs), visible());
            history.clear();
            viewport = Viewport.all(whole());
            fire(Change.RUNS);
        }
    }

    public void select(String key) {
        if (!key.equals(selectedKey)) {
            selectedKey = key;
            fire(Change.LOOK);
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
            fire(Change.LOOK);
        }
    }

    /** Opens whatever hides a row, and chooses it; nothing happens if no run has it. */
    public void reveal(String key) {
        RowFinder.Place place = new RowFinder(runs, query).at(key);
        if (place == null) {
            return;
        }
        RowQuery opened = query;
        for (String closed : place.closed()) {
            opened = opened.toggle(closed);
        }
        if (!silentShown && RowQuery.isSilent(place.row())) {
            silentShown = true;
            opened = opened.withFilter(row -> true);
        }
        if (!opened.equals(query)) {
            setQuery(opened);
        }
        if (indexOf(key) < 0) {
            setOrder(order.withHidden(Set.of()).withHideIdle(false));
        }
        select(key);
    }

    /** Chooses the row a number of places further down, or the first. */
    public void selectNext(int places) {
        if (rows.isEmpty()) {
            return;
        }
        int now = selectedIndex();
        int next = now < 0 ? 0 : Math.max(0, Math.min(rows.size() - 1, now + places));
        select(rows.get(next).key());
    }

    /** Place of the chosen row among the visible ones, or -1. */
    public int selectedIndex() {
        return indexOf(selectedKey);
    }

    /** Place of a row among the visible ones, or -1. */
    public int indexOf(String key) {
        if (placesOf != rows) {
            placesOf = rows;
            places.clear();
            for (int i = 0; i < rows.size(); i++) {
                places.put(rows.get(i).key(), i);
            }
        }
        return places.getOrDefault(key, -1);
    }

    public void setVisible(int category, boolean visible) {
        if (hidden.get(category) == visible) {
            hidden = hidden();
            hidden.set(category, !visible);
            fire(Change.LOOK);
        }
    }

    /** Shows all categories. */
    public void showAll() {
        if (!hidden.isEmpty()) {
            hidden = new BitSet();
            fire(Change.LOOK);
        }
    }

    public void setNested(boolean draw) {
        if (draw != nested) {
            nested = draw;
            fire(Change.LOOK);
        }
    }

    /** Gives a category another colour, 0xRRGGBB; -1 for the one of its name. */
    public void setColor(int category, int rgb) {
        categories.setColor(category, rgb);
        fire(Change.LOOK);
    }

    public void setHighlight(int category) {
        if (category != highlight) {
            highlight = category;
            fire(Change.LOOK);
        }
    }

    private void fire(Change change) {
        version++;
        List.copyOf(listeners).forEach(listener -> listener.changed(change));
    }
}
