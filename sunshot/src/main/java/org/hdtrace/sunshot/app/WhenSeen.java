// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.event.HierarchyEvent;
import javax.swing.JComponent;

/** Runs something each time a component comes into sight, or leaves it. */
final class WhenSeen {
    private WhenSeen() {}

    static void run(JComponent component, Runnable run) {
        component.addHierarchyListener(event -> {
            if ((event.getChangeFlags() & HierarchyEvent.SHOWING_CHANGED) != 0) {
                run.run();
            }
        });
    }
}
