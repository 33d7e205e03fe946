// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.util.Arrays;
import java.util.List;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.query.ColumnShares;
import org.hdtrace.sunshot.query.SpanColumns;
import org.hdtrace.sunshot.query.SpanQuery;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.VisibleRow;

/**
 * Fills the rectangles of one row of states. Columns that are only partly inside states are blended with what lies
 * below them, but never so far that they vanish.
 */
final class StatePainter {
    /** Height of a nested state relative to the state around it (SUNSHOT S-40). */
    static final double NESTING = 0.7;

    /** Where there are more of them, a column shows one of the kinds that lie in it. */
    private static final int EVENTS_PER_COLUMN = 4;

    /** Of a row without anything that might have a name. */
    static final Painted[] NOTHING = {};

    private final Scene scene;
    private final SpanQuery query;
    private final Brush brush;
    private final double pixelScale;
    private final int[] empty;
    private final CoverageColors plain;
    private final DensePainter dense;
    /** What lies below the columns of a row at the depth that is painted, and what a row is filled with. */
    private int[] under = {};

    private final int[] whole;
    /** Marked categories, 64 of them in a word. */
    private final long[] marked;

    /**
     * A painter of the rows of a scene.
     *
     * @param empty colours of the columns where nothing is
     */
    StatePainter(Scene scene, Brush brush, double pixelScale, int[] empty) {
        this.scene = scene;
        this.brush = brush;
        this.pixelScale = pixelScale;
        this.empty = empty;
        this.whole = new int[empty.length];
        this.plain = new CoverageColors(scene.categories(), scene.theme().band());
        this.dense = new DensePainter(scene, brush, pixelScale);
        this.marked = scene.options().marked().toLongArray();
        this.query = new SpanQuery(
                scene.categories().size(), category -> !scene.options().hidden().get(category));
    }

    /** What was painted at one depth. */
    record Painted(SpanColumns columns, ColumnColors colors) {}

    /** Top of a nesting depth inside a row of a height; the bottom is that of the row. */
    static int topOf(int depth, int height) {
        return height - Math.max(3, (int) Math.round(height * Math.pow(NESTING, depth)));
    }

    /**
     * Paints a trace into the given rectangle of device pixels and reports the columns of every depth painted; none where no state is
     * known that might have a name there.
     *
     * @param time the scale in the row's own time, one column per device pixel
     */
    Painted[] paint(Row.Trace trace, TimeScale time, int x, int y, int height) {
        List<StateLevel> levels = trace.track().levels();
        int depths = scene.options().nested() ? levels.size() : Math.min(1, levels.size());
        putBand(time.width());
        Painted[] painted = new Painted[depths];
        ColumnShares shares = dense.isOn() ? dense.ofRow(levels.subList(0, depths), time) : null;
        // On pixels the first level is painted with what lies behind it, so that pixels are written once.
        boolean onPixels = brush instanceof PixelBrush;
        if (onPixels && depths == 0) {
            brush.fillColumns(x, y, height, empty, 0, empty.length);
        }
        for (int depth = 0; depth < depths; depth++) {
            SpanColumns columns = query.columns(levels.get(depth), time);
            if (shares != null) {
                shares.takeFrom(columns, depth);
            }
            painted[depth] = new Painted(columns, colors(trace, depth, columns, time));
            int top = topOf(depth, height);
            if (onPixels && depth == 0) {
                fillWhole(painted[0], x, y, height);
            } else {
                fillColumns(painted[depth], x, y + top, height - top);
            }
            paintMarks(painted[depth], x, y + top, height - top);
        }
        if (shares != null) {
            dense.paint(shares, x, y, height, under);
            markDense(shares, painted, x, y, height);
        }
        paintEvents(trace.track().events(), time, x, y, height);
        markUndrawn(levels.subList(depths, levels.size()), time, x, y, height);
        markUndrawn(List.of(trace.track().events()), time, x, y, height);
        if (depths == 1 && !painted[0].columns().isAnyNamed()) {
            query.reuse(painted[0].columns());
            return NOTHING;
        }
        return painted;
    }

    /** Nothing but the band of a row is below its columns. */
    private void putBand(int width) {
        under = under.length == width ? under : new int[width];
        Arrays.fill(under, scene.theme().band());
    }

    private ColumnColors colors(Row.Trace trace, int depth, SpanColumns columns, TimeScale time) {
        return scene.options()
                .heat()
                .map(heat -> ColumnColors.ofHeat(scene, heat, trace.track(), depth, columns, time))
                .orElseGet(() -> ColumnColors.ofCategories(scene, columns));
    }

    /** Paints the outermost levels of several traces over each other. */
    void paintSummary(List<StateLevel> levels, TimeScale time, int x, int y, int height) {
        putBand(time.width());
        SpanColumns columns = query.columns(levels, time);
        int plain = ColumnColors.withoutValue(scene);
        ColumnColors colors =
                scene.options().heat().isPresent() ? column -> plain : ColumnColors.ofCategories(scene, columns);
        fillColumns(new Painted(columns, colors), x, y, height);
        for (int column = 0; column < columns.width(); column++) {
            mark(columns, column, x, y, height);
        }
    }

    /** As {@link #paintSummary} where columns are shares of time. */
    void paintShares(VisibleRow row, TimeScale time, int x, int y, int height) {
        putBand(time.width());
        List<List<StateLevel>> drawn = row.closedLevels(scene.options().nested());
        dense.paint(dense.ofRows(drawn, time), x, y, height, under);
        markUndrawn(row.summaryLevels(), time, x, y, height);
    }

    /** Whether columns are shares of time where they are dense. */
    boolean paintsShares() {
        return dense.isOn();
    }

    /** Tells in dense columns where marked categories are, at whatever depth. */
    private void markDense(ColumnShares shares, Painted[] painted, int x, int y, int height) {
        for (int column = 0; column < shares.width() && marked.length > 0; column++) {
            for (int depth = shares.depth(column); depth >= 0 && depth < painted.length; depth++) {
                int top = topOf(shares.depth(column), height);
                mark(painted[depth].columns(), column, x, y + top, height - top);
            }
        }
    }

    /** Tells where marked categories are in levels that are not drawn, or not each entry of them (SUNSHOT V-06). */
    void markUndrawn(List<StateLevel> levels, TimeScale time, int x, int y, int height) {
        if (marked.length == 0 || levels.isEmpty()) {
            return;
        }
        SpanColumns columns = query.columns(levels, time);
        for (int column = 0; column < columns.width(); column++) {
            mark(columns, column, x, y, height);
        }
    }

    /** Edges of states, and where marked categories are. */
    private void paintMarks(Painted painted, int x, int y, int height) {
        SpanColumns columns = painted.columns();
        if (!columns.isAnyNamed() && marked.length == 0) {
            return;
        }
        for (int column = 0; column < columns.width(); ) {
            int end = columns.runEnd(column);
            if (columns.dominant(column) >= 0) {
                outline(painted, column, end, x, y, height);
                for (int each = column; each < end; each++) {
                    mark(columns, each, x, y, height);
                }
            }
            column = end;
        }
    }

    /** Mixes the colour of each column that is not empty into those below, and fills them side by side. */
    private void fillColumns(Painted painted, int x, int y, int height) {
        SpanColumns columns = painted.columns();
        int begin = 0;
        for (int column = 0; column < columns.width(); column++) {
            if (columns.dominant(column) < 0) {
                brush.fillColumns(x, y, height, under, begin, column);
                begin = column + 1;
                continue;
            }
            under[column] = mixed(painted, column);
        }
        brush.fillColumns(x, y, height, under, begin, columns.width());
    }

    /** As {@link #fillColumns} with the empty columns. */
    private void fillWhole(Painted painted, int x, int y, int height) {
        SpanColumns columns = painted.columns();
        System.arraycopy(empty, 0, whole, 0, whole.length);
        boolean heat = scene.options().heat().isPresent();
        for (int column = 0; column < columns.width(); column++) {
            int category = columns.dominant(column);
            if (category >= 0) {
                int color = heat ? mixed(painted, column) : plain.at(category, columns.coverage(column));
                under[column] = color;
                whole[column] = color;
            }
        }
        brush.fillColumns(x, y, height, whole, 0, columns.width());
    }

    private int mixed(Painted painted, int column) {
        int color = painted.colors().at(column);
        float coverage = painted.columns().coverage(column);
        return coverage > 0.999f ? color : Rgb.mix(under[column], color, CoverageColors.shareOf(coverage));
    }

    private void mark(SpanColumns columns, int column, int x, int y, int height) {
        if (columns.isAnyPresent(column, marked)) {
            int size = Math.max(2, (int) Math.round(2 * pixelScale));
            brush.fill(x + column, y, 1, Math.min(size, height), scene.theme().mark());
        }
    }

    /** A darker line on the left and on top keeps neighbours and nested states of one colour apart. */
    private void outline(Painted painted, int from, int to, int x, int y, int height) {
        if (to - from < 4 * pixelScale || painted.columns().state(from) < 0) {
            return;
        }
        int line = Math.max(1, (int) Math.round(pixelScale));
        int edge = Rgb.darker(painted.colors().at(from));
        brush.fill(x + from, y, line, height, edge);
        brush.fill(x + from, y, to - from, line, edge);
        under[from] = edge;
    }

    private void paintEvents(StateLevel events, TimeScale time, int x, int y, int height) {
        int first = events.firstReaching(time.interval().startNanos());
        int end = events.firstStarting(time.interval().endNanos());
        if (end - first > EVENTS_PER_COLUMN * time.width()) {
            SpanColumns columns = query.columns(events, time);
            for (int column = 0; column < columns.width(); column++) {
                if (columns.dominant(column) >= 0) {
                    paintEvent(columns.dominant(column), x + column, y, height);
                }
            }
            return;
        }
        int last = Integer.MIN_VALUE;
        for (int i = first; i < end; i++) {
            if (!scene.options().hidden().get(events.category(i))) {
                int column = time.columnOf(events.startNanos(i));
                // A second head below the first tells that there are several.
                int below = column == last ? headSize() : 0;
                paintEvent(events.category(i), x + column, y + below, height - below);
                last = column;
            }
        }
    }

    private int headSize() {
        return Math.max(2, (int) Math.round(4 * pixelScale));
    }

    private void paintEvent(int category, int x, int y, int height) {
        int size = headSize();
        int color = scene.categories().get(category).rgb();
        for (int line = 0; line < size; line++) {
            brush.fill(x - line / 2, y + size - line - 1, 2 * (line / 2) + 1, 1, color);
        }
        brush.fill(x, y + size, Math.max(1, (int) pixelScale), height - size, color);
    }
}
