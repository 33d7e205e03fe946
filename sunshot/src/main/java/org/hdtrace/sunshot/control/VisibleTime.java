// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import org.hdtrace.sunshot.model.Interval;

/** The visible time and how it came about. Each change tells whether there was one. Part of a {@link ViewModel}, and of its thread. */
final class VisibleTime {
    private final ZoomHistory history = new ZoomHistory();
    private Viewport viewport = Viewport.all(new Interval(0, 1_000_000_000L));

    Viewport viewport() {
        return viewport;
    }

    /** Shows all of another time; what was seen before is forgotten. */
    void reset(Interval whole) {
        history.clear();
        viewport = Viewport.all(whole);
    }

    boolean go(Viewport target) {
        Interval before = viewport.visible();
        if (!glide(target)) {
            return false;
        }
        history.remember(before);
        return true;
    }

    boolean glide(Viewport target) {
        boolean other = !target.equals(viewport);
        viewport = target;
        return other;
    }

    boolean canUndo() {
        return history.canUndo();
    }

    boolean canRedo() {
        return history.canRedo();
    }

    boolean undo() {
        return canUndo() && glide(new Viewport(viewport.whole(), history.undo(viewport.visible())));
    }

    boolean redo() {
        return canRedo() && glide(new Viewport(viewport.whole(), history.redo(viewport.visible())));
    }
}
