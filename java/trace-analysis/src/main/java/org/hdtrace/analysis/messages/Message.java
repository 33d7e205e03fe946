// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

import java.util.Objects;

/**
 * A message from its send to the end of its receive.
 *
 * @param from the call that sent it
 * @param to the call in which the receive ended: the receive itself, or the {@code Wait} or {@code Test} that completed it
 * @param tag of the message
 * @param communicator its number in the project's list; below 0 where the project doesn't tell it
 * @param bytes as sent
 * @param postNanos when the receive was posted, ns since the epoch; the start of {@code to} when it is a blocking one
 */
public record Message(Call from, Call to, int tag, int communicator, long bytes, long postNanos) {
    public Message {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
    }

    /**
     * A call of a process.
     *
     * @param trace number of its trace in the project's list
     * @param rank world rank
     * @param startNanos ns since the epoch
     * @param endNanos ns since the epoch
     */
    public record Call(int trace, int rank, long startNanos, long endNanos) {}

    /** Start of the send, where its arrow begins. */
    public long startNanos() {
        return from.startNanos();
    }

    /** End of the receive, where its arrow ends. */
    public long endNanos() {
        return to.endNanos();
    }

    /** How long the receiver was in its call before the sender came to its one, ns; 0 when the sender came first. */
    public long lateSenderNanos() {
        return to.endNanos() <= from.startNanos() ? 0 : Math.max(0, from.startNanos() - to.startNanos());
    }

    /** How long the sender was held in its call until the receive was posted, ns; 0 when it was posted first or nobody waited. */
    public long lateReceiverNanos() {
        return from.endNanos() <= postNanos ? 0 : Math.max(0, postNanos - from.startNanos());
    }
}
