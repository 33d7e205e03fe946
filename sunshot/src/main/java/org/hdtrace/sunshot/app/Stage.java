// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.hdtrace.sunshot.control.ViewChange;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.heat.HeatMap;
import org.hdtrace.sunshot.model.HitMarks;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.SeenStates;
import org.hdtrace.sunshot.paint.ArrowLayer;
import org.hdtrace.sunshot.paint.DenseStyle;
import org.hdtrace.sunshot.paint.RowLayout;
import org.hdtrace.sunshot.paint.Scene;
import org.hdtrace.sunshot.paint.SeriesAxes;
import org.hdtrace.sunshot.paint.SeriesStyle;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.query.CounterLooks;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.VisibleRow;
import org.hdtrace.sunshot.waits.WaitTable;

/**
 * What the components of one window share beside the {@link ViewModel}: theme, row heights and scroll position. Thread:
 * event thread.
 */
final class Stage {
    /** Pixels from which on a movement with a pressed button is a drag, as in the original. */
    static final int LEAST_DRAG = 4;

    private static final double ROW_STEP = 1.2;
    private static final double LEAST_FACTOR = 0.5;
    private static final double MOST_FACTOR = 6;
    private static final int HALVINGS = 12;

    private final ViewModel model;
    private final List<Runnable> listeners = new ArrayList<>();
    private Theme theme;
    private double rowFactor = 1;
    private SeriesAxes axes = new SeriesAxes(List.of(), CounterLooks.usual());
    private RowLayout layout = RowLayout.of(List.of(), RowLayout.Heights.NORMAL);
    private int scrollY;
    private int viewHeight = 1;
    private long ownVersion;
    private int leastDrag = LEAST_DRAG;
    private MouseMode mouseMode = MouseMode.CHOOSE;
    private SeriesStyle seriesStyle = SeriesStyle.AREA;
    private DenseStyle denseStyle = DenseStyle.DOMINANT;
    private MinimapMode minimapMode = MinimapMode.STATES;
    private LegendOrder legendOrder = LegendOrder.USUAL;
    private Interval measured;
    private boolean zeroTime;
    private Supplier<List<ArrowLayer>> arrows = List::of;
    private HeatMap heat;
    private List<WaitTable> waits = List.of();
    private HitMarks hits = HitMarks.none();
    private Set<String> picked = Set.of();
    private final SeenRows seen = new SeenRows();

    Stage(ViewModel model, Theme theme) {
        this.model = model;
        this.theme = theme;
        model.listen(change -> {
            if (change == ViewChange.RUNS) {
                scrollY = 0;
                measured = null;
                picked = Set.of();
                seen.clear();
            }
            if (change == ViewChange.RUNS || change == ViewChange.ROWS) {
                layOut();
            }
            fire();
        });
    }

    ViewModel model() {
        return model;
    }

    Theme theme() {
        return theme;
    }

    RowLayout layout() {
        return layout;
    }

    int scrollY() {
        return scrollY;
    }

    /** Grows with whatever changes the picture, scrolling apart. */
    long version() {
        return model.version() + ownVersion;
    }

    void listen(Runnable listener) {
        listeners.add(listener);
    }

    Scene scene(TimeScale scale) {
        return new Scene(
                seen.shown(model, scale.interval()),
                model.rows(),
                axes,
                layout,
                scale,
                model.categories().all(),
                options(),
                theme);
    }

    /** What is shown of the rows. */
    Scene.Options options() {
        return new Scene.Options(
                model.nested(),
                model.hidden(),
                model.marked(),
                hits,
                arrows.get(),
                heat(),
                waits,
                seriesStyle,
                denseStyle,
                model.looks());
    }

    /** Who says which arrows are drawn; asked again after {@link #arrowsChanged}. */
    void setArrows(Supplier<List<ArrowLayer>> source) {
        arrows = source;
    }

    void arrowsChanged() {
        changed();
    }

    /** Colours by value instead of name, if the user asked for them and they are read. */
    Optional<HeatMap> heat() {
        return Optional.ofNullable(heat);
    }

    /** Null for none. */
    void setHeat(HeatMap map) {
        heat = map;
        changed();
    }

    /** What passes a filter is shown instead of what the runs have, as far as it is known; null for none of it any more. */
    void setSeen(SeenStates states) {
        if (states == null && seen.isEmpty()) {
            return;
        }
        if (states == null) {
            seen.clear();
        } else {
            seen.add(states);
        }
        changed();
    }

    /** Lays the waits of each run over its rows; empty for none. */
    void setWaits(List<WaitTable> tables) {
        waits = tables;
        changed();
    }

    /** What a search has found, shown in each row, in the ruler and the minimap. */
    HitMarks hits() {
        return hits;
    }

    void setHits(HitMarks marks) {
        if (marks != hits) {
            hits = marks;
            changed();
        }
    }

    /** Keys of rows that the user chose beside the one that the model knows of, to do something with all of them. */
    Set<String> picked() {
        return picked;
    }

    void setPicked(Set<String> keys) {
        if (!keys.equals(picked)) {
            picked = Set.copyOf(keys);
            fire();
        }
    }

    /** The rows that are picked and seen, or the chosen one. */
    Set<String> pickedOrChosen() {
        Set<String> rows = new LinkedHashSet<>(picked);
        rows.removeIf(key -> model.indexOf(key) < 0);
        if (rows.isEmpty() && model.selectedIndex() >= 0) {
            rows.add(model.selectedKey());
        }
        return rows;
    }

    /** Picks a row, or lets it go; the first time the chosen row is one of them. */
    void turnPicked(String key) {
        Set<String> changed = new HashSet<>(picked);
        boolean first = changed.isEmpty() && model.selectedIndex() >= 0;
        if (first) {
            changed.add(model.selectedKey());
        }
        if (!changed.add(key) && !first) {
            changed.remove(key);
        }
        setPicked(changed);
    }

    /** Picks all rows from the chosen one to another. */
    void pickTo(int row) {
        int from = model.selectedIndex() < 0 ? row : model.selectedIndex();
        setPicked(model.rows().subList(Math.min(from, row), Math.max(from, row) + 1).stream()
                .map(VisibleRow::key)
                .collect(Collectors.toSet()));
    }

    void setTheme(Theme other) {
        theme = other;
        changed();
    }

    MouseMode mouseMode() {
        return mouseMode;
    }

    void setMouseMode(MouseMode mode) {
        mouseMode = mode;
        fire();
    }

    /** Pixels from which on a movement with a pressed button is a drag. */
    int leastDrag() {
        return leastDrag;
    }

    void setLeastDrag(int pixels) {
        leastDrag = pixels;
    }

    LegendOrder legendOrder() {
        return legendOrder;
    }

    /** Sorts the states of the legend in another way. */
    void setLegendOrder(LegendOrder order) {
        legendOrder = order;
        fire();
    }

    SeriesStyle seriesStyle() {
        return seriesStyle;
    }

    /** Draws all statistics in another way. */
    void setSeriesStyle(SeriesStyle style) {
        seriesStyle = style;
        changed();
    }

    DenseStyle denseStyle() {
        return denseStyle;
    }

    /** Draws columns that hold very short states in another way. */
    void setDenseStyle(DenseStyle style) {
        denseStyle = style;
        changed();
    }

    MinimapMode minimapMode() {
        return minimapMode;
    }

    void setMinimapMode(MinimapMode mode) {
        minimapMode = mode;
        fire();
    }

    /** Whether the ruler begins with 0 at the left edge. */
    boolean zeroTime() {
        return zeroTime;
    }

    void setZeroTime(boolean zero) {
        zeroTime = zero;
        changed();
    }

    /** What is visible over a number of columns. */
    TimeScale scale(int width) {
        Interval visible = model.visible();
        return new TimeScale(visible, Math.max(1, width), zeroTime ? visible.startNanos() : 0);
    }

    /** The time between the two ends of the measure, on the common scale. */
    Optional<Interval> measured() {
        return Optional.ofNullable(measured);
    }

    /** Lays the measure over the timelines; null takes it away. */
    void setMeasured(Interval interval) {
        measured = interval;
        fire();
    }

    /** Scrolls the rows; stays between the first and the last. */
    void scrollTo(int y) {
        int limited = Math.max(0, Math.min(y, layout.totalHeight() - viewHeight));
        if (limited != scrollY) {
            scrollY = limited;
            fire();
        }
    }

    void setViewHeight(int height) {
        viewHeight = Math.max(1, height);
        scrollTo(scrollY);
    }

    int viewHeight() {
        return viewHeight;
    }

    /** Height of rows relative to the natural one. */
    double rowFactor() {
        return rowFactor;
    }

    void setRowFactor(double factor) {
        rowFactor = Math.max(LEAST_FACTOR, Math.min(MOST_FACTOR, factor));
        layOut();
        changed();
    }

    /** Makes rows taller (positive) or lower. */
    void growRows(int steps) {
        setRowFactor(rowFactor * Math.pow(ROW_STEP, steps));
    }

    /** Chooses heights so that all rows are seen, if labels allow. */
    void fitRows() {
        int natural = RowLayout.of(model.rows(), RowLayout.Heights.NORMAL).totalHeight();
        rowFactor = Math.max(LEAST_FACTOR, Math.min(2.5, (double) viewHeight / Math.max(1, natural)));
        layOut();
        scrollY = 0;
        changed();
    }

    /** Chooses heights so that a number of rows, from the topmost on, fills the view, as far as there are such heights (SUNSHOT S-35). */
    void showRows(int count) {
        int end = Math.min(model.rows().size(), Math.max(0, layout.rowAt(scrollY)) + count);
        int first = Math.max(0, end - count);
        List<VisibleRow> seen = model.rows().subList(first, end);
        // Not each kind of rows gets taller with the factor.
        double fits = LEAST_FACTOR;
        double tooTall = MOST_FACTOR;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (fits + tooTall) / 2;
            if (RowLayout.of(seen, RowLayout.Heights.NORMAL.times(middle)).totalHeight() <= viewHeight) {
                fits = middle;
            } else {
                tooTall = middle;
            }
        }
        setRowFactor(fits);
        scrollTo(layout.top(first));
    }

    /** Scrolls until a row is fully seen. */
    void reveal(int row) {
        if (row < 0 || row >= layout.rowCount()) {
            return;
        }
        int top = layout.top(row);
        int bottom = top + layout.height(row);
        if (top < scrollY) {
            scrollTo(top);
        } else if (bottom > scrollY + viewHeight) {
            scrollTo(bottom - viewHeight);
        }
    }

    private void layOut() {
        layout = RowLayout.of(model.rows(), RowLayout.Heights.NORMAL.times(rowFactor));
        axes = new SeriesAxes(model.rows(), model.looks());
        scrollY = Math.max(0, Math.min(scrollY, layout.totalHeight() - viewHeight));
    }

    private void changed() {
        ownVersion++;
        fire();
    }

    private void fire() {
        List.copyOf(listeners).forEach(Runnable::run);
    }
}
