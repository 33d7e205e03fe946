// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.sunshot.model.Category;
import org.hdtrace.sunshot.model.CategoryGroup;
import org.hdtrace.sunshot.model.DifferenceShade;
import org.hdtrace.sunshot.query.Usage;
import org.hdtrace.sunshot.query.ValueText;

/** Draws the legend of a picture: colour, name, count and share of time, in columns of equal width. */
final class LegendPainter {
    private static final List<DifferenceShade> SHADES = List.of(DifferenceShade.values());

    private static final int SWATCH = 13;
    private static final int LINE = 21;
    private static final int GAP = 22;

    private final Theme theme;
    private final List<Entry> entries = new ArrayList<>();

    private record Entry(String name, int rgb, boolean arrow, String figures) {}

    /** Collects the entries: states that are not hidden in the order of their time, shades of differences, arrows. */
    LegendPainter(Theme theme, Picture.Content content) {
        this.theme = theme;
        List<Category> shown = Arrays.stream(content.usage().ranking())
                .filter(category -> !content.options().hidden().get(category))
                .mapToObj(content.categories()::get)
                .sorted(Comparator.comparingInt(LegendPainter::place))
                .toList();
        int states = 0;
        int more = 0;
        for (Category category : shown) {
            boolean shade = place(category) > 0;
            if (!shade && ++states > content.legend()) {
                more++;
                continue;
            }
            if (shade) {
                addMore(more);
                more = 0;
            }
            String figures = figures(category, content.usage(), content.usages());
            entries.add(new Entry(category.title(), category.rgb(), false, figures));
        }
        addMore(more);
        addArrows(content.options().arrows());
    }

    /** That states are left out is told, unless no legend of them is wanted at all. */
    private void addMore(int states) {
        if (states > 0 && !entries.isEmpty()) {
            entries.add(new Entry("and " + states + " more", -1, false, ""));
        }
    }

    private void addArrows(List<ArrowLayer> arrows) {
        Map<ArrowLayer.Kind, Long> counts = new EnumMap<>(ArrowLayer.Kind.class);
        arrows.forEach(layer -> counts.merge(layer.kind(), (long) layer.table().arrowCount(), Long::sum));
        counts.forEach((kind, count) -> entries.add(new Entry(
                kind.title(),
                kind.rgb(theme),
                true,
                kind == ArrowLayer.Kind.CRITICAL_PATH ? "" : ValueText.count(count) + " ×")));
    }

    /** Shades of differences stand behind all else, in their own order. */
    private static int place(Category category) {
        return DifferenceShade.named(category.name())
                .map(shade -> 1 + SHADES.indexOf(shade))
                .orElse(0);
    }

    private static String figures(Category category, Usage all, List<Usage> usages) {
        if (category.group() == CategoryGroup.DIFFERENCE) {
            return ValueText.count(all.count(category.id())) + " ×";
        }
        List<String> parts = new ArrayList<>();
        for (Usage usage : usages) {
            long count = usage.count(category.id());
            parts.add(
                    count == 0
                            ? "–"
                            : ValueText.count(count) + " × · "
                                    + ValueText.percent(usage.inclusiveShare(category.id())));
        }
        return String.join("  |  ", parts);
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    int height(Graphics2D graphics, int width) {
        int columns = columns(graphics, width);
        return (entries.size() + columns - 1) / columns * LINE;
    }

    void paint(Graphics2D graphics, int x, int y, int width) {
        TimelinePainter.smooth(graphics);
        int columns = columns(graphics, width);
        int lines = (entries.size() + columns - 1) / columns;
        int columnWidth = entryWidth(graphics) + GAP;
        for (int i = 0; i < entries.size(); i++) {
            paintEntry(graphics, entries.get(i), x + i / lines * columnWidth, y + i % lines * LINE);
        }
    }

    private int columns(Graphics2D graphics, int width) {
        return Math.max(1, (width + GAP) / (entryWidth(graphics) + GAP));
    }

    private int nameWidth(Graphics2D graphics) {
        FontMetrics metrics = graphics.getFontMetrics(theme.font());
        return entries.stream()
                .mapToInt(entry -> metrics.stringWidth(entry.name()))
                .max()
                .orElse(0);
    }

    private int entryWidth(Graphics2D graphics) {
        FontMetrics small = graphics.getFontMetrics(figureFont());
        int figures = entries.stream()
                .mapToInt(entry -> small.stringWidth(entry.figures()))
                .max()
                .orElse(0);
        return SWATCH + 7 + nameWidth(graphics) + 10 + figures;
    }

    private Font figureFont() {
        return theme.font().deriveFont((float) theme.fontSize() - 1);
    }

    private void paintEntry(Graphics2D graphics, Entry entry, int x, int y) {
        int top = y + (LINE - SWATCH) / 2;
        if (entry.arrow()) {
            graphics.setColor(Theme.color(entry.rgb()));
            ArrowPainter.paintSample(graphics, x, top, SWATCH + 2, SWATCH);
        } else if (entry.rgb() >= 0) {
            graphics.setColor(Theme.color(Rgb.darker(entry.rgb())));
            graphics.fillRect(x, top, SWATCH, SWATCH);
            graphics.setColor(Theme.color(entry.rgb()));
            graphics.fillRect(x + 1, top + 1, SWATCH - 2, SWATCH - 2);
        }
        graphics.setFont(theme.font());
        FontMetrics metrics = graphics.getFontMetrics();
        int baseline = y + (LINE + metrics.getAscent() - metrics.getDescent()) / 2;
        graphics.setColor(Theme.color(theme.text()));
        graphics.drawString(entry.name(), x + SWATCH + 7, baseline);
        graphics.setColor(Theme.color(theme.muted()));
        graphics.setFont(figureFont());
        graphics.drawString(entry.figures(), x + SWATCH + 7 + nameWidth(graphics) + 10, baseline);
    }
}
