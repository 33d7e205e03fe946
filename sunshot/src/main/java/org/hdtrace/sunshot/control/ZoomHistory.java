// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.ArrayDeque;
import java.util.Deque;
import org.hdtrace.sunshot.model.Interval;

/** Intervals seen before and undone. Not thread-safe. */
public final class ZoomHistory {
    private static final int MOST = 100;

    private final Deque<Interval> past = new ArrayDeque<>();
    private final Deque<Interval> future = new ArrayDeque<>();

    /** Notes what was seen before a change; what had been undone is forgotten. */
    public void remember(Interval before) {
        if (!before.equals(past.peek())) {
            past.push(before);
        }
        if (past.size() > MOST) {
            past.removeLast();
        }
        future.clear();
    }

    public boolean canUndo() {
        return !past.isEmpty();
    }

    public boolean canRedo() {
        return !future.isEmpty();
    }

    /** The interval before, given the one seen now. */
    public Interval undo(Interval now) {
        future.push(now);
        return past.pop();
    }

    /** The interval undone last, given the one seen now. */
    public Interval redo(Interval now) {
        past.push(now);
        return future.pop();
    }

    public void clear() {
        past.clear();
        future.clear();
    }
}
