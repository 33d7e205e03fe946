// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What was sent to one rank and not received yet, and what it waits for. MPI's rule: of the messages of one source with one tag
 * over one communicator the first sent goes to the receive posted first. A receive from anybody takes part in that order from
 * its post on, but which messages it competes for shows only when it ends; receives that were posted behind it and might have got
 * its message wait for that.
 *
 * <p>Thread: one thread at a time. Source: MPI standard, section 3.5 (order).
 */
final class Inbox {
    /** So many receives may wait for one from anybody to end; then the oldest one counts no longer for the order. */
    static final int MOST_HELD = 1 << 14;

    private final MessageMatcher.Load load;
    private final Consumer<Message> sink;
    private final Map<Lane, Waiting> lanes = new HashMap<>();
    /** In the order of their posts: receives from anybody, and known ones behind them. */
    private final List<Receive> unplaced = new ArrayList<>();
    /** Ended, but nothing tells whose message they got, as in traces of the original. */
    private final List<Receive> untold = new ArrayList<>();

    private record Lane(int source, int tag, int context) {}

    /** Only one of the two has elements. */
    private static final class Waiting {
        final ArrayDeque<Receive.Send> sends = new ArrayDeque<>(2);
        final ArrayDeque<Receive> receives = new ArrayDeque<>(2);
        boolean closed;
    }

    Inbox(MessageMatcher.Load load, Consumer<Message> sink) {
        this.load = load;
        this.sink = sink;
    }

    void send(Receive.Send send) {
        Lane key = new Lane(send.rank(), send.tag(), send.context());
        Waiting lane = lanes.get(key);
        Receive first = lane == null ? null : lane.receives.poll();
        if (first != null) {
            load.less(1);
            dropIfEmpty(key, lane);
            match(first, send);
            return;
        }
        for (Iterator<Receive> guess = untold.iterator(); guess.hasNext(); ) {
            Receive receive = guess.next();
            if (receive.fits(send) && send.startNanos() <= receive.endNanos()) {
                guess.remove();
                match(receive, send);
                return;
            }
        }
        Waiting place = lanes.computeIfAbsent(key, unused -> new Waiting());
        if (place.closed) {
            load.lost(1);
        } else if (load.more()) {
            place.sends.add(send);
        } else {
            close(place);
        }
    }

    void post(Receive receive) {
        if (receive.isOpen() || isHeld(receive)) {
            unplaced.add(receive);
            if (unplaced.size() > MOST_HELD) {
                unplaced.remove(0);
                release();
            }
        } else {
            place(receive);
        }
    }

    /** A receive from anybody got this message. */
    void tell(Receive receive, int source, int tag) {
        if (receive.isOpen()) {
            receive.source = source;
            receive.tag = tag;
            if (unplaced.contains(receive)) {
                release();
            } else {
                place(receive);
            }
        }
    }

    /** Nothing more will be known of it. */
    void end(Receive receive) {
        receive.end();
        if (receive.isComplete()) {
            sink.accept(receive.message());
        } else if (receive.isOpen()) {
            guess(receive);
        }
    }

    /** It got no message. */
    void cancel(Receive receive) {
        receive.cancel();
        if (unplaced.remove(receive)) {
            release();
            return;
        }
        Lane key = new Lane(receive.source, receive.tag, receive.context);
        Waiting lane = lanes.get(key);
        if (lane != null && lane.receives.remove(receive)) {
            load.less(1);
            dropIfEmpty(key, lane);
        }
    }

    private void guess(Receive receive) {
        unplaced.remove(receive);
        release();
        Map.Entry<Lane, Waiting> earliest = lanes.entrySet().stream()
                .filter(lane -> !lane.getValue().sends.isEmpty()
                        && receive.fits(lane.getValue().sends.peek()))
                .min(Comparator.comparingLong(
                        lane -> lane.getValue().sends.peek().startNanos()))
                .orElse(null);
        if (earliest != null) {
            load.less(1);
            Receive.Send send = earliest.getValue().sends.poll();
            dropIfEmpty(earliest.getKey(), earliest.getValue());
            match(receive, send);
        } else if (untold.size() < MOST_HELD) {
            untold.add(receive);
        }
    }

    private boolean isHeld(Receive receive) {
        for (Receive earlier : unplaced) {
            if (earlier.isOpen() && earlier.rivals(receive)) {
                return true;
            }
        }
        return false;
    }

    /** Give those their place in the order that wait for nobody any more. */
    private void release() {
        List<Receive> open = new ArrayList<>();
        List<Receive> free = new ArrayList<>();
        for (Iterator<Receive> all = unplaced.iterator(); all.hasNext(); ) {
            Receive receive = all.next();
            if (receive.isOpen()) {
                open.add(receive);
            } else if (open.stream().noneMatch(receive::rivals)) {
                all.remove();
                free.add(receive);
            }
        }
        free.forEach(this::place);
    }

    private void place(Receive receive) {
        Lane key = new Lane(receive.source, receive.tag, receive.context);
        Waiting lane = lanes.computeIfAbsent(key, unused -> new Waiting());
        Receive.Send first = lane.sends.poll();
        if (first != null) {
            load.less(1);
            dropIfEmpty(key, lane);
            match(receive, first);
        } else if (lane.closed) {
            load.lost(1);
        } else if (load.more()) {
            lane.receives.add(receive);
        } else {
            close(lane);
        }
    }

    private void match(Receive receive, Receive.Send send) {
        receive.match(send);
        if (receive.isComplete()) {
            sink.accept(receive.message());
        }
    }

    /** Where one message can't be kept, the order of those behind it is gone. */
    private void close(Waiting lane) {
        int gone = lane.sends.size() + lane.receives.size();
        load.less(gone);
        load.lost(gone + 1);
        lane.closed = true;
        lane.sends.clear();
        lane.receives.clear();
    }

    private void dropIfEmpty(Lane key, Waiting lane) {
        if (lane.sends.isEmpty() && lane.receives.isEmpty() && !lane.closed) {
            lanes.remove(key);
        }
    }
}
