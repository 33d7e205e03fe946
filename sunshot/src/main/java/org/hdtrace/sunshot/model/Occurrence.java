// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

/**
 * One state or event of an open run, as somebody points at it or a search finds it.
 *
 * @param run number of the run
 * @param path of its row
 * @param depth nesting depth; of an event the number of states around it
 * @param event whether it is an event
 * @param category number of its name
 * @param time nanoseconds since the epoch; of an event without duration
 */
public record Occurrence(int run, String path, int depth, boolean event, int category, Interval time) {
    /** The same at another time. */
    public Occurrence shift(long nanos) {
        return nanos == 0 ? this : new Occurrence(run, path, depth, event, category, time.shift(nanos));
    }

    /** Key of the row in lists of visible rows. */
    public String rowKey() {
        return run + ":" + path;
    }
}
