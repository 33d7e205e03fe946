// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

/** What the left mouse button does in the timelines. */
enum MouseMode {
    /** A drag zooms into a box, a click chooses. */
    CHOOSE,
    /** As CHOOSE, but a click comes closer, with the clicked time as left edge, and Shift+click goes back (SUNSHOT S-32). */
    ZOOM,
    /** A drag moves time and rows (SUNSHOT S-32). */
    HAND
}
