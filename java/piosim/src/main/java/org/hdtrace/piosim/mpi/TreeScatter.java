// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Sends every child of a binomial tree the blocks of its subtree, one child after the other, the largest subtree first. A
 * child says that it is ready before it is served. Source: PIOsimHD.
 */
final class TreeScatter implements Algorithm {
    private final boolean hasBlocks;

    private TreeScatter(boolean hasBlocks) {
        this.hasBlocks = hasBlocks;
    }

    /** {@link Call#bytes()} is cut into one block for each rank. */
    static TreeScatter ofParts() {
        return new TreeScatter(false);
    }

    /** Each rank has a block of {@link Call#bytes()}. */
    static TreeScatter ofBlocks() {
        return new TreeScatter(true);
    }

    // Steps after START come in pairs for each child: wait until it is ready, send.
    @Override
    public void step(Call call, int step) {
        int relative = call.relative();
        if (step == START && relative != 0) {
            TreeSteps.sendDataToParent(call, 0);
            TreeSteps.receiveFromParent(call);
            waitForNext(call, bits(call));
            return;
        }
        int bit = step == START ? highestChild(call, bits(call)) : bits(call) - (step + 1) / 2;
        if (bit < 0) {
            return;
        }
        int child = relative + (1 << bit);
        if (step == START || step % 2 == 1) {
            call.receive(call.atDistance(child));
            call.next(2 * (bits(call) - bit));
        } else {
            int end = child + BinomialTree.subtree(child, call.size());
            long data = hasBlocks ? call.bytes() * call.size() : call.bytes();
            call.sendData(call.atDistance(child), Blocks.bytes(data, child, end, call.size()));
            waitForNext(call, bit);
        }
    }

    private static void waitForNext(Call call, int below) {
        int bit = highestChild(call, below);
        if (bit >= 0) {
            call.next(2 * (bits(call) - bit) - 1);
        }
    }

    private static int highestChild(Call call, int below) {
        int bit = below - 1;
        while (bit >= 0 && !BinomialTree.hasChild(call.relative(), bit, call.size())) {
            bit--;
        }
        return bit;
    }

    private static int bits(Call call) {
        return BinomialTree.childBits(call.relative(), call.size());
    }
}
