// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.Arrays;

/**
 * The streams that a component may serve, for each component in one of two orders. In turn: a list, at whose end a
 * stream comes after each packet. First come, first served: a pairing heap by the time of arrival of the streams'
 * first packets; packets of streams that are held back don't hold back others. Source: MODEL B2.2 and A4.
 */
final class ReadyStreams {
    private static final int NONE = -1;

    private final NetworkPlan plan;
    private final Streams streams;
    private final Packets packets;
    private final int[] first;
    private final int[] last;

    ReadyStreams(NetworkPlan plan, Streams streams, Packets packets) {
        this.plan = plan;
        this.streams = streams;
        this.packets = packets;
        first = new int[plan.size()];
        last = new int[plan.size()];
        Arrays.fill(first, NONE);
    }

    boolean isEmpty(int component) {
        return first[component] == NONE;
    }

    void add(int component, int stream) {
        streams.next[stream] = NONE;
        if (plan.isFifo(component)) {
            streams.child[stream] = NONE;
            first[component] = merge(first[component], stream);
            return;
        }
        if (first[component] == NONE) {
            first[component] = stream;
        } else {
            streams.next[last[component]] = stream;
        }
        last[component] = stream;
    }

    /** Take the stream that is served next; only when there is one. */
    int remove(int component) {
        int stream = first[component];
        first[component] = plan.isFifo(component) ? mergePairs(streams.child[stream]) : streams.next[stream];
        return stream;
    }

    private int merge(int a, int b) {
        if (a == NONE || b == NONE) {
            return a == NONE ? b : a;
        }
        boolean ordered = arrival(a) < arrival(b);
        int top = ordered ? a : b;
        int below = ordered ? b : a;
        streams.next[below] = streams.child[top];
        streams.child[top] = below;
        return top;
    }

    /** One heap of all siblings: neighbours first, then the results from right to left. */
    private int mergePairs(int siblings) {
        int pairs = NONE;
        for (int a = siblings; a != NONE; ) {
            int b = streams.next[a];
            int rest = b == NONE ? NONE : streams.next[b];
            int pair = merge(a, b);
            streams.next[pair] = pairs;
            pairs = pair;
            a = rest;
        }
        int top = NONE;
        while (pairs != NONE) {
            int rest = streams.next[pairs];
            top = merge(top, pairs);
            pairs = rest;
        }
        return top;
    }

    private long arrival(int stream) {
        return packets.arrival[streams.first[stream]];
    }
}
