// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.util.List;
import java.util.stream.LongStream;
import org.hdtrace.sunshot.model.CategoryColors;
import org.hdtrace.sunshot.query.ValueText;

/** How many reads and writes are in each of some classes, as pairs of bars. Immutable; any thread. Source: SUNSHOT V-19. */
public final class BarPicture implements Drawing {
    private static final int MARGIN = 14;
    private static final int LEGEND = 24;

    private final List<String> labels;
    private final List<Long> reads;
    private final List<Long> writes;
    private final Theme theme;
    private final int width;
    private final int height;

    /** Numbers by class, in the order of the labels. */
    public BarPicture(List<String> labels, long[] reads, long[] writes, Theme theme, int width, int height) {
        this.labels = List.copyOf(labels);
        this.reads = LongStream.of(reads).boxed().toList();
        this.writes = LongStream.of(writes).boxed().toList();
        this.theme = theme;
        this.width = width;
        this.height = height;
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
        graphics.setColor(Theme.color(theme.background()));
        graphics.fillRect(0, 0, width, height);
        TimelinePainter.smooth(graphics);
        graphics.setFont(theme.font());
        FontMetrics text = graphics.getFontMetrics();
        int bottom = height - MARGIN - text.getHeight();
        int top = MARGIN + LEGEND + text.getHeight();
        long most = Math.max(
                1,
                LongStream.concat(
                                reads.stream().mapToLong(Long::longValue),
                                writes.stream().mapToLong(Long::longValue))
                        .max()
                        .orElse(1));
        paintLegend(graphics, text);
        graphics.setColor(Theme.color(theme.muted()));
        graphics.fillRect(MARGIN, bottom, width - 2 * MARGIN, 1);
        for (int i = 0; i < labels.size(); i++) {
            int left = MARGIN + (width - 2 * MARGIN) * i / labels.size();
            int wide = (width - 2 * MARGIN) / labels.size();
            int bar = Math.max(3, Math.min(46, wide / 2 - 5));
            int middle = left + wide / 2;
            paintBar(graphics, reads.get(i), most, "File_read", middle - bar - 1, bar, top, bottom);
            paintBar(graphics, writes.get(i), most, "File_write", middle + 1, bar, top, bottom);
            String label = LabelPainter.elide(labels.get(i), text, wide);
            graphics.setColor(Theme.color(theme.text()));
            graphics.drawString(label, middle - text.stringWidth(label) / 2, bottom + 4 + text.getAscent());
        }
    }

    private void paintLegend(Graphics2D graphics, FontMetrics text) {
        int x = MARGIN;
        for (String name : List.of("File_read", "File_write")) {
            graphics.setColor(Theme.color(CategoryColors.colorOf(name)));
            graphics.fillRect(x, MARGIN, 12, 12);
            String label = name.equals("File_read") ? "reads" : "writes";
            graphics.setColor(Theme.color(theme.text()));
            graphics.drawString(label, x + 18, MARGIN + 11);
            x += 18 + text.stringWidth(label) + 20;
        }
    }

    private void paintBar(
            Graphics2D graphics, long count, long most, String name, int x, int wide, int top, int bottom) {
        if (count == 0) {
            return;
        }
        int high = Math.max(2, (int) Math.round((bottom - top) * (double) count / most));
        graphics.setColor(Theme.color(CategoryColors.colorOf(name)));
        graphics.fillRect(x, bottom - high, wide, high);
        String label = ValueText.of((double) count, "#");
        FontMetrics text = graphics.getFontMetrics();
        graphics.setColor(Theme.color(theme.muted()));
        graphics.drawString(label, x + wide / 2 - text.stringWidth(label) / 2, bottom - high - 4);
    }
}
