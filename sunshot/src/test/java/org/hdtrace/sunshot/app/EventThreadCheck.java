// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.swing.JComponent;
import javax.swing.RepaintManager;
import org.assertj.swing.edt.FailOnThreadViolationRepaintManager;
import org.assertj.swing.exception.EdtViolationException;

/**
 * Refuses every change of a component beside the event thread, and remembers it: the thread that tried may swallow what is thrown.
 * Threads: any.
 */
final class EventThreadCheck extends FailOnThreadViolationRepaintManager {
    private final List<EdtViolationException> found = new CopyOnWriteArrayList<>();

    private EventThreadCheck() {}

    /** Watches all components from now on, instead of the check before. */
    static EventThreadCheck begin() {
        EventThreadCheck check = new EventThreadCheck();
        RepaintManager.setCurrentManager(check);
        return check;
    }

    @Override
    public synchronized void addInvalidComponent(JComponent component) {
        look(() -> super.addInvalidComponent(component));
    }

    @Override
    public void addDirtyRegion(JComponent component, int x, int y, int width, int height) {
        look(() -> super.addDirtyRegion(component, x, y, width, height));
    }

    private void look(Runnable change) {
        try {
            change.run();
        } catch (EdtViolationException e) {
            found.add(e);
            throw e;
        }
    }

    /** Fails with the first change beside the event thread, if there was one. */
    void assertNothingFound() {
        if (!found.isEmpty()) {
            throw new AssertionError("a component was changed beside the event thread", found.get(0));
        }
    }
}
