// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Point;
import java.awt.Rectangle;
import java.awt.event.InputEvent;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.awt.event.MouseWheelEvent;
import java.util.Optional;
import java.util.function.Consumer;
import javax.swing.SwingUtilities;
import org.hdtrace.sunshot.control.Viewport;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.query.TimeTicks;
import org.hdtrace.sunshot.query.ValueText;

/**
 * The mouse on the timelines: wheel scrolls rows, Ctrl+wheel zooms at the pointer, Shift+wheel pans; a drag zooms into a
 * box, with Shift or the right button it measures, with the middle button it pans; a click chooses. {@link MouseMode} may
 * change what the left button does.
 */
final class MouseControl extends MouseAdapter {
    static final double WHEEL_ZOOM = 1.25;
    static final double WHEEL_PAN = 0.1;
    private static final int WHEEL_ROWS = 40;

    private final Stage stage;
    private final TimelineView view;
    private final Hover hover;
    private final Consumer<Hover.Line> show;
    private Consumer<Optional<Occurrence>> pointed = state -> {};
    private Runnable details = () -> {};
    private Point pressed;
    private final MouseCursors cursors = new MouseCursors();
    private Drag drag = Drag.BOX;
    private boolean cancelled;
    private Viewport panStart;
    private int panScroll;

    MouseControl(Stage stage, TimelineView view, Hover hover, Consumer<Hover.Line> show) {
        this.stage = stage;
        this.view = view;
        this.hover = hover;
        this.show = show;
    }

    /** What a drag does. */
    private enum Drag {
        BOX,
        PAN,
        MEASURE
    }

    void install() {
        view.addMouseListener(this);
        view.addMouseMotionListener(this);
        view.addMouseWheelListener(this);
        stage.listen(() -> showCursor(false));
    }

    /** Gives up a drag that has begun; the Escape key calls it. */
    void cancelDrag() {
        cancelled = true;
        view.setBox(null);
        stage.setMeasured(null);
    }

    @Override
    public void mouseWheelMoved(MouseWheelEvent event) {
        double turns = event.getPreciseWheelRotation();
        Viewport now = stage.model().viewport();
        if ((event.getModifiersEx() & (InputEvent.CTRL_DOWN_MASK | InputEvent.META_DOWN_MASK)) != 0) {
            stage.model().go(now.zoom(Math.pow(WHEEL_ZOOM, -turns), view.scale().timeAt(event.getX())));
        } else if (event.isShiftDown()) {
            stage.model().glide(now.pan(turns * WHEEL_PAN));
        } else {
            stage.scrollTo(stage.scrollY() + (int) Math.round(turns * WHEEL_ROWS));
        }
        mouseMoved(event);
    }

    @Override
    public void mousePressed(MouseEvent event) {
        view.requestFocusInWindow();
        pressed = event.getPoint();
        cancelled = false;
        drag = dragOf(event);
        panStart = stage.model().viewport();
        panScroll = stage.scrollY();
        showCursor(event.isShiftDown());
    }

    private Drag dragOf(MouseEvent event) {
        boolean hand = stage.mouseMode() == MouseMode.HAND && SwingUtilities.isLeftMouseButton(event);
        if (SwingUtilities.isMiddleMouseButton(event) || hand) {
            return Drag.PAN;
        }
        return event.isShiftDown() || SwingUtilities.isRightMouseButton(event) ? Drag.MEASURE : Drag.BOX;
    }

    @Override
    public void mouseDragged(MouseEvent event) {
        view.setPointer(event.getX());
        if (pressed == null || cancelled) {
            return;
        }
        boolean moved = Math.abs(event.getX() - pressed.x) >= stage.leastDrag();
        if (drag == Drag.PAN) {
            double share = (double) (pressed.x - event.getX()) / Math.max(1, view.getWidth());
            stage.model().glide(panStart.pan(share));
            stage.scrollTo(panScroll + pressed.y - event.getY());
        } else if (moved && drag == Drag.MEASURE) {
            measure(view.scale().timeAt(pressed.x), view.scale().timeAt(event.getX()));
            return;
        } else if (moved) {
            view.setBox(box(pressed.x, event.getX(), view.getHeight()));
        }
        show.accept(hover.line(view.scale(), event.getX(), event.getY()));
    }

    /** What lies between two places of a drag. */
    static Rectangle box(int from, int to, int height) {
        return new Rectangle(Math.min(from, to), 0, Math.abs(to - from), height - 1);
    }

    private void measure(long from, long to) {
        Interval time = new Interval(Math.min(from, to), Math.max(from, to));
        stage.setMeasured(time);
        double hertz = 1e9 / Math.max(1, time.durationNanos());
        String text = "From " + TimeTicks.instant(time.startNanos()) + " to " + TimeTicks.instant(time.endNanos())
                + ": " + TimeTicks.duration(time.durationNanos()) + ", " + ValueText.of(hertz, "Hz");
        show.accept(new Hover.Line(text, stage.theme().mark()));
    }

    @Override
    public void mouseReleased(MouseEvent event) {
        view.setBox(null);
        if (pressed != null && !cancelled && SwingUtilities.isLeftMouseButton(event)) {
            boolean moved = Math.abs(event.getX() - pressed.x) >= stage.leastDrag();
            if (moved && drag == Drag.BOX) {
                long from = view.scale().timeAt(pressed.x);
                long to = view.scale().timeAt(event.getX());
                stage.model().go(stage.model().viewport().select(from, to));
            } else if (!moved) {
                click(event);
            }
        } else if (pressed != null && !cancelled && SwingUtilities.isRightMouseButton(event)) {
            boolean moved = Math.abs(event.getX() - pressed.x) >= stage.leastDrag();
            if (!moved) {
                rightClick(event);
            }
        }
        pressed = null;
        showCursor(event.isShiftDown());
    }

    /** Shows the details of what is there; where nothing is, marks the time (SUNSHOT S-46). */
    private void rightClick(MouseEvent event) {
        if (choose(event)) {
            details.run();
        } else if (!stage.model().runs().isEmpty()) {
            long at = view.scale().timeAt(event.getX());
            stage.setMeasured(new Interval(at, at));
            show.accept(new Hover.Line(
                    "Time " + TimeTicks.instant(at), stage.theme().mark()));
        }
    }

    /** The pointer tells what the left button does, and that something is being moved. */
    private void showCursor(boolean shift) {
        boolean moving = pressed != null && drag == Drag.PAN;
        MouseCursors.Shown shown =
                moving ? MouseCursors.Shown.CLOSED_HAND : MouseCursors.of(stage.mouseMode(), shift, false);
        cursors.show(view, shown);
    }

    private void click(MouseEvent event) {
        if (stage.mouseMode() == MouseMode.ZOOM) {
            zoomByClick(event);
            return;
        }
        choose(event);
        if (event.getClickCount() == 2) {
            // A double click shows the whole state with some room around it.
            hover.hit(view.scale(), event.getX(), event.getY()).ifPresent(hit -> {
                var time = hit.pick().interval().shift(-hit.row().originNanos());
                long room = time.durationNanos() / 10;
                stage.model().go(stage.model().viewport().select(time.startNanos() - room, time.endNanos() + room));
            });
        }
    }

    /** Chooses the row and what is below the pointer; whether there is something. */
    private boolean choose(MouseEvent event) {
        int row = stage.layout().rowAt(event.getY() + stage.scrollY());
        if (row < 0) {
            return false;
        }
        stage.model().select(stage.model().rows().get(row).key());
        Optional<Occurrence> below = hover.occurrence(view.scale(), event.getX(), event.getY());
        below.ifPresent(stage.model()::choose);
        return below.isPresent();
    }

    /** Twice as close, with the clicked time at the left edge; half as close with Shift. */
    private void zoomByClick(MouseEvent event) {
        Viewport now = stage.model().viewport();
        long at = view.scale().timeAt(event.getX());
        stage.model().go(clicked(now, at, event.isShiftDown()));
    }

    /** Where a click of the original's mode goes from a view. */
    static Viewport clicked(Viewport now, long at, boolean shift) {
        return shift ? now.zoom(0.5, at) : now.zoom(2).startAt(at);
    }

    /** What shows the details of what a right click chose. */
    void onDetails(Runnable target) {
        details = target;
    }

    /** Who is told the state below the pointer, empty for none. */
    void onPointed(Consumer<Optional<Occurrence>> target) {
        pointed = target;
    }

    @Override
    public void mouseMoved(MouseEvent event) {
        if (stage.model().runs().isEmpty()) {
            return;
        }
        view.setPointer(event.getX());
        showCursor(event.isShiftDown());
        pointed.accept(hover.occurrence(view.scale(), event.getX(), event.getY()));
        show.accept(hover.line(view.scale(), event.getX(), event.getY()));
    }

    @Override
    public void mouseExited(MouseEvent event) {
        view.setPointer(-1);
        pointed.accept(Optional.empty());
        show.accept(new Hover.Line("", -1));
    }
}
