// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.Arrays;

/**
 * The state of every stream (pair of interfaces) at the components where it has packets, in flat arrays. Numbers are
 * recycled as soon as a stream has nothing at its component, so memory follows the traffic and not the square of the
 * number of interfaces.
 */
final class Streams {
    static final byte IDLE = 0;
    static final byte QUEUED = 1;
    static final byte IN_SERVICE = 2;

    private static final int INITIAL = 64;
    private static final int NONE = -1;

    int[] service = new int[INITIAL];
    int[] component = new int[INITIAL];
    /** Place among the hops of the only path that uses it, -1 when several paths may. */
    int[] home = new int[INITIAL];
    /** Packets that were started and that the next component has not started. */
    int[] onTheWay = new int[INITIAL];
    /** What those are charged. */
    long[] used = new long[INITIAL];
    /** Packets that wait. */
    int[] first = new int[INITIAL];

    int[] last = new int[INITIAL];
    /** Links of {@link ReadyStreams}. */
    int[] next = new int[INITIAL];

    int[] child = new int[INITIAL];
    byte[] state = new byte[INITIAL];

    /** By component: the stream of the packet that is or was served last, until somebody notices the end. */
    final int[] serving;

    private int count;
    private int free = NONE;
    private int live;

    Streams(int components) {
        serving = new int[components];
        Arrays.fill(serving, NONE);
    }

    /** Streams in use. */
    int live() {
        return live;
    }

    int create(int streamService, int streamComponent, int streamHome) {
        live++;
        int stream = free;
        if (stream >= 0) {
            free = next[stream];
        } else {
            stream = count++;
            if (stream == component.length) {
                grow(stream * 2);
            }
        }
        service[stream] = streamService;
        component[stream] = streamComponent;
        home[stream] = streamHome;
        onTheWay[stream] = 0;
        used[stream] = 0;
        first[stream] = NONE;
        last[stream] = NONE;
        next[stream] = NONE;
        child[stream] = NONE;
        state[stream] = IDLE;
        return stream;
    }

    /** Forget a stream that is unused and whose last service is over. */
    void recycle(int stream) {
        live--;
        if (serving[component[stream]] == stream) {
            serving[component[stream]] = NONE;
        }
        next[stream] = free;
        free = stream;
    }

    /** Whether nothing of a stream is at its component or on the way from there. */
    boolean isUnused(int stream) {
        return first[stream] == NONE && onTheWay[stream] == 0;
    }

    private void grow(int capacity) {
        service = Arrays.copyOf(service, capacity);
        component = Arrays.copyOf(component, capacity);
        home = Arrays.copyOf(home, capacity);
        onTheWay = Arrays.copyOf(onTheWay, capacity);
        used = Arrays.copyOf(used, capacity);
        first = Arrays.copyOf(first, capacity);
        last = Arrays.copyOf(last, capacity);
        next = Arrays.copyOf(next, capacity);
        child = Arrays.copyOf(child, capacity);
        state = Arrays.copyOf(state, capacity);
    }
}
