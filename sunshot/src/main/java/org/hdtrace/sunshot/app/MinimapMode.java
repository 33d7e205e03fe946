// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

/** What the minimap shows of the whole run. */
enum MinimapMode {
    STATES("The whole run; drag the window to move"),
    CONCURRENCY("How many timelines are inside of a state; drag the window to move"),
    POWER("Power of all nodes; drag the window to move");

    private final String tip;

    MinimapMode(String tip) {
        this.tip = tip;
    }

    String tip() {
        return tip;
    }
}
