// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Container;
import java.awt.Rectangle;
import java.awt.Window;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.swing.JComponent;
import javax.swing.JRootPane;
import javax.swing.RepaintManager;
import javax.swing.RootPaneContainer;
import javax.swing.SwingUtilities;

/**
 * Paints what changed in several turns of the event thread where one would be long, so that keys and the mouse have turns between them
 * (SUNSHOT G-14). What waits longest is painted first; what fits into one turn is painted in it, as usual. Threads: as its superclass.
 */
class PaintTurns extends RepaintManager {
    private static final long TURN_NANOS = 4_000_000L;

    /** What became dirty since the last turn. */
    private final Map<JComponent, Rectangle> dirty = new LinkedHashMap<>();

    /** What waits for a turn, longest first; the superclass knows it between two turns. */
    private final List<Part> waiting = new ArrayList<>();

    private record Part(JComponent component, Rectangle region) {
        boolean covers(Part other) {
            return SwingUtilities.isDescendingFrom(other.component, component)
                    && region.contains(SwingUtilities.convertRectangle(other.component, other.region, component));
        }
    }

    /** From now on components are painted so, unless somebody else watches over painting. Thread: event thread. */
    static void install() {
        if (currentManager(null).getClass() == RepaintManager.class) {
            setCurrentManager(new PaintTurns());
        }
    }

    @Override
    public void addDirtyRegion(JComponent component, int x, int y, int width, int height) {
        synchronized (dirty) {
            dirty.merge(component, new Rectangle(x, y, width, height), Rectangle::union);
        }
        super.addDirtyRegion(component, x, y, width, height);
    }

    /** What the display asks of a window is a part of what is in it. */
    @Override
    public void addDirtyRegion(Window window, int x, int y, int width, int height) {
        if (window instanceof RootPaneContainer container) {
            JRootPane root = container.getRootPane();
            addDirtyRegion(root, x - root.getX(), y - root.getY(), width, height);
        } else {
            super.addDirtyRegion(window, x, y, width, height);
        }
    }

    @Override
    public void paintDirtyRegions() {
        long end = System.nanoTime() + TURN_NANOS;
        takeDirty();
        boolean odd = false;
        do {
            // Windows without a root pane have no part here, so the superclass is always asked.
            if (!waiting.isEmpty()) {
                tell(waiting.remove(0));
            }
            super.paintDirtyRegions();
            odd = !odd;
        } while (!waiting.isEmpty() && System.nanoTime() < end);
        // The superclass has two tables in turn, and empties the one that it began with: what is dirty by now must not
        // be in it.
        if (!odd) {
            super.paintDirtyRegions();
        }
        waiting.forEach(this::tell);
    }

    /** What the superclass knows, and what waits with a component around this one: pixels of it must not be moved. */
    @Override
    public Rectangle getDirtyRegion(JComponent component) {
        Rectangle region = super.getDirtyRegion(component);
        if (!SwingUtilities.isEventDispatchThread()) {
            return region;
        }
        for (Part part : waiting) {
            if (component != part.component && SwingUtilities.isDescendingFrom(component, part.component)) {
                Rectangle own = SwingUtilities.convertRectangle(part.component, part.region, component)
                        .intersection(SwingUtilities.getLocalBounds(component));
                region = own.isEmpty() ? region : region.isEmpty() ? own : region.union(own);
            }
        }
        return region;
    }

    private void tell(Part part) {
        Rectangle region = part.region;
        super.addDirtyRegion(part.component, region.x, region.y, region.width, region.height);
    }

    /** Lets what is dirty wait for its turn, in parts that can be painted one after the other; the superclass knows nothing of it then. */
    private void takeDirty() {
        Map<JComponent, Rectangle> regions = new LinkedHashMap<>();
        synchronized (dirty) {
            dirty.forEach((component, region) -> {
                // All of a component is told as more than it has, and some of it may be scrolled away.
                Rectangle seen = region.intersection(component.getVisibleRect());
                if (!seen.isEmpty() && !super.getDirtyRegion(component).isEmpty()) {
                    regions.put(component, seen);
                }
            });
            dirty.clear();
            // What other threads tell meanwhile comes behind it.
            regions.keySet().forEach(this::markCompletelyClean);
            waiting.forEach(part -> markCompletelyClean(part.component));
        }
        Map<JComponent, Rectangle> tops = new LinkedHashMap<>();
        regions.forEach((component, region) -> {
            JComponent top = component;
            for (Container above = component.getParent(); above != null; above = above.getParent()) {
                if (above instanceof JComponent parent && regions.containsKey(parent)) {
                    top = parent;
                }
            }
            tops.merge(top, SwingUtilities.convertRectangle(component, region, top), Rectangle::union);
        });
        tops.forEach((top, region) -> PaintPieces.of(top, region).forEach(piece -> await(new Part(top, piece))));
    }

    /** Who takes the place of others is painted when they would be, so that nothing waits for ever. */
    private void await(Part part) {
        if (waiting.stream().anyMatch(before -> before.covers(part))) {
            return;
        }
        int place = waiting.size();
        for (int i = waiting.size() - 1; i >= 0; i--) {
            if (part.covers(waiting.get(i))) {
                waiting.remove(i);
                place = i;
            }
        }
        waiting.add(place, part);
    }
}
