// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.FontMetrics;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import javax.swing.JComponent;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.model.RoughRun;
import org.hdtrace.sunshot.model.SeenStates;
import org.hdtrace.sunshot.paint.Scene;
import org.hdtrace.sunshot.paint.TimelinePainter;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.TimeTicks;

/**
 * The timelines. Pictures are made beside the event thread; until the new one is there the last one is shown stretched
 * to the new time.
 */
final class TimelineView extends JComponent {
    private static final long serialVersionUID = 1L;

    private final transient Stage stage;
    private final transient LatestTask painter = new LatestTask("sunshot-paint");
    private final transient RoughPicture rough = new RoughPicture(painter, this::repaint);
    private transient Painted painted;
    /** The image before the one that is shown, to paint on again. */
    private final transient AtomicReference<BufferedImage> spare = new AtomicReference<>();

    private transient Request requested;
    private transient Rectangle box;
    private int pointerX = -1;

    /** What a picture was made for. */
    private record Request(long version, int scrollY, int width, int height, double pixelScale) {}

    private record Painted(Request request, Interval interval, BufferedImage image) {}

    TimelineView(Stage stage) {
        this.stage = stage;
        setName("timelines");
        setOpaque(true);
        setFocusable(true);
        setPreferredSize(new Dimension(900, 500));
        setMinimumSize(new Dimension(200, 100));
        stage.listen(this::repaint);
    }

    TimeScale scale() {
        return stage.scale(getWidth());
    }

    /** The zoom box while it is drawn, or null. */
    void setBox(Rectangle rectangle) {
        box = rectangle;
        repaint();
    }

    /** The vertical line under the pointer; -1 for none. */
    void setPointer(int x) {
        pointerX = x;
        repaint();
    }

    @Override
    protected void paintComponent(Graphics g) {
        Graphics2D graphics = (Graphics2D) g.create();
        try {
            graphics.setColor(new Color(stage.theme().background()));
            graphics.fillRect(0, 0, getWidth(), getHeight());
            if (stage.model().runs().isEmpty()) {
                // What was open is no picture of what will be.
                painted = null;
                requested = null;
                paintNothing(graphics);
                return;
            }
            request(graphics.getTransform().getScaleX());
            paintImage(graphics);
            paintOverlays(graphics);
        } finally {
            graphics.dispose();
        }
    }

    private Request wanted(double pixelScale) {
        return new Request(stage.version(), stage.scrollY(), getWidth(), Math.max(1, getHeight()), pixelScale);
    }

    /** Whether the picture is that of the view as it is now, not one before, which may be stretched. */
    boolean isUpToDate() {
        return painted != null
                && painted.request().equals(wanted(painted.request().pixelScale()));
    }

    private void request(double pixelScale) {
        Request wanted = wanted(pixelScale);
        if (wanted.equals(requested)) {
            return;
        }
        requested = wanted;
        Scene scene = stage.scene(scale());
        painter.submit(
                () -> new Painted(
                        wanted,
                        scene.scale().interval(),
                        TimelinePainter.image(
                                scene, wanted.scrollY(), wanted.height(), pixelScale, spare.getAndSet(null))),
                result -> {
                    if (requested == null) {
                        return;
                    }
                    if (painted != null) {
                        spare.set(painted.image());
                    }
                    painted = result;
                    repaint();
                });
    }

    private void paintImage(Graphics2D graphics) {
        if (painted == null) {
            return;
        }
        TimeScale scale = scale();
        int left = (int) Math.round(scale.positionOf(painted.interval().startNanos()));
        int right = (int) Math.round(scale.positionOf(painted.interval().endNanos()));
        int top = painted.request().scrollY() - stage.scrollY();
        graphics.drawImage(
                painted.image(), left, top, right - left, painted.request().height(), null);
    }

    private void paintOverlays(Graphics2D graphics) {
        Color accent = new Color(stage.theme().accent());
        int selected = stage.model().selectedIndex();
        if (selected >= 0) {
            int y = stage.layout().top(selected) - stage.scrollY();
            graphics.setColor(accent);
            graphics.drawLine(0, y, getWidth(), y);
            int bottom = y + stage.layout().height(selected) - 1;
            graphics.drawLine(0, bottom, getWidth(), bottom);
        }
        stage.model().chosen().ifPresent(chosen -> paintChosen(graphics, chosen));
        if (pointerX >= 0) {
            graphics.setColor(new Color(accent.getRed(), accent.getGreen(), accent.getBlue(), 140));
            graphics.drawLine(pointerX, 0, pointerX, getHeight());
        }
        stage.measured().ifPresent(time -> paintMeasure(graphics, time));
        if (box != null) {
            graphics.setColor(new Color(accent.getRed(), accent.getGreen(), accent.getBlue(), 60));
            graphics.fill(box);
            graphics.setColor(accent);
            graphics.draw(box);
        }
    }

    /** Two lines and the time between them; of no duration one line and its time. */
    private void paintMeasure(Graphics2D graphics, Interval time) {
        int left = (int) Math.round(Math.max(-9999, scale().positionOf(time.startNanos())));
        int right = (int) Math.round(Math.min(99999, scale().positionOf(time.endNanos())));
        Color mark = new Color(stage.theme().mark());
        graphics.setColor(new Color(mark.getRed(), mark.getGreen(), mark.getBlue(), 30));
        graphics.fillRect(left, 0, right - left, getHeight());
        graphics.setColor(mark);
        graphics.drawLine(left, 0, left, getHeight());
        graphics.drawLine(right, 0, right, getHeight());
        String text = time.durationNanos() == 0
                ? TimeTicks.instant(time.startNanos())
                : TimeTicks.duration(time.durationNanos());
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setFont(stage.theme().boldFont());
        FontMetrics metrics = graphics.getFontMetrics();
        int width = metrics.stringWidth(text) + 12;
        int x = Math.max(0, Math.min(getWidth() - width, (left + right - width) / 2));
        graphics.setColor(new Color(stage.theme().background()));
        graphics.fillRoundRect(x, 4, width, 20, 6, 6);
        graphics.setColor(mark);
        graphics.drawRoundRect(x, 4, width, 20, 6, 6);
        graphics.drawString(text, x + 6, 4 + (20 + metrics.getAscent() - metrics.getDescent()) / 2);
    }

    /** A frame around the chosen state, or a line through the chosen event. */
    private void paintChosen(Graphics2D graphics, Occurrence chosen) {
        int row = stage.model().indexOf(chosen.rowKey());
        if (row < 0) {
            return;
        }
        Interval time = chosen.time().shift(-stage.model().rows().get(row).originNanos());
        int left = (int) Math.round(Math.max(-5, scale().positionOf(time.startNanos())));
        int right = (int) Math.round(Math.min(getWidth() + 5, scale().positionOf(time.endNanos())));
        if (right < 0 || left > getWidth()) {
            return;
        }
        int height = stage.layout().height(row);
        int depth = stage.model().nested() && !chosen.event() ? chosen.depth() : 0;
        int top = stage.layout().top(row) - stage.scrollY() + TimelinePainter.topOf(depth, height);
        int bottom = stage.layout().top(row) - stage.scrollY() + height - 2;
        graphics.setColor(new Color(stage.theme().mark()));
        graphics.setStroke(new BasicStroke(2));
        graphics.drawRect(left, top, Math.max(2, right - left), bottom - top);
        graphics.setStroke(new BasicStroke(1));
    }

    /**
     * Shows samples of what is being read where nothing else is there to see.
     *
     * @param run null for none
     * @param painted is told the nanoseconds that a picture of it took
     */
    void showRough(RoughRun run, LongConsumer painted) {
        rough.show(run, painted);
    }

    /** What of the recorded runs is seen; nothing where rows were moved in time, since filters take them as they were recorded. */
    List<SeenStates.Wanted> seen() {
        return stage.model().offsets().isEmpty() ? SeenRows.of(stage) : List.of();
    }

    /** Shows what passes a filter of what is seen, until the runs with all that passes are there; null for none. */
    void showSeen(SeenStates states) {
        stage.setSeen(states);
    }

    /** Whether a picture of samples is seen. */
    boolean isRough() {
        return rough.isThere() && stage.model().runs().isEmpty();
    }

    private void paintNothing(Graphics2D graphics) {
        if (rough.isWanted()) {
            rough.paint(graphics, getSize(), stage.theme());
        } else {
            paintInvitation(graphics);
        }
    }

    private void paintInvitation(Graphics2D graphics) {
        String[] lines = {"Open a project with Ctrl+O", "or drop a .proj file or its folder here"};
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        int y = getHeight() / 2 - 10;
        for (int i = 0; i < lines.length; i++) {
            graphics.setFont(i == 0 ? stage.theme().titleFont() : stage.theme().font());
            FontMetrics metrics = graphics.getFontMetrics();
            graphics.setColor(
                    new Color(i == 0 ? stage.theme().text() : stage.theme().muted()));
            graphics.drawString(lines[i], (getWidth() - metrics.stringWidth(lines[i])) / 2, y);
            y += 26;
        }
    }

    void stop() {
        painter.stop();
    }
}
