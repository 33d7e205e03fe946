// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.HashMap;
import java.util.Map;
import org.hdtrace.format.project.TraceFile;

/**
 * One trace while it is turned into commands, and what its calls have left behind so far. For one thread at a time, its states
 * in order.
 *
 * @param rank in WORLD
 * @param number by which the project names the thread
 * @param ownBlocks by communicator number, calls so far that state their own block only
 */
record RecordedThread(
        TraceContext context,
        int rank,
        int number,
        TraceHead head,
        StartedRequests requests,
        MatchedMessages messages,
        OpenFiles files,
        Map<Long, Integer> ownBlocks) {

    RecordedThread(TraceContext context, TraceFile trace, TraceHead head) {
        this(
                context,
                trace.rank(),
                trace.thread(),
                head,
                new StartedRequests(),
                new MatchedMessages(),
                new OpenFiles(),
                new HashMap<>());
    }

    /** Number of this thread's next call in a communicator that states its own block only, from 0. */
    int nextOwnBlock(long cid) {
        return ownBlocks.merge(cid, 1, Integer::sum) - 1;
    }
}
