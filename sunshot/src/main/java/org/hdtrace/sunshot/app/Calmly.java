// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import javax.swing.Timer;

/**
 * Runs what follows each movement of the view, but stands beside it: the first time at once, then some times a second, and once more after
 * the last movement, so that the view itself has the event thread (SUNSHOT G-14). Thread: event thread.
 */
final class Calmly {
    /** Eyes don't follow words and figures that change more often. */
    static final int MILLIS = 150;

    private final Runnable run;
    private final Timer pause = new Timer(MILLIS, event -> paused());
    private boolean wanted;

    Calmly(Runnable run) {
        this.run = run;
        pause.setRepeats(false);
    }

    /** Something moved. */
    void moved() {
        if (pause.isRunning()) {
            wanted = true;
        } else {
            pause.start();
            run.run();
        }
    }

    private void paused() {
        if (wanted) {
            wanted = false;
            moved();
        }
    }
}
