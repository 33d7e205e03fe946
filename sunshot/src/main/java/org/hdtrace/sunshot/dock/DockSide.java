// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.dock;

import java.util.Locale;

/** Where a panel is. */
public enum DockSide {
    LEFT("Left"),
    RIGHT("Right"),
    BOTTOM("Bottom"),
    /** In a window of its own. */
    WINDOW("Own window");

    private final String title;

    DockSide(String title) {
        this.title = title;
    }

    /** Words for a menu. */
    public String title() {
        return title;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
