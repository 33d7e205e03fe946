// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.Optional;
import org.hdtrace.analysis.messages.PairSums;
import org.hdtrace.sunshot.query.ValueText;

/**
 * A square of senders and receivers, each pair in a colour that grows with its value: from 0, or by the logarithm where values differ
 * by more than a factor of 100. Immutable; any thread. Source: SUNSHOT V-11.
 */
public final class MatrixPicture implements Drawing {
    private static final int MARGIN = 20;
    private static final int BAR = 16;
    private static final int STEPS = 64;
    private static final double LOGARITHMIC = 100;

    private final PairSums sums;
    private final PairSums.Metric metric;
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
    public MatrixPicture(PairSums sums, PairSums.Metric metric, String title, Theme theme, int width, int height) {
        this.sums = sums;
        this.metric = metric;
        this.title = title;
        this.theme = theme;
        this.width = width;
        this.height = height;
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (int from = 0; from < sums.labels().size(); from++) {
            for (int to = 0; to < sums.labels().size(); to++) {
                double value = sums.value(from, to, metric);
                low = Double.isNaN(value) ? low : Math.min(low, value);
                high = Double.isNaN(value) ? high : Math.max(high, value);
            }
        }
        least = low;
        most = high;
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
        Square square = square(graphics, subtitle);
        paintSquare(graphics, square.left(), square.top(), square.size());
        paintBar(graphics, square.left() + square.room() + MARGIN, square.top(), square.room());
    }

    /** Where the cells are; {@code room} is what they would like to have. */
    private record Square(int left, int top, int room, int size) {}

    private Square square(Graphics2D graphics, int subtitle) {
        FontMetrics text = graphics.getFontMetrics(theme.font());
        int labels = sums.labels().stream().mapToInt(text::stringWidth).max().orElse(0);
        int left = MARGIN + text.getHeight() + labels + 8;
        int top = subtitle + 2 * text.getHeight() + 12;
        int barText = Math.max(text.stringWidth(value(most)), text.stringWidth(value(least)));
        int room = Math.min(width - left - 3 * MARGIN - BAR - barText, height - top - MARGIN);
        return new Square(left, top, room, Math.max(sums.labels().size(), room));
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
            Square square = square(probe, subtitleBaseline(probe));
            int from = indexAt(y - square.top(), square.size());
            int to = indexAt(x - square.left(), square.size());
            return from < 0 || to < 0 ? Optional.empty() : Optional.of(new Cell(from, to));
        } finally {
            probe.dispose();
        }
    }

    private int indexAt(int offset, int size) {
        for (int i = 0; i < sums.labels().size() && offset >= 0; i++) {
            if (offset < place(i + 1, size)) {
                return i;
            }
        }
        return -1;
    }

    /** A pair and its value, for people. */
    public String textOf(Cell cell) {
        double value = sums.value(cell.from(), cell.to(), metric);
        String pair = sums.labels().get(cell.from()) + " → " + sums.labels().get(cell.to());
        return Double.isNaN(value) ? pair + ": no messages" : pair + ": " + value(value);
    }

    private String subtitle() {
        String by = sums.isByNode() ? "nodes" : "ranks";
        return !(most >= least)
                ? "no messages"
                : switch (metric) {
                    case COUNT -> "messages between " + by;
                    case BYTES -> "bytes of messages between " + by;
                    case BANDWIDTH -> "mean bandwidth of messages between " + by;
                    case LATENCY -> "mean time from send to end of receive between " + by;
                };
    }

    private void paintSquare(Graphics2D graphics, int left, int top, int size) {
        List<String> names = sums.labels();
        int count = names.size();
        graphics.setColor(Theme.color(theme.band()));
        graphics.fillRect(left, top, size, size);
        for (int from = 0; from < count; from++) {
            for (int to = 0; to < count; to++) {
                double value = sums.value(from, to, metric);
                if (!Double.isNaN(value)) {
                    int x = left + place(to, size);
                    int y = top + place(from, size);
                    graphics.setColor(Theme.color(colorOf(share(value))));
                    graphics.fillRect(x, y, left + place(to + 1, size) - x, top + place(from + 1, size) - y);
                }
            }
        }
        graphics.setColor(Theme.color(theme.grid()));
        graphics.drawRect(left - 1, top - 1, size + 1, size + 1);
        paintNames(graphics, left, top, size);
    }

    private int place(int index, int size) {
        return (int) ((long) index * size / sums.labels().size());
    }

    private void paintNames(Graphics2D graphics, int left, int top, int size) {
        FontMetrics text = graphics.getFontMetrics();
        int widest = sums.labels().stream().mapToInt(text::stringWidth).max().orElse(1);
        int down = step(text.getHeight(), size);
        int across = step(widest + 6, size);
        graphics.setColor(Theme.color(theme.text()));
        for (int i = 0; i < sums.labels().size(); i++) {
            String name = sums.labels().get(i);
            int middle = (place(i, size) + place(i + 1, size)) / 2;
            if (i % down == 0) {
                int baseline = top + middle + (text.getAscent() - text.getDescent()) / 2;
                graphics.drawString(name, left - 6 - text.stringWidth(name), baseline);
            }
            if (i % across == 0) {
                graphics.drawString(name, left + middle - text.stringWidth(name) / 2, top - 6);
            }
        }
        graphics.setColor(Theme.color(theme.muted()));
        graphics.drawString("to", left + size / 2 - text.stringWidth("to") / 2, top - 6 - text.getHeight());
        graphics.drawString("from", MARGIN, top - 6 - text.getHeight());
    }

    /** Every how many names one is written, so that they don't touch. */
    private int step(int needed, int size) {
        return Math.max(1, (int) Math.ceil((double) needed * sums.labels().size() / size));
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
        graphics.drawString(isLogarithmic() ? value(least) : "0", x + BAR + 6, top + size - text.getDescent());
        if (isLogarithmic()) {
            graphics.drawString(value(Math.sqrt(least * most)), x + BAR + 6, top + size / 2 + text.getAscent() / 2);
        }
    }

    private String value(double value) {
        return metric == PairSums.Metric.LATENCY ? ValueText.of(value * 1e9, "ns") : ValueText.of(value, metric.unit());
    }

    private boolean isLogarithmic() {
        return least > 0 && most / least > LOGARITHMIC;
    }

    private double share(double value) {
        if (isLogarithmic()) {
            return Math.log(value / least) / Math.log(most / least);
        }
        return most > 0 ? value / most : 1;
    }

    /** From near the background over the accent to the text, so that more is always further from the background. */
    private int colorOf(double share) {
        int low = Rgb.mix(theme.band(), theme.accent(), 0.22f);
        return share < 0.6
                ? Rgb.mix(low, theme.accent(), (float) (share / 0.6))
                : Rgb.mix(theme.accent(), theme.text(), (float) ((share - 0.6) / 0.4 * 0.75));
    }
}
