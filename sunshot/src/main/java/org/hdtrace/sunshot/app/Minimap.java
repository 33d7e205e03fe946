// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.swing.JComponent;
import org.hdtrace.sunshot.control.Viewport;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.paint.OverviewCurve;
import org.hdtrace.sunshot.paint.OverviewPainter;
import org.hdtrace.sunshot.paint.OverviewTicks;
import org.hdtrace.sunshot.paint.Scene;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.TimeScale;

/** The whole run in one strip; the visible part is a window that can be dragged. */
final class Minimap extends JComponent {
    private static final long serialVersionUID = 1L;
    private static final int HEIGHT = 30;

    private final transient Stage stage;
    private final transient LatestTask painter = new LatestTask("sunshot-minimap");
    /** What lies below the ticks, to be used again. */
    private final transient AtomicReference<Strip> plain = new AtomicReference<>(new Strip("", null));

    private transient BufferedImage image;
    private transient Object paintedFor;

    /** A picture and what it was made for. */
    private record Strip(Object wanted, BufferedImage image) {}

    Minimap(Stage stage) {
        this.stage = stage;
        setName("minimap");
        setPreferredSize(new Dimension(100, HEIGHT));
        setToolTipText(stage.minimapMode().tip());
        stage.listen(() -> {
            setToolTipText(stage.minimapMode().tip());
            repaint();
        });
        MouseAdapter mouse = new MouseAdapter() {
            @Override
            public void mousePressed(MouseEvent event) {
                move(event.getX(), true);
            }

            @Override
            public void mouseDragged(MouseEvent event) {
                move(event.getX(), false);
            }
        };
        addMouseListener(mouse);
        addMouseMotionListener(mouse);
    }

    private TimeScale scale() {
        return new TimeScale(stage.model().viewport().whole(), Math.max(1, getWidth()));
    }

    private void move(int x, boolean remember) {
        Viewport now = stage.model().viewport();
        Viewport target = now.startAt(scale().timeAt(x) - now.visible().durationNanos() / 2);
        if (remember) {
            stage.model().go(target);
        } else {
            stage.model().glide(target);
        }
    }

    @Override
    protected void paintComponent(Graphics g) {
        Graphics2D graphics = (Graphics2D) g.create();
        try {
            graphics.setColor(new Color(stage.theme().background()));
            graphics.fillRect(0, 0, getWidth(), getHeight());
            if (stage.model().runs().isEmpty()) {
                image = null;
                paintedFor = null;
                return;
            }
            request();
            if (image != null) {
                graphics.drawImage(image, 0, 3, getWidth(), getHeight() - 6, null);
            }
            paintWindow(graphics);
        } finally {
            graphics.dispose();
        }
    }

    private void request() {
        double pixels = getGraphicsConfiguration().getDefaultTransform().getScaleX();
        MinimapMode mode = stage.minimapMode();
        Object below = List.of(
                getWidth(),
                pixels,
                mode,
                stage.theme().name(),
                stage.model().hidden(),
                stage.model().marked(),
                stage.model().categories().changedColors(),
                stage.model().viewport().whole(),
                stage.model().runs().stream().map(System::identityHashCode).toList());
        Object wanted = List.of(below, System.identityHashCode(stage.hits()));
        if (wanted.equals(paintedFor)) {
            return;
        }
        paintedFor = wanted;
        var scene = stage.scene(scale());
        var runs = stage.model().runs();
        var query = stage.model().query();
        painter.submit(
                () -> {
                    // A search tells of more hits several times a second, below which nothing changes.
                    Strip strip = plain.get();
                    if (!below.equals(strip.wanted())) {
                        strip = new Strip(below, image(mode, scene, runs, query, pixels));
                        plain.set(strip);
                    }
                    BufferedImage copy = copy(strip.image());
                    OverviewTicks.paint(copy, scene, runs, query, mode == MinimapMode.STATES);
                    return copy;
                },
                result -> {
                    if (paintedFor != null) {
                        image = result;
                        repaint();
                    }
                });
    }

    private static BufferedImage copy(BufferedImage image) {
        BufferedImage copy = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_INT_RGB);
        image.copyData(copy.getRaster());
        return copy;
    }

    private static BufferedImage image(MinimapMode mode, Scene scene, List<Run> runs, RowQuery query, double pixels) {
        Theme theme = scene.theme();
        int height = HEIGHT - 6;
        return switch (mode) {
            case STATES -> OverviewPainter.image(scene, runs, query, height);
            case CONCURRENCY ->
                OverviewCurve.image(
                        OverviewCurve.concurrency(scene, runs, query), "#", "no states", theme, height, pixels);
            case POWER ->
                OverviewCurve.image(
                        OverviewCurve.power(scene, runs, query),
                        "W",
                        "the run tells of no power",
                        theme,
                        height,
                        pixels);
        };
    }

    private void paintWindow(Graphics2D graphics) {
        TimeScale scale = scale();
        int left = (int) Math.floor(scale.positionOf(stage.model().visible().startNanos()));
        int right = Math.max(left + 3, (int)
                Math.ceil(scale.positionOf(stage.model().visible().endNanos())));
        Color shade = new Color(stage.theme().background());
        graphics.setColor(new Color(shade.getRed(), shade.getGreen(), shade.getBlue(), 170));
        graphics.fillRect(0, 0, left, getHeight());
        graphics.fillRect(right, 0, getWidth() - right, getHeight());
        graphics.setColor(new Color(stage.theme().accent()));
        graphics.drawRect(left, 1, right - left - 1, getHeight() - 3);
    }

    void stop() {
        painter.stop();
    }
}
