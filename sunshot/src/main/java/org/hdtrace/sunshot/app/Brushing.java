// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import org.hdtrace.sunshot.control.ViewModel;

/** From a pair of a matrix or of a profile back to the timelines. Thread: event thread. */
final class Brushing {
    private Brushing() {}

    /**
     * Shows the time of what passed between a pair, and the row of who began it.
     *
     * @param firstNanos begin in the time of the run
     * @param lastNanos end in the time of the run
     * @param key of the row
     */
    static void show(Stage stage, int run, long firstNanos, long lastNanos, String key) {
        ViewModel model = stage.model();
        long origin = model.query().originOf(model.runs(), run);
        model.go(model.viewport().select(firstNanos - origin, lastNanos - origin));
        model.reveal(key);
        stage.reveal(model.selectedIndex());
    }
}
