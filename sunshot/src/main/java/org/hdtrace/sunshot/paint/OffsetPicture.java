// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.util.List;
import java.util.Optional;
import org.hdtrace.analysis.traffic.FileAccesses.Access;
import org.hdtrace.sunshot.model.CategoryColors;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.ValueText;

/**
 * The accesses to a file as bars: to the right the time, upwards the bytes of the file, so that patterns of access are seen. Reads and
 * writes have the colours of their calls. Immutable; any thread. Source: SUNSHOT V-19.
 */
public final class OffsetPicture implements Drawing {
    private static final int LEFT = 78;
    private static final int RIGHT = 14;
    private static final int BOTTOM = 26;
    private static final int LINES = 6;
    private static final int THINNEST = 2;
    private static final int REACH = 3;

    private final List<Access> accesses;
    private final TimeScale scale;
    private final long origin;
    private final Theme theme;
    private final int width;
    private final int height;
    private final long most;

    /**
     * Accesses with a known offset, by their start.
     *
     * @param visible interval of the common scale
     * @param originNanos time of the run at 0 of the common scale
     */
    public OffsetPicture(
            List<Access> accesses,
            org.hdtrace.sunshot.model.Interval visible,
            long originNanos,
            Theme theme,
            int width,
            int height) {
        this.accesses = List.copyOf(accesses);
        this.scale = new TimeScale(visible, Math.max(1, width - LEFT - RIGHT));
        this.origin = originNanos;
        this.theme = theme;
        this.width = width;
        this.height = height;
        this.most = Math.max(
                1,
                accesses.stream()
                        .mapToLong(access -> access.offset() + access.bytes())
                        .max()
                        .orElse(1));
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public int height() {
        return height;
    }

    private int top() {
        return 10;
    }

    private int room() {
        return Math.max(1, height - top() - BOTTOM);
    }

    /** A bar in pixels; at least so large that it is seen. */
    private record Bar(int x, int y, int width, int height) {
        boolean isNear(int px, int py) {
            return px >= x - REACH && px <= x + width + REACH && py >= y - REACH && py <= y + height + REACH;
        }
    }

    private Bar bar(Access access) {
        int from = LEFT + (int) Math.round(scale.positionOf(access.startNanos() - origin));
        int to = LEFT + (int) Math.round(scale.positionOf(access.endNanos() - origin));
        int left = Math.max(LEFT, from);
        int right = Math.min(width - RIGHT, Math.max(to, from + THINNEST));
        int low = y(access.offset());
        int high = y(access.offset() + access.bytes());
        return new Bar(left, Math.min(high, low - THINNEST), right - left, Math.max(THINNEST, low - high));
    }

    private int y(long offset) {
        return top() + (int) Math.round(room() * (1 - (double) offset / most));
    }

    @Override
    public void paint(Graphics2D graphics, boolean raster) {
        graphics.setColor(Theme.color(theme.background()));
        graphics.fillRect(0, 0, width, height);
        graphics.setColor(Theme.color(theme.band()));
        graphics.fillRect(LEFT, top(), width - LEFT - RIGHT, room());
        TimelinePainter.smooth(graphics);
        paintLines(graphics);
        for (Access access : accesses) {
            Bar bar = bar(access);
            if (bar.width() > 0) {
                graphics.setColor(Theme.color(CategoryColors.colorOf(access.write() ? "File_write" : "File_read")));
                graphics.fillRect(bar.x(), bar.y(), bar.width(), bar.height());
            }
        }
        RulerBelow.paint(graphics, scale, theme, LEFT, top() + room());
    }

    private void paintLines(Graphics2D graphics) {
        graphics.setFont(theme.smallFont().deriveFont((float) theme.fontSize() - 1));
        FontMetrics text = graphics.getFontMetrics();
        long step = step();
        for (long offset = 0; offset <= most; offset += step) {
            graphics.setColor(Theme.color(theme.grid()));
            graphics.fillRect(LEFT - 4, y(offset), width - LEFT - RIGHT + 4, 1);
            String label = ValueText.of((double) offset, "B");
            graphics.setColor(Theme.color(theme.text()));
            graphics.drawString(label, LEFT - 8 - text.stringWidth(label), y(offset) + text.getAscent() / 2 - 1);
        }
    }

    /** A round number of bytes, so that about {@link #LINES} of them fit. */
    private long step() {
        double wanted = Math.max(1, (double) most / LINES);
        double power = Math.pow(10, Math.floor(Math.log10(wanted)));
        double share = wanted / power;
        return Math.max(1, Math.round(power * (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10)));
    }

    /** What is drawn, by start. */
    public List<Access> accesses() {
        return accesses;
    }

    /** The access drawn last of those at a point. */
    public Optional<Access> accessAt(int x, int y) {
        for (int i = accesses.size() - 1; i >= 0; i--) {
            if (bar(accesses.get(i)).isNear(x, y)) {
                return Optional.of(accesses.get(i));
            }
        }
        return Optional.empty();
    }

    /** Frames an access, such as the one of the chosen state. */
    public void frame(Graphics2D graphics, Access access) {
        Bar bar = bar(access);
        graphics.setColor(Theme.color(theme.mark()));
        graphics.drawRect(bar.x() - 2, bar.y() - 2, bar.width() + 3, bar.height() + 3);
    }
}
