// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import org.hdtrace.sunshot.paint.Theme;

/** What the event thread would be held by when something happens the first time is done beside it before (SUNSHOT G-14). */
final class Preparation {
    private Preparation() {}

    /**
     * Begins while the first window is made.
     *
     * @param theme of that window
     */
    static Thread begin(Theme theme) {
        return begin(() -> {
            DisplayQuestions.ask();
            Rehearsal.of(theme);
        });
    }

    /** Begins once the first look is installed. */
    static Thread beginLooks() {
        return begin(Looks::rehearse);
    }

    private static Thread begin(Runnable preparation) {
        Thread preparing = new Thread(preparation, "sunshot-preparation");
        preparing.setDaemon(true);
        preparing.start();
        return preparing;
    }
}
