// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

/** What decides the order of rows with states below one parent. */
public enum RowSort {
    AS_ARRANGED("As arranged"),
    NAME("By name"),
    RANK("By rank"),
    BUSY("By busy time"),
    STATISTIC("By a statistic");

    private final String title;

    RowSort(String title) {
        this.title = title;
    }

    /** Words for a menu. */
    public String title() {
        return title;
    }
}
