// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.Optional;
import org.hdtrace.analysis.messages.PairDifference;
import org.hdtrace.analysis.messages.PairValues;
import org.hdtrace.sunshot.model.DifferenceShade;
import org.hdtrace.sunshot.query.ValueText;

/**
 * A matrix of who gives and who takes, each pair in a colour that grows with its value: from 0, or by the logarithm where values differ
 * by more than a factor of 100. Of differences less is blue and more is orange. Immutable; any thread. Source: SUNSHOT V-11, V-12.
 */
public final class MatrixPicture implements Drawing {
    private static final int MARGIN = 20;
    private static final int BAR = 16;
    private static final int STEPS = 64;
    private static final double LOGARITHMIC = 100;
    private static final int WIDEST_CELL = 150;
    private static final int HIGHEST_CELL = 60;
    private static final int WIDEST_NAME = 140;
    private static final int LONG_NAME = 12;

    private final PairValues sums;
    private final boolean signed;
    private final PairValues.Metric metric;
    private final String title;
    private final Theme theme;
    private final int width;
    private final int height;
    private final double least;
    private final double most;

    /**
     * Looks for the least and the largest value.
     *
     * @param title first line
     */
    public MatrixPicture(PairValues sums, PairValues.Metric metric, String title, Theme theme, int width, int height) {
        this.sums = sums;
        this.signed = sums instanceof PairDifference;
        this.metric = metric;
        this.title = title;
        this.theme = theme;
        this.width = width;
        this.height = height;
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (int from = 0; from < sums.labels().size(); from++) {
            for (int to = 0; to < sums.targets().size(); to++) {
                double value = sums.value(from, to, metric);
                low = Double.isNaN(value) ? low : Math.min(low, value);
                high = Double.isNaN(value) ? high : Math.max(high, value);
            }
        }
        double largest = Math.max(Math.abs(low), Math.abs(high));
        boolean any = high >= low;
        least = signed && any ? -largest : low;
        most = signed && any ? largest : high;
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public int height() {
        return height;
    }

    @Override
    public void paint(Graphics2D graphics, boolean raster) {
        TimelinePainter.smooth(graphics);
        // Text apart: cells have whole pixels, and thousands of them smoothed take the event thread longer than all
        // else (SUNSHOT G-14).
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_OFF);
        graphics.setColor(Theme.color(theme.background()));
        graphics.fillRect(0, 0, width, height);
        graphics.setFont(theme.titleFont());
        FontMetrics large = graphics.getFontMetrics();
        graphics.setColor(Theme.color(theme.text()));
        graphics.drawString(LabelPainter.elide(title, large, width - 2 * MARGIN), MARGIN, MARGIN + large.getAscent());
        graphics.setFont(theme.font());
        graphics.setColor(Theme.color(theme.muted()));
        int subtitle = subtitleBaseline(graphics);
        graphics.drawString(subtitle(), MARGIN, subtitle);
        if (!(most >= least)) {
            return;
        }
        Grid grid = grid(graphics, subtitle);
        paintCells(graphics, grid);
        paintBar(graphics, grid.left() + grid.width() + MARGIN, grid.top(), grid.height());
    }

    /** Where the cells are. */
    private record Grid(int left, int top, int width, int height) {}

    private Grid grid(Graphics2D graphics, int subtitle) {
        FontMetrics text = graphics.getFontMetrics(theme.font());
        int labels = sums.labels().stream()
                .mapToInt(label -> text.stringWidth(shown(label, text)))
                .max()
                .orElse(0);
        int left = MARGIN + text.getHeight() + labels + 8;
        int top = subtitle + 2 * text.getHeight() + 12;
        int barText = Math.max(text.stringWidth(value(most)), text.stringWidth(value(least)));
        int roomX = width - left - 3 * MARGIN - BAR - barText;
        int roomY = height - top - MARGIN;
        int rows = sums.labels().size();
        int columns = sums.targets().size();
        int square = Math.min(roomX, roomY);
        return rows == columns
                ? new Grid(left, top, Math.max(columns, square), Math.max(rows, square))
                : new Grid(
                        left,
                        top,
                        Math.max(columns, Math.min(roomX, WIDEST_CELL * columns)),
                        Math.max(rows, Math.min(roomY, HIGHEST_CELL * rows)));
    }

    /** Of a path its end says most. */
    private static String shown(String name, FontMetrics text) {
        String end = name.contains("/") && name.length() > LONG_NAME ? name.substring(name.lastIndexOf('/') + 1) : name;
        return LabelPainter.elide(end, text, WIDEST_NAME);
    }

    private int subtitleBaseline(Graphics2D graphics) {
        FontMetrics large = graphics.getFontMetrics(theme.titleFont());
        return MARGIN
                + large.getHeight()
                + 2
                + graphics.getFontMetrics(theme.font()).getAscent();
    }

    /** A pair by the places of its labels. */
    public record Cell(int from, int to) {}

    /** The pair at a point, if there is one. */
    public Optional<Cell> cellAt(int x, int y) {
        if (!(most >= least)) {
            return Optional.empty();
        }
        Graphics2D probe = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
        try {
            Grid grid = grid(probe, subtitleBaseline(probe));
            int from = indexAt(y - grid.top(), grid.height(), sums.labels().size());
            int to = indexAt(x - grid.left(), grid.width(), sums.targets().size());
            return from < 0 || to < 0 ? Optional.empty() : Optional.of(new Cell(from, to));
        } finally {
            probe.dispose();
        }
    }

    /** Frames the pairs of a label, and those to it where both sides are the same; nothing for -1. */
    public void frame(Graphics2D graphics, int label) {
        if (label < 0 || !(most >= least)) {
            return;
        }
        Grid grid = grid(graphics, subtitleBaseline(graphics));
        int rows = sums.labels().size();
        int y = place(label, grid.height(), rows);
        graphics.setColor(Theme.color(theme.mark()));
        graphics.drawRect(grid.left(), grid.top() + y, grid.width() - 1, place(label + 1, grid.height(), rows) - y - 1);
        if (sums.targets().equals(sums.labels())) {
            int x = place(label, grid.width(), rows);
            graphics.drawRect(
                    grid.left() + x, grid.top(), place(label + 1, grid.width(), rows) - x - 1, grid.height() - 1);
        }
    }

    private static int indexAt(int offset, int size, int count) {
        for (int i = 0; i < count && offset >= 0; i++) {
            if (offset < place(i + 1, size, count)) {
                return i;
            }
        }
        return -1;
    }

    /** A pair and its value, for people. */
    public String textOf(Cell cell) {
        double value = sums.value(cell.from(), cell.to(), metric);
        String pair = sums.labels().get(cell.from()) + " → " + sums.targets().get(cell.to());
        return pair + ": "
                + (Double.isNaN(value)
                        ? "no " + sums.subject().title()
                        : (signed && value > 0 ? "+" : "") + value(value));
    }

    private String subtitle() {
        String what = sums.subject().title();
        if (!(most >= least)) {
            return "no " + what;
        }
        String ranks = sums.isByNode() ? "nodes" : "ranks";
        String between =
                switch (sums.subject()) {
                    case MESSAGES -> what + " between " + ranks;
                    case REQUESTS -> what + " of clients to servers";
                    case ACCESSES -> what + " of ranks to files";
                };
        String of =
                switch (metric) {
                    case COUNT -> between;
                    case BYTES -> "bytes of " + between;
                    case BANDWIDTH -> "mean bandwidth of " + between;
                    case LATENCY ->
                        sums.subject() == PairValues.Subject.MESSAGES
                                ? "mean time from send to end of receive between " + ranks
                                : "mean time of " + between;
                };
        return signed ? of + ", B − A" : of;
    }

    private void paintCells(Graphics2D graphics, Grid grid) {
        int rows = sums.labels().size();
        int columns = sums.targets().size();
        graphics.setColor(Theme.color(theme.band()));
        graphics.fillRect(grid.left(), grid.top(), grid.width(), grid.height());
        for (int from = 0; from < rows; from++) {
            int y = place(from, grid.height(), rows);
            int down = place(from + 1, grid.height(), rows) - y;
            for (int to = 0; to < columns; to++) {
                double value = sums.value(from, to, metric);
                if (!Double.isNaN(value)) {
                    int x = place(to, grid.width(), columns);
                    graphics.setColor(Theme.color(colorOf(share(value))));
                    graphics.fillRect(grid.left() + x, grid.top() + y, place(to + 1, grid.width(), columns) - x, down);
                }
            }
        }
        graphics.setColor(Theme.color(theme.grid()));
        graphics.drawRect(grid.left() - 1, grid.top() - 1, grid.width() + 1, grid.height() + 1);
        paintNames(graphics, grid);
    }

    private static int place(int index, int size, int count) {
        return (int) ((long) index * size / count);
    }

    private void paintNames(Graphics2D graphics, Grid grid) {
        FontMetrics text = graphics.getFontMetrics();
        List<String> targets =
                sums.targets().stream().map(name -> shown(name, text)).toList();
        int rows = sums.labels().size();
        int widest = targets.stream().mapToInt(text::stringWidth).max().orElse(1);
        int down = step(text.getHeight(), grid.height(), rows);
        int across = step(widest + 6, grid.width(), targets.size());
        graphics.setColor(Theme.color(theme.text()));
        for (int i = 0; i < rows; i += down) {
            String name = shown(sums.labels().get(i), text);
            int middle = (place(i, grid.height(), rows) + place(i + 1, grid.height(), rows)) / 2;
            int baseline = grid.top() + middle + (text.getAscent() - text.getDescent()) / 2;
            graphics.drawString(name, grid.left() - 6 - text.stringWidth(name), baseline);
        }
        for (int i = 0; i < targets.size(); i += across) {
            int middle = (place(i, grid.width(), targets.size()) + place(i + 1, grid.width(), targets.size())) / 2;
            int wide = text.stringWidth(targets.get(i));
            graphics.drawString(targets.get(i), grid.left() + middle - wide / 2, grid.top() - 6);
        }
        graphics.setColor(Theme.color(theme.muted()));
        int above = grid.top() - 6 - text.getHeight();
        graphics.drawString("to", grid.left() + grid.width() / 2 - text.stringWidth("to") / 2, above);
        graphics.drawString("from", MARGIN, above);
    }

    /** Every how many names one is written, so that they don't touch. */
    private static int step(int needed, int size, int count) {
        return Math.max(1, (int) Math.ceil((double) needed * count / size));
    }

    private void paintBar(Graphics2D graphics, int x, int top, int size) {
        FontMetrics text = graphics.getFontMetrics();
        for (int i = 0; i < STEPS; i++) {
            int y = top + (int) ((long) i * size / STEPS);
            graphics.setColor(Theme.color(colorOf(1 - i / (STEPS - 1.0))));
            graphics.fillRect(x, y, BAR, top + (int) ((i + 1L) * size / STEPS) - y);
        }
        graphics.setColor(Theme.color(theme.text()));
        graphics.drawString(value(most), x + BAR + 6, top + text.getAscent());
        graphics.drawString(
                isLogarithmic() || signed ? value(least) : "0", x + BAR + 6, top + size - text.getDescent());
        if (isLogarithmic()) {
            graphics.drawString(value(Math.sqrt(least * most)), x + BAR + 6, top + size / 2 + text.getAscent() / 2);
        }
    }

    private String value(double value) {
        boolean time = metric == PairValues.Metric.LATENCY;
        return time ? ValueText.of(value * 1e9, "ns") : ValueText.of(value, metric.unit());
    }

    private boolean isLogarithmic() {
        return least > 0 && most / least > LOGARITHMIC;
    }

    private double share(double value) {
        if (signed) {
            return most > 0 ? (value / most + 1) / 2 : 0.5;
        }
        if (isLogarithmic()) {
            return Math.log(value / least) / Math.log(most / least);
        }
        return most > 0 ? value / most : 1;
    }

    /** From near the background over the accent to the text, so that more is always further from the background. */
    private int colorOf(double share) {
        if (signed) {
            return differenceColor(2 * share - 1);
        }
        int low = Rgb.mix(theme.band(), theme.accent(), 0.22f);
        return share < 0.6
                ? Rgb.mix(low, theme.accent(), (float) (share / 0.6))
                : Rgb.mix(theme.accent(), theme.text(), (float) ((share - 0.6) / 0.4 * 0.75));
    }

    /** The colours of differences of durations, from -1 to 1 without steps. */
    private static int differenceColor(double share) {
        DifferenceShade middle = share < 0 ? DifferenceShade.BIT_FASTER : DifferenceShade.BIT_SLOWER;
        DifferenceShade end = share < 0 ? DifferenceShade.MUCH_FASTER : DifferenceShade.MUCH_SLOWER;
        double strength = Math.abs(share);
        return strength < 0.5
                ? Rgb.mix(DifferenceShade.EQUAL.rgb(), middle.rgb(), (float) (2 * strength))
                : Rgb.mix(middle.rgb(), end.rgb(), (float) (2 * strength - 1));
    }
}
