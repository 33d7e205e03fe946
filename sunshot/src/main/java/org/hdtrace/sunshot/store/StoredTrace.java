// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.util.List;

/**
 * What a store knows of a trace without looking at its row.
 *
 * @param place of its row in the space
 * @param states number of states, nested ones included
 * @param earliestNanos earliest time; {@link Long#MAX_VALUE} if the trace is empty
 * @param latestNanos latest time; {@link Long#MIN_VALUE} if the trace is empty
 * @param complete whether the trace has its end; one without may be still written
 * @param notes what its reader noticed, one line each
 */
public record StoredTrace(
        long place, long states, long earliestNanos, long latestNanos, boolean complete, List<String> notes) {
    public StoredTrace {
        notes = List.copyOf(notes);
    }
}
