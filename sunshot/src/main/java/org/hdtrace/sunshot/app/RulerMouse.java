// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Point;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.awt.event.MouseWheelEvent;
import javax.swing.SwingUtilities;
import org.hdtrace.sunshot.control.Viewport;
import org.hdtrace.sunshot.query.TimeScale;

/**
 * The mouse on the ruler (SUNSHOT S-31): a drag zooms into the time it covers, as a hand it moves the time; the wheel zooms at the
 * pointer, with Shift it moves; in the mode of the original a click comes closer or, with Shift, goes back. Thread: event thread.
 */
final class RulerMouse extends MouseAdapter {
    private final Stage stage;
    private final RulerBar ruler;
    private final TimelineView view;
    private final MouseCursors cursors = new MouseCursors();
    private Point pressed;
    private Viewport panStart;

    RulerMouse(Stage stage, RulerBar ruler, TimelineView view) {
        this.stage = stage;
        this.ruler = ruler;
        this.view = view;
    }

    void install() {
        ruler.addMouseListener(this);
        ruler.addMouseMotionListener(this);
        ruler.addMouseWheelListener(this);
        stage.listen(() -> showCursor(false, false));
    }

    /** Gives up a drag that has begun. */
    void cancelDrag() {
        pressed = null;
        view.setBox(null);
        showCursor(false, false);
    }

    private TimeScale scale() {
        return stage.scale(ruler.getWidth());
    }

    private void showCursor(boolean shift, boolean down) {
        cursors.show(ruler, MouseCursors.of(stage.mouseMode(), shift, down));
    }

    @Override
    public void mouseWheelMoved(MouseWheelEvent event) {
        Viewport now = stage.model().viewport();
        double turns = event.getPreciseWheelRotation();
        if (event.isShiftDown()) {
            stage.model().glide(now.pan(turns * MouseControl.WHEEL_PAN));
        } else {
            double factor = Math.pow(MouseControl.WHEEL_ZOOM, -turns);
            stage.model().go(now.zoom(factor, scale().timeAt(event.getX())));
        }
    }

    @Override
    public void mousePressed(MouseEvent event) {
        if (SwingUtilities.isLeftMouseButton(event) && !stage.model().runs().isEmpty()) {
            pressed = event.getPoint();
            panStart = stage.model().viewport();
            showCursor(event.isShiftDown(), true);
        }
    }

    @Override
    public void mouseDragged(MouseEvent event) {
        view.setPointer(event.getX());
        if (pressed == null) {
            return;
        }
        if (stage.mouseMode() == MouseMode.HAND) {
            double share = (double) (pressed.x - event.getX()) / Math.max(1, ruler.getWidth());
            stage.model().glide(panStart.pan(share));
            showCursor(false, true);
        } else if (isDrag(event)) {
            view.setBox(MouseControl.box(pressed.x, event.getX(), view.getHeight()));
        }
    }

    private boolean isDrag(MouseEvent event) {
        return Math.abs(event.getX() - pressed.x) >= stage.leastDrag();
    }

    @Override
    public void mouseReleased(MouseEvent event) {
        if (pressed != null && stage.mouseMode() != MouseMode.HAND) {
            if (isDrag(event)) {
                long from = scale().timeAt(pressed.x);
                stage.model().go(panStart.select(from, scale().timeAt(event.getX())));
            } else if (stage.mouseMode() == MouseMode.ZOOM) {
                stage.model().go(MouseControl.clicked(panStart, scale().timeAt(event.getX()), event.isShiftDown()));
            }
        }
        cancelDrag();
    }

    @Override
    public void mouseMoved(MouseEvent event) {
        view.setPointer(stage.model().runs().isEmpty() ? -1 : event.getX());
        showCursor(event.isShiftDown(), false);
    }

    @Override
    public void mouseExited(MouseEvent event) {
        view.setPointer(-1);
    }
}
