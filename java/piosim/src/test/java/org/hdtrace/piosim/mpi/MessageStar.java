// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * When the last rank is ready that sends and receives in an order that is written down, on the star of {@link
 * CriticalPaths}: a message occupies the edge of its sender and then that of its receiver for 1 ns for each byte, each edge
 * in the order in which messages come to it, and is 1,000 ns under way at each. A rank that sends goes on at once, one that
 * receives when the message has come. Knows nothing of the simulator.
 */
final class MessageStar {
    private static final long LATENCY = 1000;
    private static final long HEADER = 40;
    private static final long FRAMING = 20;

    private record Action(boolean sends, int partner, long wire) {}

    /** A message that comes to the middle of the star, or to its receiver. */
    private record Event(long time, boolean inTheMiddle, int sender, int from, int to, long wire) {}

    private final int ranks;
    private final int root;
    private final List<List<Action>> orders = new ArrayList<>();
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::time).thenComparingInt(Event::sender));
    private final int[] place;
    private final int[][] come;
    private final long[] outFree;
    private final long[] inFree;
    private long end;

    /** With nothing to do; ranks are numbered from the root on, which has that number among the real ones. */
    MessageStar(int ranks, int root) {
        this.ranks = ranks;
        this.root = root;
        for (int rank = 0; rank < ranks; rank++) {
            orders.add(new ArrayList<>());
        }
        place = new int[ranks];
        come = new int[ranks][ranks];
        outFree = new long[ranks];
        inFree = new long[ranks];
    }

    int ranks() {
        return ranks;
    }

    /** Real number of the root. */
    int root() {
        return root;
    }

    /** A rank sends data, with what the protocol adds in collective functions. */
    void send(int from, int to, long data) {
        sendBare(from, to, data + FRAMING);
    }

    /** A rank sends so many bytes, to which only a header is added. */
    void sendBare(int from, int to, long bytes) {
        orders.get(from).add(new Action(true, to, bytes + HEADER));
    }

    /** A rank waits for the next message of another one. */
    void receive(int at, int from) {
        orders.get(at).add(new Action(false, from, 0));
    }

    /** Two ranks send each other data, and wait for the other's. */
    void sendAndReceive(int rank, int partner, long data) {
        send(rank, partner, data);
        receive(rank, partner);
    }

    /** When all is done. */
    long nanos() {
        for (int rank = 0; rank < ranks; rank++) {
            proceed(rank, 0);
        }
        while (!events.isEmpty()) {
            Event event = events.remove();
            if (event.inTheMiddle()) {
                inFree[event.to()] = Math.max(event.time(), inFree[event.to()]) + event.wire();
                add(inFree[event.to()] + LATENCY, false, event.from(), event.to(), event.wire());
            } else {
                come[event.to()][event.from()]++;
                proceed(event.to(), event.time());
            }
        }
        for (int rank = 0; rank < ranks; rank++) {
            if (place[rank] < orders.get(rank).size()) {
                throw new AssertionError("rank " + rank + " of " + ranks + " waits at " + place[rank]);
            }
        }
        return end;
    }

    private void proceed(int rank, long now) {
        List<Action> order = orders.get(rank);
        for (; place[rank] < order.size(); place[rank]++) {
            Action action = order.get(place[rank]);
            if (action.sends()) {
                outFree[rank] = Math.max(now, outFree[rank]) + action.wire();
                add(outFree[rank] + LATENCY, true, rank, action.partner(), action.wire());
            } else if (come[rank][action.partner()]-- == 0) {
                come[rank][action.partner()] = 0;
                return;
            }
        }
        end = Math.max(end, now);
    }

    private void add(long time, boolean inTheMiddle, int from, int to, long wire) {
        events.add(new Event(time, inTheMiddle, (from + root) % ranks, from, to, wire));
    }
}
