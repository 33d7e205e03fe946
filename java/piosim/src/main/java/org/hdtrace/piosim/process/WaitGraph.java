// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.program.Communicator;

/**
 * Which rank waits for which when nothing happens any more. Nodes are the ranks and, behind them, the meetings of
 * collective calls, so that the graph is as large as what is waited for and not as the square of it. A receive from
 * any rank leads to one rank that waits, too, if the graph is to have such edges: since nobody goes on, one stands for
 * all.
 */
final class WaitGraph {
    private static final byte NEW = 0;
    private static final byte OPEN = 1;
    private static final byte DONE = 2;
    private static final int NONE = -1;
    private static final int[] NOBODY = {};

    private final Clients clients;
    private final boolean wildcards;
    private final int ranks;
    private final boolean[] waiting;
    private final int[] first;
    private final int[] last;
    private int[] next = new int[64];
    private int[] target = new int[64];
    private Call[] cause = new Call[64];
    private int edges;
    private final Map<String, int[]> waitingMembers = new HashMap<>();

    /**
     * The graph of all threads that haven't ended.
     *
     * @param wildcards whether receives from any rank are edges
     */
    WaitGraph(Clients clients, boolean wildcards) {
        this.clients = clients;
        this.wildcards = wildcards;
        this.ranks = clients.rankCount();
        this.waiting = new boolean[ranks];
        List<Meeting> meetings = clients.meetings().all();
        first = new int[ranks + meetings.size()];
        last = new int[ranks + meetings.size()];
        Arrays.fill(first, NONE);
        clients.threads().filter(Client::isWaiting).forEach(client -> waiting[client.rank] = true);
        for (int rank = 0; rank < ranks; rank++) {
            if (waiting[rank]) {
                addReceives(rank);
            }
        }
        for (Blocked blocked : clients.windows().blocked()) {
            if (blocked.call().isAwaited()) {
                add(blocked.call(), blocked.rank());
            }
        }
        for (int i = 0; i < meetings.size(); i++) {
            addMeeting(ranks + i, meetings.get(i).present);
        }
    }

    /**
     * A call of each rank of a cycle, which waits for the rank of the one after it and the last for the first, which is the
     * lowest; empty when there is none.
     */
    List<Call> cycle() {
        byte[] state = new byte[first.length];
        int[] edge = first.clone();
        int[] taken = new int[first.length];
        int[] stack = new int[first.length];
        for (int start = 0; start < ranks; start++) {
            int depth = 0;
            if (state[start] == NEW) {
                stack[depth++] = start;
                state[start] = OPEN;
            }
            while (depth > 0) {
                int node = stack[depth - 1];
                if (edge[node] == NONE) {
                    state[node] = DONE;
                    depth--;
                    continue;
                }
                int to = target[edge[node]];
                taken[node] = edge[node];
                edge[node] = next[edge[node]];
                if (state[to] == OPEN) {
                    return callsFrom(stack, depth, to, taken);
                } else if (state[to] == NEW) {
                    state[to] = OPEN;
                    stack[depth++] = to;
                }
            }
        }
        return List.of();
    }

    private List<Call> callsFrom(int[] stack, int depth, int begin, int[] taken) {
        List<Call> cycle = new ArrayList<>();
        for (int i = depth - 1; i >= 0; i--) {
            if (stack[i] < ranks) {
                cycle.add(cause[taken[stack[i]]]);
            }
            if (stack[i] == begin) {
                break;
            }
        }
        Collections.reverse(cycle);
        Call lowest = Collections.min(cycle, Comparator.comparingInt(call -> call.client.rank));
        Collections.rotate(cycle, -cycle.indexOf(lowest));
        return cycle;
    }

    private void addReceives(int rank) {
        Matcher matcher = clients.matcher();
        for (Call call = matcher.firstOpen(rank); call != null; call = call.nextOpen) {
            for (int source : call.isAwaited() ? call.awaited.sorted() : NOBODY) {
                add(call, source);
            }
        }
        for (Envelope e = matcher.firstPosted(rank); e != null; e = e.nextOfRank) {
            addEnvelope(rank, e, ((Receive) e).call);
        }
        for (Envelope e = matcher.firstWildcard(rank); e != null; e = e.nextOfRank) {
            addEnvelope(rank, e, ((Receive) e).call);
        }
        for (Envelope e = matcher.firstProbe(rank); e != null; e = e.nextOfRank) {
            addEnvelope(rank, e, ((Probe) e).call);
        }
        for (Envelope e = matcher.firstUnexpected(rank); e != null; e = e.nextOfRank) {
            Call sender = ((Arrival) e).message.waitingSender();
            if (sender != null && sender.isAwaited()) {
                add(sender, rank);
            }
        }
    }

    private void addEnvelope(int rank, Envelope envelope, Call call) {
        if (!call.isAwaited()) {
            return;
        }
        if (envelope.source != Envelope.ANY_SOURCE) {
            add(call, envelope.source);
        } else if (wildcards) {
            int[] two = waitingMembers(call);
            int other = two[0] == rank ? two[1] : two[0];
            if (other != NONE) {
                add(call, other);
            }
        }
    }

    /** The first two members of a call's communicator that wait. */
    private int[] waitingMembers(Call call) {
        Communicator communicator = call.communicator;
        String key = call.client.application.number() + "/" + communicator.id();
        return waitingMembers.computeIfAbsent(key, k -> {
            int[] two = {NONE, NONE};
            for (int local = 0, found = 0; local < communicator.size() && found < 2; local++) {
                int rank = call.client.application.rank(communicator.worldRank(local));
                if (waiting[rank]) {
                    two[found++] = rank;
                }
            }
            return two;
        });
    }

    private void addMeeting(int node, List<Call> present) {
        for (Call call : present) {
            add(call, node);
        }
        for (int rank : missing(present)) {
            add(node, rank, null);
        }
    }

    /** The ranks that a meeting waits for, ascending by their place in the communicator. */
    static int[] missing(List<Call> present) {
        Call any = present.get(0);
        boolean[] here = new boolean[any.size()];
        present.forEach(call -> here[call.rank()] = true);
        int[] missing = new int[any.size()];
        int count = 0;
        for (int local = 0; local < here.length; local++) {
            if (!here[local]) {
                missing[count++] = any.client.application.rank(any.communicator.worldRank(local));
            }
        }
        return Arrays.copyOf(missing, count);
    }

    private void add(Call call, int to) {
        add(call.client.rank, to, call);
    }

    private void add(int from, int to, Call call) {
        if (edges == next.length) {
            next = Arrays.copyOf(next, edges * 2);
            target = Arrays.copyOf(target, edges * 2);
            cause = Arrays.copyOf(cause, edges * 2);
        }
        next[edges] = NONE;
        target[edges] = to;
        cause[edges] = call;
        if (first[from] == NONE) {
            first[from] = edges;
        } else {
            next[last[from]] = edges;
        }
        last[from] = edges++;
    }
}
