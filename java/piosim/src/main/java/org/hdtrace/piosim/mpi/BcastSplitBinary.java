// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * The root sends one half of the data down each branch of a binary tree; then pairs of ranks, one of each branch, exchange
 * their halves. A rank that has no partner gets its second half from the root. Data that can't be halved goes down a chain.
 *
 * <p>Source: Open MPI 4.1, {@code ompi_coll_base_bcast_intra_split_bintree}, without segments, which its fixed rules never
 * ask for.
 */
final class BcastSplitBinary implements Algorithm {
    private static final int FIRST_CHILD = 1;
    private final Algorithm chain = TreeBcast.over(Trees.CHAIN);

    // A rank receives, sends to one child after the other, exchanges.
    @Override
    public void step(Call call, int step) {
        if (call.bytes() < 2) {
            call.child(chain);
            return;
        }
        int relative = call.relative();
        int[] children = Trees.BINARY.children(relative, call.size());
        if (step == START && relative != 0) {
            call.receive(call.atDistance(Trees.BINARY.parent(relative, call.size())));
            call.next(FIRST_CHILD);
        } else {
            int number = Math.max(step, FIRST_CHILD) - FIRST_CHILD;
            if (number < children.length) {
                long half = relative == 0 ? half(call, children[number]) : half(call, relative);
                call.sendData(call.atDistance(children[number]), half);
                call.next(number + 1 + FIRST_CHILD);
            } else {
                exchange(call, relative);
            }
        }
    }

    private static void exchange(Call call, int relative) {
        int last = call.size() - 1;
        boolean alone = last % 2 == 1;
        if (relative == 0) {
            if (alone) {
                call.sendData(call.atDistance(last), half(call, 0));
            }
        } else if (alone && relative == last) {
            call.receive(call.root());
        } else {
            int partner = relative % 2 == 1 ? relative + 1 : relative - 1;
            call.receive(call.atDistance(partner));
            call.sendData(call.atDistance(partner), half(call, relative));
        }
    }

    /** What the branch with a rank gets: the odd one the larger half. */
    private static long half(Call call, int relative) {
        return relative % 2 == 1 ? (call.bytes() + 1) / 2 : call.bytes() / 2;
    }
}
