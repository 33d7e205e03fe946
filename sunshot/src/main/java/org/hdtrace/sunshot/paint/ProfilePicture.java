// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.List;

/**
 * What rows spend their time with, as one stacked bar for each below the other, the longest as wide as there is room, and
 * the legend. Immutable; any thread. Source: SUNSHOT V-10.
 */
public final class ProfilePicture implements Drawing {
    private static final int MARGIN = 20;
    private static final int GAP = 14;
    private static final int LINE = 26;
    private static final int INSET = 4;
    private static final int WIDEST_STRIP = 180;

    private final Picture.Content content;
    private final String subtitle;
    private final List<Bar> bars;
    private final Theme theme;
    private final int width;
    private final LegendPainter legend;
    private final ArcPainter arcs;

    /**
     * One bar.
     *
     * @param title name of its row
     * @param parts from left to right
     * @param amount the sum of all parts as text
     */
    public record Bar(String title, List<Part> parts, String amount) {
        public Bar {
            parts = List.copyOf(parts);
        }

        double sum() {
            return parts.stream().mapToDouble(Part::value).sum();
        }
    }

    /**
     * A part of a bar.
     *
     * @param rgb 0xRRGGBB
     * @param value at least 0, in the same unit for all bars
     */
    public record Part(int rgb, double value) {}

    /**
     * Collects the legend.
     *
     * @param content title, and what the legend tells
     * @param subtitle what the bars are
     * @param width pixels
     */
    public ProfilePicture(Picture.Content content, String subtitle, List<Bar> bars, Theme theme, int width) {
        this(content, subtitle, bars, List.of(), theme, width);
    }

    private ProfilePicture(
            Picture.Content content,
            String subtitle,
            List<Bar> bars,
            List<ArcPainter.Arc> arcs,
            Theme theme,
            int width) {
        this.content = content;
        this.subtitle = subtitle;
        this.bars = List.copyOf(bars);
        this.theme = theme;
        this.width = width;
        this.legend = new LegendPainter(theme, content);
        this.arcs = new ArcPainter(arcs, this.bars.size(), LINE);
    }

    /** The same with arcs from bars that give to bars that take, the most important first. */
    public ProfilePicture withArcs(List<ArcPainter.Arc> between) {
        return new ProfilePicture(content, subtitle, bars, between, theme, width);
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public int height() {
        Graphics2D graphics = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
        try {
            return top(graphics) + bars.size() * LINE + GAP + legend.height(graphics, width - 2 * MARGIN) + MARGIN;
        } finally {
            graphics.dispose();
        }
    }

    private int top(Graphics2D graphics) {
        return MARGIN
                + graphics.getFontMetrics(theme.titleFont()).getHeight()
                + graphics.getFontMetrics(theme.font()).getHeight()
                + GAP;
    }

    @Override
    public void paint(Graphics2D graphics, boolean raster) {
        TimelinePainter.smooth(graphics);
        graphics.setColor(Theme.color(theme.background()));
        graphics.fillRect(0, 0, width, height());
        int room = width - 2 * MARGIN;
        graphics.setFont(theme.titleFont());
        FontMetrics large = graphics.getFontMetrics();
        graphics.setColor(Theme.color(theme.text()));
        graphics.drawString(LabelPainter.elide(content.title(), large, room), MARGIN, MARGIN + large.getAscent());
        graphics.setFont(theme.font());
        FontMetrics text = graphics.getFontMetrics();
        graphics.setColor(Theme.color(theme.muted()));
        graphics.drawString(
                LabelPainter.elide(subtitle, text, room), MARGIN, MARGIN + large.getHeight() + text.getAscent());
        int top = top(graphics);
        paintBars(graphics, text, top);
        legend.paint(graphics, MARGIN, top + bars.size() * LINE + GAP, room);
    }

    private void paintBars(Graphics2D graphics, FontMetrics text, int top) {
        int labels = Math.min(
                width / 4,
                bars.stream()
                        .mapToInt(bar -> text.stringWidth(bar.title()))
                        .max()
                        .orElse(0));
        int amounts = bars.stream()
                .mapToInt(bar -> text.stringWidth(bar.amount()))
                .max()
                .orElse(0);
        int strip = arcs.width(Math.min(WIDEST_STRIP, width / 6));
        int labelLeft = MARGIN + (strip == 0 ? 0 : strip + 4);
        int left = labelLeft + labels + GAP;
        double most = bars.stream().mapToDouble(Bar::sum).max().orElse(0);
        double scale = most == 0 ? 0 : Math.max(10, width - left - amounts - GAP - MARGIN) / most;
        for (int i = 0; i < bars.size(); i++) {
            Bar bar = bars.get(i);
            int y = top + i * LINE;
            int baseline = y + (LINE + text.getAscent() - text.getDescent()) / 2;
            graphics.setColor(Theme.color(theme.text()));
            graphics.drawString(LabelPainter.elide(bar.title(), text, labels), labelLeft, baseline);
            double at = left;
            for (Part part : bar.parts()) {
                int from = (int) Math.round(at);
                at += part.value() * scale;
                graphics.setColor(Theme.color(part.rgb()));
                graphics.fillRect(from, y + INSET, (int) Math.round(at) - from, LINE - 2 * INSET);
            }
            graphics.setColor(Theme.color(theme.muted()));
            graphics.drawString(bar.amount(), (int) Math.round(at) + GAP / 2, baseline);
        }
        arcs.paint(graphics, theme, MARGIN + (double) strip, strip, top, arc -> false);
    }
}
