// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

/** A receive that was posted. Belongs to one {@link Inbox}. */
final class Receive {
    static final int ANY = -1;

    final int trace;
    final int rank;
    final int context;
    final long postNanos;
    /** World rank, {@link #ANY} as long as it isn't known. */
    int source;
    /** {@link #ANY} as long as it isn't known. */
    int tag;

    private long startNanos;
    private long endNanos;
    private boolean ended;
    private boolean cancelled;
    private Send match;

    /** The sending side. */
    record Send(int trace, int rank, int tag, int context, long bytes, long startNanos, long endNanos) {}

    /** A receive whose own call ends at a time; what completes it later says {@link #touch}. */
    Receive(Message.Call call, int source, int tag, int context) {
        this.trace = call.trace();
        this.rank = call.rank();
        this.postNanos = call.startNanos();
        this.startNanos = call.startNanos();
        this.endNanos = call.endNanos();
        this.context = context;
        this.source = source;
        this.tag = tag;
    }

    boolean isOpen() {
        return source == ANY || tag == ANY;
    }

    /** Whether it could take a message that the other one takes. */
    boolean rivals(Receive other) {
        return context == other.context
                && (source == ANY || other.source == ANY || source == other.source)
                && (tag == ANY || other.tag == ANY || tag == other.tag);
    }

    boolean fits(Send send) {
        return context == send.context()
                && (source == ANY || source == send.rank())
                && (tag == ANY || tag == send.tag());
    }

    /** A call that may have completed it. */
    void touch(long start, long end) {
        startNanos = start;
        endNanos = end;
    }

    void end() {
        ended = true;
    }

    void cancel() {
        ended = true;
        cancelled = true;
    }

    boolean isCancelled() {
        return cancelled;
    }

    boolean isMatched() {
        return match != null;
    }

    void match(Send send) {
        match = send;
    }

    /** Whether both sides are known to the end. */
    boolean isComplete() {
        return ended && match != null;
    }

    long endNanos() {
        return endNanos;
    }

    Message message() {
        return new Message(
                new Message.Call(match.trace(), match.rank(), match.startNanos(), match.endNanos()),
                new Message.Call(trace, rank, startNanos, endNanos),
                match.tag(),
                context,
                match.bytes(),
                postNanos);
    }
}
