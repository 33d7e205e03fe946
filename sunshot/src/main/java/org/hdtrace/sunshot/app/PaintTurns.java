// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Container;
import java.awt.Rectangle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.swing.JComponent;
import javax.swing.RepaintManager;
import javax.swing.SwingUtilities;

/**
 * Paints what changed in several turns of the event thread where one would be long, so that keys and the mouse have turns between them
 * (SUNSHOT G-14). What waits longest is painted first; what fits into one turn is painted in it, as usual. Threads: as its superclass.
 */
class PaintTurns extends RepaintManager {
    private static final long TURN_NANOS = 10_000_000L;

    /** What the superclass knows to be dirty, and some that it has painted since: what waits longest comes first. */
    private final Set<JComponent> dirty = new LinkedHashSet<>();

    private record Part(JComponent component, Rectangle region) {}

    /** From now on components are painted so, unless somebody else watches over painting. Thread: event thread. */
    static void install() {
        if (currentManager(null).getClass() == RepaintManager.class) {
            setCurrentManager(new PaintTurns());
        }
    }

    @Override
    public void addDirtyRegion(JComponent component, int x, int y, int width, int height) {
        super.addDirtyRegion(component, x, y, width, height);
        synchronized (dirty) {
            dirty.add(component);
        }
    }

    @Override
    public void paintDirtyRegions() {
        long end = System.nanoTime() + TURN_NANOS;
        Deque<Part> parts = takeParts();
        boolean odd = false;
        do {
            // Windows have no part here, so the superclass is always asked.
            if (!parts.isEmpty()) {
                giveBack(parts.remove());
            }
            super.paintDirtyRegions();
            odd = !odd;
        } while (!parts.isEmpty() && System.nanoTime() < end);
        // The superclass has two tables in turn, and paints at once what it finds in the one that it began with.
        if (!parts.isEmpty() && !odd) {
            super.paintDirtyRegions();
        }
        parts.forEach(this::giveBack);
    }

    private void giveBack(Part part) {
        Rectangle region = part.region;
        addDirtyRegion(part.component, region.x, region.y, region.width, region.height);
    }

    /** All that is dirty, in parts that can be painted one after the other. */
    private Deque<Part> takeParts() {
        Map<JComponent, Rectangle> regions = takeRegions();
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
        Deque<Part> parts = new ArrayDeque<>();
        tops.forEach((top, region) -> PaintPieces.of(top, region).forEach(piece -> parts.add(new Part(top, piece))));
        return parts;
    }

    private Map<JComponent, Rectangle> takeRegions() {
        List<JComponent> all;
        synchronized (dirty) {
            all = new ArrayList<>(dirty);
            dirty.clear();
        }
        Map<JComponent, Rectangle> regions = new LinkedHashMap<>();
        for (JComponent component : all) {
            Rectangle region = getDirtyRegion(component);
            if (!region.isEmpty()) {
                // All of a component is told as more than it has.
                regions.put(component, region.intersection(SwingUtilities.getLocalBounds(component)));
                markCompletelyClean(component);
            }
        }
        return regions;
    }
}
