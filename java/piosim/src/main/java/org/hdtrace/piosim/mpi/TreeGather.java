// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.function.ToLongFunction;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** Up a binomial tree: a rank passes on the blocks of its whole subtree. */
final class TreeGather implements Algorithm {
    private static final int UP = 1;

    private final ToLongFunction<Call> payload;

    private TreeGather(ToLongFunction<Call> payload) {
        this.payload = payload;
    }

    /** {@link Call#bytes()} is the data of all. */
    static TreeGather ofSharedData() {
        return new TreeGather(call -> subtreeBytes(call, call.bytes()));
    }

    /**
     * {@link Call#bytes()} is what each rank contributes. Source: PIOsimHD, whose {@code GatherMPICH2Concurrent} does the
     * same, with an empty step before.
     */
    static TreeGather ofEqualBlocks() {
        return new TreeGather(call -> subtreeBytes(call, call.bytes() * call.group()));
    }

    /** Blocks of different sizes. How a rank tells the one above how much it sends costs nothing here. */
    static TreeGather ofAnyBlocks() {
        return new TreeGather(call -> blocksOfSubtree(call) + call.framing().collective());
    }

    @Override
    public void step(Call call, int step) {
        if (step == START && !TreeSteps.isLeaf(call)) {
            TreeSteps.receiveFromChildren(call);
            call.next(UP);
        } else if (call.relative() != 0) {
            TreeSteps.sendToParent(call, payload.applyAsLong(call));
        }
    }

    /** Bytes in the blocks of the ranks below and including the caller, of all the data. */
    private static long subtreeBytes(Call call, long total) {
        int relative = call.relative();
        int end = relative + BinomialTree.subtree(relative, call.group());
        return Blocks.bytes(total, relative, end, call.group());
    }

    private static long blocksOfSubtree(Call call) {
        int relative = call.relative();
        int end = relative + BinomialTree.subtree(relative, call.size());
        long bytes = 0;
        for (int member = relative; member < end; member++) {
            bytes += call.bytesOf(call.atDistance(member));
        }
        return bytes;
    }
}
