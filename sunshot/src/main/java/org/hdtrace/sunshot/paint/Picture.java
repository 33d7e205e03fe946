// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.sunshot.model.Category;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.Usage;
import org.hdtrace.sunshot.query.ValueText;
import org.hdtrace.sunshot.query.VisibleRow;

/**
 * A whole picture: title, one or more panels side by side on one time scale (each with ruler, labels and rows), and one
 * legend. Lays itself out first, then draws on any graphics.
 */
public final class Picture implements Drawing {
    private static final int MARGIN = 16;
    private static final int PANEL_GAP = 22;
    private static final int LABEL_LEAST = 96;
    private static final int LABEL_MOST = 300;
    private static final int TITLE_GAP = 10;
    /** Pictures of very many rows are cut here and say so. */
    static final int LARGEST_ROWS_HEIGHT = 12_000;

    private final Content content;
    private final Theme theme;
    private final int width;
    private final int height;
    private final List<Placed> placed = new ArrayList<>();
    private final LegendPainter legend;
    private int bodyTop;
    private int legendTop;
    private int hiddenRows;

    /**
     * What a picture shows.
     *
     * @param title first line
     * @param subtitle second line, may be empty
     * @param panels from left to right
     * @param interval visible time, the same for all panels
     * @param categories by number
     * @param usage figures over everything, for the order of the legend
     * @param usages figures in the legend, one per run
     * @param options what to show
     * @param legend at most so many states are named in the legend
     */
    public record Content(
            String title,
            String subtitle,
            List<Panel> panels,
            Interval interval,
            List<Category> categories,
            Usage usage,
            List<Usage> usages,
            Scene.Options options,
            int legend) {

        /** With a legend of all states. */
        public Content(
                String title,
                String subtitle,
                List<Panel> panels,
                Interval interval,
                List<Category> categories,
                Usage usage,
                List<Usage> usages,
                Scene.Options options) {
            this(title, subtitle, panels, interval, categories, usage, usages, options, Integer.MAX_VALUE);
        }

        /** The legend names the states that take most time, at most so many. */
        public Content withLegend(int most) {
            return new Content(title, subtitle, panels, interval, categories, usage, usages, options, most);
        }

        /** One block of these rows instead, as they were sorted, pinned and hidden. */
        public Content withRows(List<VisibleRow> rows) {
            return withPanels(List.of(new Panel("", List.copyOf(rows))));
        }

        public Content withOptions(Scene.Options others) {
            return new Content(title, subtitle, panels, interval, categories, usage, usages, others, legend);
        }

        public Content withPanels(List<Panel> others) {
            return new Content(title, subtitle, others, interval, categories, usage, usages, options, legend);
        }
    }

    /**
     * One block of rows with its own labels and ruler.
     *
     * @param title above the ruler; empty for none
     * @param rows in order
     */
    public record Panel(String title, List<VisibleRow> rows) {}

    private record Placed(Panel panel, Scene scene, int x, int labelWidth) {}

    /**
     * Lays out a picture.
     *
     * @param width in pixels
     * @param height in pixels; 0 takes what the rows need
     * @throws IllegalArgumentException if there is no room for any row
     */
    public Picture(Content content, Theme theme, int width, int height) {
        this.content = content;
        this.theme = theme;
        this.width = width;
        this.legend = new LegendPainter(theme, content);
        Graphics2D probe = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
        try {
            this.height = layOut(probe, height);
        } finally {
            probe.dispose();
        }
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public int height() {
        return height;
    }

    private int layOut(Graphics2D probe, int wanted) {
        FontMetrics title = probe.getFontMetrics(theme.titleFont());
        FontMetrics text = probe.getFontMetrics(theme.font());
        int top = MARGIN + title.getHeight() + (content.subtitle().isEmpty() ? 0 : text.getHeight() + 2);
        bodyTop = top + TITLE_GAP;
        int panelTitle = hasPanelTitles() ? text.getHeight() + 4 : 0;
        int legendHeight = legend.isEmpty() ? 0 : 14 + legend.height(probe, width - 2 * MARGIN);
        int around = bodyTop + panelTitle + RulerPainter.HEIGHT + legendHeight + MARGIN;
        int room = wanted == 0 ? LARGEST_ROWS_HEIGHT : wanted - around;
        if (room < RowLayout.Heights.LEAST.trace()) {
            throw new IllegalArgumentException("the picture needs at least "
                    + (around + 4 * RowLayout.Heights.LEAST.trace()) + " pixels of height");
        }
        RowLayout.Heights heights = heightsFor(wanted, room);
        SeriesAxes axes = new SeriesAxes(peers(), content.options().looks());
        int tallest = 0;
        for (Panel panel : content.panels()) {
            tallest = Math.max(tallest, place(probe, panel, heights, room, axes));
        }
        int rows = wanted == 0 ? tallest + moreLine() : room;
        legendTop = bodyTop + panelTitle + RulerPainter.HEIGHT + rows + 14;
        return wanted == 0 ? around + rows : wanted;
    }

    private boolean hasPanelTitles() {
        return content.panels().stream().anyMatch(panel -> !panel.title().isEmpty());
    }

    private int moreLine() {
        return hiddenRows > 0 ? 18 : 0;
    }

    /** Rows grow into a given height, up to a point, and shrink until labels would touch. */
    private RowLayout.Heights heightsFor(int wanted, int room) {
        int natural = 1;
        for (Panel panel : content.panels()) {
            natural = Math.max(
                    natural,
                    RowLayout.of(panel.rows(), RowLayout.Heights.NORMAL).totalHeight());
        }
        if (wanted == 0 && natural <= room) {
            return RowLayout.Heights.NORMAL.times(growth(natural));
        }
        return RowLayout.Heights.NORMAL.times(Math.min(3, (double) room / natural));
    }

    /** Few rows look lost in a wide picture, so they are drawn taller. */
    private static double growth(int natural) {
        return natural >= 480 ? 1 : Math.min(1.6, 480.0 / natural);
    }

    private List<VisibleRow> peers() {
        return content.panels().stream().flatMap(panel -> panel.rows().stream()).toList();
    }

    private int place(Graphics2D probe, Panel panel, RowLayout.Heights heights, int room, SeriesAxes axes) {
        List<VisibleRow> rows = panel.rows();
        RowLayout layout = RowLayout.of(rows, heights);
        if (layout.totalHeight() > room) {
            int fitting = Math.max(1, layout.rowAt(room - 18));
            hiddenRows += rows.size() - fitting;
            rows = rows.subList(0, fitting);
            layout = RowLayout.of(rows, heights);
        }
        int count = content.panels().size();
        int panelWidth = (width - 2 * MARGIN - (count - 1) * PANEL_GAP) / count;
        Scene rough = new Scene(
                rows,
                axes,
                layout,
                new TimeScale(content.interval(), 1),
                content.categories(),
                content.options(),
                theme);
        int most = Math.max(LABEL_LEAST, Math.min(LABEL_MOST, panelWidth / 4));
        int labelWidth = LabelPainter.preferredWidth(rough, probe, LABEL_LEAST, most);
        TimeScale scale = new TimeScale(content.interval(), Math.max(1, panelWidth - labelWidth));
        Scene scene = new Scene(rows, axes, layout, scale, content.categories(), content.options(), theme);
        placed.add(new Placed(panel, scene, MARGIN + placed.size() * (panelWidth + PANEL_GAP), labelWidth));
        return layout.totalHeight();
    }

    @Override
    public void paint(Graphics2D graphics, boolean raster) {
        TimelinePainter.smooth(graphics);
        graphics.setColor(Theme.color(theme.background()));
        graphics.fillRect(0, 0, width, height);
        paintTitle(graphics);
        for (Placed panel : placed) {
            paintPanel(graphics, panel, raster);
        }
        if (!legend.isEmpty()) {
            legend.paint(graphics, MARGIN, legendTop, width - 2 * MARGIN);
        }
    }

    private void paintTitle(Graphics2D graphics) {
        graphics.setFont(theme.titleFont());
        FontMetrics title = graphics.getFontMetrics();
        graphics.setColor(Theme.color(theme.text()));
        int y = MARGIN + title.getAscent();
        graphics.drawString(LabelPainter.elide(content.title(), title, width - 2 * MARGIN), MARGIN, y);
        if (!content.subtitle().isEmpty()) {
            graphics.setFont(theme.font());
            FontMetrics text = graphics.getFontMetrics();
            graphics.setColor(Theme.color(theme.muted()));
            String subtitle = LabelPainter.elide(content.subtitle(), text, width - 2 * MARGIN);
            graphics.drawString(subtitle, MARGIN, MARGIN + title.getHeight() + 2 + text.getAscent());
        }
    }

    private void paintPanel(Graphics2D graphics, Placed panel, boolean raster) {
        int y = bodyTop;
        if (hasPanelTitles()) {
            graphics.setFont(theme.boldFont());
            FontMetrics metrics = graphics.getFontMetrics();
            graphics.setColor(Theme.color(theme.text()));
            int room = panel.labelWidth() + panel.scene().scale().width();
            graphics.drawString(
                    LabelPainter.elide(panel.panel().title(), metrics, room), panel.x(), y + metrics.getAscent());
            y += metrics.getHeight() + 4;
        }
        int left = panel.x() + panel.labelWidth();
        RulerPainter.paint(graphics, panel.scene().scale(), theme, left, y);
        y += RulerPainter.HEIGHT;
        int rows = panel.scene().layout().totalHeight();
        if (raster) {
            double pixels = graphics.getTransform().getScaleX();
            BufferedImage image = TimelinePainter.image(panel.scene(), 0, Math.max(1, rows), pixels);
            graphics.drawImage(image, left, y, panel.scene().scale().width(), Math.max(1, rows), null);
        } else {
            TimelinePainter.paint(panel.scene(), graphics, left, y);
        }
        LabelPainter.paint(graphics, panel.scene(), panel.x(), y, panel.labelWidth(), 0, rows);
        graphics.setColor(Theme.color(theme.grid()));
        graphics.drawRect(left - 1, y - 1, panel.scene().scale().width() + 1, rows + 1);
        int more = panel.panel().rows().size() - panel.scene().rows().size();
        if (more > 0) {
            graphics.setFont(theme.smallFont());
            graphics.setColor(Theme.color(theme.muted()));
            graphics.drawString(ValueText.count(more) + " more rows", left, y + rows + 14);
        }
    }
}
