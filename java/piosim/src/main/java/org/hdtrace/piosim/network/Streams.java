// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.Arrays;

/**
 * The state of every stream (pair of interfaces) at the components where it has packets. They are recycled as soon as a
 * stream has nothing at its component, so memory follows the traffic and not the square of the number of interfaces.
 */
final class Streams {
    private static final int INITIAL = 64;
    private static final int NONE = -1;

    private Stream[] all = new Stream[INITIAL];
    private int count;
    private int free = NONE;
    private int live;

    /** Streams in use. */
    int live() {
        return live;
    }

    Stream get(int number) {
        return all[number];
    }

    /** A stream to {@link Stream#begin} with. */
    Stream create() {
        live++;
        if (free >= 0) {
            Stream stream = all[free];
            free = stream.next;
            return stream;
        }
        if (count == all.length) {
            all = Arrays.copyOf(all, count * 2);
        }
        Stream stream = new Stream(count);
        all[count++] = stream;
        return stream;
    }

    /** Forget a stream that is unused and whose last service is over. */
    void recycle(Stream stream) {
        live--;
        if (stream.server.serving == stream.number) {
            stream.server.serving = NONE;
        }
        stream.next = free;
        free = stream.number;
    }
}
