// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.hdtrace.format.query.ParallelLoop;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.hdtrace.sunshot.query.HitColumns;
import org.hdtrace.sunshot.query.SeriesColumns;
import org.hdtrace.sunshot.query.SeriesQuery;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.TimeTicks;
import org.hdtrace.sunshot.query.ValueText;
import org.hdtrace.sunshot.query.VisibleRow;
import org.hdtrace.sunshot.waits.RowWaits;
import org.hdtrace.sunshot.waits.WaitTable;

/** Paints the rows of a {@link Scene}: bands, time lines, states, curves and names. Stateless. */
public final class TimelinePainter {
    /** Fewer rows are painted before another thread would have begun. */
    static final int FEWEST_SIDE_BY_SIDE = 8;

    private TimelinePainter() {}

    /**
     * The rows between two heights as an image of device pixels.
     *
     * @param fromY first logical pixel of the layout
     * @param height logical pixels
     * @param pixelScale device pixels per logical pixel, 2 on a HiDPI screen
     */
    public static BufferedImage image(Scene scene, int fromY, int height, double pixelScale) {
        return image(scene, fromY, height, pixelScale, null);
    }

    /**
     * As {@link #image(Scene, int, int, double)} onto an image that was made before and is not needed any more, if it has the same
     * size; null for none.
     */
    public static BufferedImage image(Scene scene, int fromY, int height, double pixelScale, BufferedImage spare) {
        int width = Math.max(1, (int) Math.round(scene.scale().width() * pixelScale));
        int lines = Math.max(1, (int) Math.round(height * pixelScale));
        boolean fits = spare != null && spare.getWidth() == width && spare.getHeight() == lines;
        BufferedImage image = fits ? spare : new BufferedImage(width, lines, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        try {
            int[] pixels = ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
            Brush brush = Brush.onPixels(pixels, width, lines);
            graphics.scale(pixelScale, pixelScale);
            Pass pass = new Pass(scene, brush, graphics, pixelScale, 0, -fromY);
            pass.paintBehind(fromY, lines);
            pass.paint(fromY, fromY + height);
        } finally {
            graphics.dispose();
        }
        return image;
    }

    /** All rows onto graphics, for vector formats; one column per user unit, the layout's top left at (x, y). */
    public static void paint(Scene scene, Graphics2D graphics, int x, int y) {
        new Pass(scene, Brush.onGraphics(graphics), graphics, 1, x, y)
                .paint(0, scene.layout().totalHeight());
    }

    /** The deepest nesting depth drawn at a height inside a row. */
    public static int depthAt(int y, int rowHeight) {
        int depth = 0;
        while (depth < 32 && StatePainter.topOf(depth + 1, rowHeight - 4) <= y - 2) {
            depth++;
        }
        return depth;
    }

    /** Where states of a nesting depth begin inside a row, from its top; they end at {@code rowHeight - 2}. */
    public static int topOf(int depth, int rowHeight) {
        return 2 + StatePainter.topOf(depth, rowHeight - 4);
    }

    /** Nicer text and curves; the rectangles of states stay sharp. */
    static void smooth(Graphics2D graphics) {
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        smoothText(graphics);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    }

    /** Smooth letters only: smooth rectangles take several times as long as others, also where both look the same. */
    static void smoothText(Graphics2D graphics) {
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    }

    /** One painting of one scene. */
    private static final class Pass {
        private final Scene scene;
        private final Brush brush;
        private final Graphics2D graphics;
        private final double pixelScale;
        private final int offsetX;
        private final int offsetY;
        private final TimeScale deviceScale;
        private final List<TimeTicks.Tick> ticks;
        private final List<Runnable> over = new ArrayList<>();

        Pass(Scene scene, Brush brush, Graphics2D graphics, double pixelScale, int offsetX, int offsetY) {
            this.scene = scene;
            this.brush = brush;
            this.graphics = graphics;
            this.pixelScale = pixelScale;
            this.offsetX = offsetX;
            this.offsetY = offsetY;
            this.deviceScale = scene.scale().withWidth(device(scene.scale().width()));
            this.ticks = TimeTicks.of(scene.scale(), RulerPainter.SPACING).ticks();
        }

        /** Fills what lies between the bands of rows, above and below them, so that each pixel of an image is painted. */
        void paintBehind(int fromY, int lines) {
            RowLayout layout = scene.layout();
            int row = Math.max(0, layout.rowAt(Math.max(0, fromY)));
            int painted = 0;
            for (; row < layout.rowCount() && painted < lines; row++) {
                int top = bandTop(row);
                fillBehind(painted, top);
                painted = Math.max(painted, bandBottom(row));
            }
            fillBehind(painted, lines);
        }

        private void fillBehind(int top, int bottom) {
            if (top < bottom) {
                brush.fill(
                        originX(),
                        top,
                        deviceScale.width(),
                        bottom - top,
                        scene.theme().background());
            }
        }

        void paint(int fromY, int toY) {
            RowLayout layout = scene.layout();
            int first = Math.max(0, layout.rowAt(Math.max(0, fromY)));
            List<Integer> rows = new ArrayList<>();
            for (int row = first; row < layout.rowCount() && layout.top(row) < toY; row++) {
                rows.add(row);
                paintBand(row);
            }
            paintGrid(fromY, toY);
            paintRows(rows);
            smooth(graphics);
            graphics.setFont(
                    scene.theme().smallFont().deriveFont((float) scene.theme().fontSize() - 1));
            over.forEach(Runnable::run);
            for (int row : rows) {
                paintHits(scene.searched().get(row), layout.top(row) + layout.height(row));
            }
            for (ArrowLayer layer : scene.options().arrows()) {
                int end = Math.min(toY, layout.totalHeight());
                new ArrowPainter(scene, graphics, brush, pixelScale, offsetX, offsetY).paint(layer, fromY, end);
            }
        }

        private int device(double logical) {
            return Math.max(1, (int) Math.round(logical * pixelScale));
        }

        private int deviceY(double y) {
            return (int) Math.round((y + offsetY) * pixelScale);
        }

        private void paintBand(int row) {
            VisibleRow visible = scene.rows().get(row);
            boolean heading = visible.isHeading();
            boolean plainGroup = visible.row() instanceof Row.Group
                    && visible.summaryLevels().isEmpty();
            int color = heading
                    ? scene.theme().heading()
                    : plainGroup ? scene.theme().background() : scene.theme().band();
            int top = bandTop(row);
            int bottom = bandBottom(row);
            if (brush instanceof PixelBrush && visible.row() instanceof Row.Trace) {
                // The rest is painted with the states.
                int inner = deviceY(scene.layout().top(row) + 2);
                brush.fill(originX(), top, deviceScale.width(), inner - top, color);
                top = Math.max(
                        inner, deviceY(scene.layout().top(row) + scene.layout().height(row) - 2));
            }
            brush.fill(originX(), top, deviceScale.width(), bottom - top, color);
        }

        private int bandTop(int row) {
            return deviceY(scene.layout().top(row) + gap(row));
        }

        private int bandBottom(int row) {
            return deviceY(scene.layout().top(row) + scene.layout().height(row) - gap(row));
        }

        private int gap(int row) {
            return scene.rows().get(row).isHeading() ? 0 : 1;
        }

        /** The columns of a row without states. */
        private int[] emptyColumns() {
            int[] colors = new int[deviceScale.width()];
            Arrays.fill(colors, scene.theme().band());
            for (TimeTicks.Tick tick : ticks) {
                int column = columnOf(tick);
                if (column >= 0 && column < colors.length) {
                    colors[column] = scene.theme().grid();
                }
            }
            return colors;
        }

        private int columnOf(TimeTicks.Tick tick) {
            return (int) Math.round(scene.scale().positionOf(tick.nanos()) * pixelScale);
        }

        private void paintGrid(int fromY, int toY) {
            int top = deviceY(Math.max(0, fromY));
            int bottom = deviceY(Math.min(toY, scene.layout().totalHeight()));
            for (TimeTicks.Tick tick : ticks) {
                brush.fill(
                        columnOf(tick) + originX(),
                        top,
                        1,
                        bottom - top,
                        scene.theme().grid());
            }
        }

        private int originX() {
            return (int) Math.round(offsetX * pixelScale);
        }

        /** States on several threads where that is into pixels, of which each row has its own; then what is drawn over them. */
        private void paintRows(List<Integer> rows) {
            StatePainter.Painted[][] painted = new StatePainter.Painted[rows.size()][];
            if (brush instanceof PixelBrush && rows.size() >= FEWEST_SIDE_BY_SIDE) {
                int[] empty = emptyColumns();
                ParallelLoop.run(
                        rows.size(),
                        () -> new StatePainter(scene, brush, pixelScale, empty),
                        (states, i) -> painted[i] = paintStates(states, rows.get(i)));
            } else {
                StatePainter states = new StatePainter(scene, brush, pixelScale, emptyColumns());
                for (int i = 0; i < painted.length; i++) {
                    painted[i] = paintStates(states, rows.get(i));
                }
            }
            for (int i = 0; i < painted.length; i++) {
                addOver(rows.get(i), painted[i]);
            }
        }

        /** The columns of a trace of which some may have names. */
        private StatePainter.Painted[] paintStates(StatePainter states, int index) {
            VisibleRow row = scene.rows().get(index);
            int top = scene.layout().top(index);
            int height = scene.layout().height(index);
            TimeScale own = deviceScale.shift(row.originNanos());
            if (row.row() instanceof Row.Trace trace) {
                int y = deviceY(top + 2);
                return states.paint(trace, own, originX(), y, deviceY(top + height - 2) - y);
            }
            List<StateLevel> summary = row.row() instanceof Row.Statistic ? List.of() : row.summaryLevels();
            if (!summary.isEmpty()) {
                int y = deviceY(top + height / 4.0);
                int bottom = deviceY(top + height * 3 / 4.0);
                if (states.paintsShares()) {
                    states.paintShares(row, own, originX(), y, bottom - y);
                } else {
                    states.paintSummary(summary, own, originX(), y, bottom - y);
                }
                if (!scene.options().marked().isEmpty()) {
                    states.markUndrawn(row.innerLevels(), own, originX(), y, bottom - y);
                }
            }
            return StatePainter.NOTHING;
        }

        private void addOver(int index, StatePainter.Painted[] painted) {
            VisibleRow row = scene.rows().get(index);
            int top = scene.layout().top(index);
            int height = scene.layout().height(index);
            if (row.row() instanceof Row.Trace) {
                over.add(() -> StateLabels.paint(
                        graphics, painted, scene.categories(), 1 / pixelScale, offsetX, top + offsetY + 2, height - 4));
                addWaits(row, top, height);
            } else if (row.row() instanceof Row.Statistic statistic) {
                over.add(() -> paintSeries(statistic.series(), row.originNanos(), top, height));
            }
        }

        /** Ticks at the lower edge of a row; of a closed one with what it hides. */
        private void paintHits(VisibleRow row, int bottom) {
            if (scene.options().hits().isEmpty() || row.isHeading()) {
                return;
            }
            TimeScale own = deviceScale.shift(row.originNanos());
            HitColumns hits = new HitColumns(scene.options().hits());
            BitSet columns = row.open() ? hits.of(row.row(), own) : hits.below(row.row(), own);
            HitTicks.paint(brush, columns, originX(), deviceY(bottom), pixelScale, scene.theme());
        }

        private void paintSeries(StatisticSeries series, long origin, int top, int height) {
            SeriesColumns columns = SeriesQuery.columns(series, deviceScale.shift(origin));
            paintHeat(series, columns, top, height);
            SeriesPainter.paint(
                    graphics,
                    columns,
                    scene.axes().of(series),
                    SeriesPainter.Ink.of(series, scene.theme()),
                    new SeriesPainter.Box(offsetX, top + offsetY + 4.0, height - 8.0),
                    1 / pixelScale,
                    scene.options().series());
            if (scene.axes().look(series).average()) {
                paintAverage(series, origin, top, height);
            }
        }

        /** A dashed line at the mean of the visible time, with its value. */
        private void paintAverage(StatisticSeries series, long origin, int top, int height) {
            double mean = SeriesQuery.mean(series, scene.scale().interval().shift(origin));
            if (!Double.isNaN(mean)) {
                SeriesPainter.paintAverage(
                        graphics,
                        scene.theme(),
                        ValueText.of(mean, series.unit()),
                        new SeriesPainter.Box(offsetX, top + offsetY + 4.0, height - 8.0)
                                .level(scene.axes().of(series), mean),
                        offsetX,
                        scene.scale().width());
            }
        }

        private void addWaits(VisibleRow row, int top, int height) {
            List<WaitTable> waits = scene.options().waits();
            RowWaits own =
                    row.run() < waits.size() ? waits.get(row.run()).of(row.row().path()) : null;
            if (own != null) {
                TimeScale scale = scene.scale().shift(row.originNanos());
                over.add(() -> WaitPainter.paint(graphics, scene.theme(), own, scale, offsetX, top + offsetY, height));
            }
        }

        /** The columns of a statistic in the colours of a heat map, behind its curve. */
        private void paintHeat(StatisticSeries series, SeriesColumns columns, int top, int height) {
            scene.options().heat().filter(heat -> heat.colours(series)).ifPresent(heat -> {
                int y = deviceY(top + 2);
                for (int column = 0; column < columns.width(); column++) {
                    if (!columns.isEmpty(column)) {
                        int color = heat.colorOf(columns.average()[column]);
                        brush.fill(originX() + column, y, 1, deviceY(top + height - 2) - y, color);
                    }
                }
            });
        }
    }
}
