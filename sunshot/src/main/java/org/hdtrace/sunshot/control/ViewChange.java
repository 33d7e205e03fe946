// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

/** What changed in a {@link ViewModel}. */
public enum ViewChange {
    /** Runs were opened or closed. */
    RUNS,
    /** Another time is visible. */
    TIME,
    /** Other rows are visible, or in another order. */
    ROWS,
    /** Hidden categories, nesting, marks. */
    LOOK
}
