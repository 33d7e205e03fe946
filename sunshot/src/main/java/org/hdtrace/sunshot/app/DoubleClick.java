// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;

/** Runs something at a double click. */
final class DoubleClick extends MouseAdapter {
    private final Runnable run;

    DoubleClick(Runnable run) {
        this.run = run;
    }

    @Override
    public void mouseClicked(MouseEvent event) {
        if (event.getClickCount() == 2) {
            run.run();
        }
    }
}
