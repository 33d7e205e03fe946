// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * Pairs sends and receives that come in the order of time: by sender, receiver, tag and communicator, the first sent with the
 * first posted. Memory: what is on its way at one time, at most {@link Load#MOST} calls; beyond that pairs whose order is no longer
 * known are given up, not guessed.
 *
 * <p>Thread: one thread at a time.
 */
final class MessageMatcher {
    private final Map<Integer, Inbox> inboxes = new HashMap<>();
    private final IntPredicate traced;
    private final Consumer<Message> sink;
    private final Load load;

    /** How many calls wait for their other side. */
    static final class Load {
        static final int MOST = 1 << 21;

        private final int most;
        private int waiting;
        private long lost;

        Load(int most) {
            this.most = most;
        }

        /** Whether there is room for one more, which is taken. */
        boolean more() {
            if (waiting >= most) {
                return false;
            }
            waiting++;
            return true;
        }

        void less(int count) {
            waiting -= count;
        }

        void lost(int count) {
            lost += count;
        }
    }

    /**
     * A matcher.
     *
     * @param traced ranks that have a trace; nothing that goes to others or comes from them is kept
     * @param sink takes each message when its receive has ended
     */
    MessageMatcher(IntPredicate traced, Consumer<Message> sink) {
        this(traced, sink, Load.MOST);
    }

    MessageMatcher(IntPredicate traced, Consumer<Message> sink, int mostWaiting) {
        this.traced = traced;
        this.sink = sink;
        this.load = new Load(mostWaiting);
    }

    void send(int toRank, Receive.Send send) {
        if (traced.test(toRank)) {
            inbox(toRank).send(send);
        } else {
            load.lost(1);
        }
    }

    void post(Receive receive) {
        if (receive.source == Receive.ANY || traced.test(receive.source)) {
            inbox(receive.rank).post(receive);
        } else {
            load.lost(1);
        }
    }

    void tell(Receive receive, int source, int tag) {
        inbox(receive.rank).tell(receive, source, tag);
    }

    void end(Receive receive) {
        inbox(receive.rank).end(receive);
    }

    void cancel(Receive receive) {
        inbox(receive.rank).cancel(receive);
    }

    /** Calls that found no other side so far, or never will. */
    long unmatched() {
        return load.waiting + load.lost;
    }

    private Inbox inbox(int rank) {
        return inboxes.computeIfAbsent(rank, unused -> new Inbox(load, sink));
    }
}
