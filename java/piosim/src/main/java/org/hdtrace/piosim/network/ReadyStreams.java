// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

/**
 * The streams that a component may serve, for each component in one of two orders. In turn: a list, at whose end a
 * stream comes after each packet. First come, first served: a pairing heap by the time of arrival of the streams'
 * first packets; packets of streams that are held back don't hold back others. Source: MODEL B2.2 and A4.
 */
final class ReadyStreams {
    private static final int NONE = -1;

    private final Streams streams;
    private final Packets packets;

    ReadyStreams(Streams streams, Packets packets) {
        this.streams = streams;
        this.packets = packets;
    }

    void add(Server server, Stream stream) {
        stream.next = NONE;
        if (server.fifo) {
            stream.child = NONE;
            server.firstReady = merge(server.firstReady, stream.number);
            return;
        }
        if (server.firstReady == NONE) {
            server.firstReady = stream.number;
        } else {
            streams.get(server.lastReady).next = stream.number;
        }
        server.lastReady = stream.number;
    }

    /** Take the stream that is served next; only when there is one. */
    Stream remove(Server server) {
        Stream stream = streams.get(server.firstReady);
        server.firstReady = server.fifo ? mergePairs(stream.child) : stream.next;
        return stream;
    }

    private int merge(int a, int b) {
        if (a == NONE || b == NONE) {
            return a == NONE ? b : a;
        }
        boolean ordered = arrival(a) < arrival(b);
        Stream top = streams.get(ordered ? a : b);
        Stream below = streams.get(ordered ? b : a);
        below.next = top.child;
        top.child = below.number;
        return top.number;
    }

    /** One heap of all siblings: neighbours first, then the results from right to left. */
    private int mergePairs(int siblings) {
        int pairs = NONE;
        for (int a = siblings; a != NONE; ) {
            int b = streams.get(a).next;
            int rest = b == NONE ? NONE : streams.get(b).next;
            int pair = merge(a, b);
            streams.get(pair).next = pairs;
            pairs = pair;
            a = rest;
        }
        int top = NONE;
        while (pairs != NONE) {
            int rest = streams.get(pairs).next;
            top = merge(top, pairs);
            pairs = rest;
        }
        return top;
    }

    private long arrival(int stream) {
        return packets.get(streams.get(stream).first).arrival;
    }
}
