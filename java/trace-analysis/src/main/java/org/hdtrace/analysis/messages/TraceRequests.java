// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

import java.util.HashMap;
import java.util.Map;

/** The requests of one rank, which all its threads share. Thread: one thread at a time. */
final class TraceRequests {
    /** Receives that haven't ended. */
    final Map<Long, Receive> running = new HashMap<>();

    final Map<Long, Transfers> persistent = new HashMap<>();

    /**
     * What a call moves.
     *
     * @param target null when it sends nothing
     * @param source null when it receives nothing
     */
    record Transfers(Partner target, Partner source, int context, long bytes) {}

    /**
     * The other side.
     *
     * @param rank world rank; below 0 it is anybody
     * @param tag below 0 it is any
     */
    record Partner(int rank, int tag) {}
}
