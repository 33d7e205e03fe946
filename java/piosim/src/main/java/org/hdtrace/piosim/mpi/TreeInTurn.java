// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Down a binomial tree; a rank sends to its children one after the other, the largest subtree first. Source: MPICH 4.0,
 * {@code bcast_intra_binomial.c} and {@code scatter_intra_binomial.c} in {@code src/mpi/coll}.
 */
final class TreeInTurn implements Algorithm {
    /** What a child gets. */
    @FunctionalInterface
    private interface Part {
        /** Bytes for the child at a distance from the root. */
        long bytes(Call call, int child);
    }

    private static final int FIRST_CHILD = 1;
    private final Part part;

    private TreeInTurn(Part part) {
        this.part = part;
    }

    /** Every rank gets all of {@link Call#bytes()}. */
    static TreeInTurn ofData() {
        return new TreeInTurn((call, child) -> call.bytes());
    }

    /** {@link Call#bytes()} is cut into one block for each rank; a child gets those of its subtree. */
    static TreeInTurn ofParts() {
        return new TreeInTurn((call, child) -> {
            int end = child + BinomialTree.subtree(child, call.group());
            return Blocks.bytes(call.bytes(), child, end, call.group());
        });
    }

    /** Each rank has a block of {@link Call#bytes()}; a child gets those of its subtree. */
    static TreeInTurn ofBlocks() {
        return new TreeInTurn((call, child) -> call.bytes() * BinomialTree.subtree(child, call.group()));
    }

    @Override
    public void step(Call call, int step) {
        if (step == START && call.relative() != 0) {
            TreeSteps.receiveFromParent(call);
            proceed(call, FIRST_CHILD - 1);
        } else {
            int number = Math.max(step, FIRST_CHILD);
            if (exists(call, number)) {
                int child = call.relative() + (1 << bit(call, number));
                call.sendData(call.atDistance(child), part.bytes(call, child));
            }
            proceed(call, number);
        }
    }

    private static void proceed(Call call, int number) {
        int next = number + 1;
        while (bit(call, next) >= 0 && !exists(call, next)) {
            next++;
        }
        if (bit(call, next) >= 0) {
            call.next(next);
        }
    }

    private static boolean exists(Call call, int number) {
        int bit = bit(call, number);
        return bit >= 0 && BinomialTree.hasChild(call.relative(), bit, call.group());
    }

    private static int bit(Call call, int number) {
        return BinomialTree.childBits(call.relative(), call.group()) - number;
    }
}
