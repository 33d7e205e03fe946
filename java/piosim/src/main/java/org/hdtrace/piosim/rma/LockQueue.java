// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.rma;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.hdtrace.piosim.process.Call;

/**
 * The lock of one rank's memory in a window: granted in the order of the requests, shared ones that follow each other together.
 * Source: MPI 4.0, 12.5.3; MPICH 4.0, {@code src/mpid/ch4/src/mpidig_rma_callbacks.c}, whose queue does the same.
 */
final class LockQueue {
    private final ArrayDeque<Request> queue = new ArrayDeque<>();
    private final List<Integer> holders = new ArrayList<>();
    private boolean exclusive;

    /**
     * Somebody who wants it.
     *
     * @param origin global number of the rank
     * @param granted what happens then
     */
    record Request(Call call, int origin, boolean exclusive, Runnable granted) {}

    void request(Request request) {
        queue.add(request);
        advance();
    }

    /** A rank gives it back; nothing happens when it hasn't got it. */
    void release(int origin) {
        holders.remove(Integer.valueOf(origin));
        advance();
    }

    /** Global numbers of those that have it. */
    List<Integer> holders() {
        return holders;
    }

    /** Those that wait for it, in their order. */
    Collection<Request> waiting() {
        return queue;
    }

    private void advance() {
        while (!queue.isEmpty() && (holders.isEmpty() || (!exclusive && !queue.element().exclusive))) {
            Request next = queue.remove();
            holders.add(next.origin);
            exclusive = next.exclusive;
            next.granted.run();
        }
    }
}
