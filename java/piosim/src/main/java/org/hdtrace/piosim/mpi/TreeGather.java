// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** Up a binomial tree: a rank passes on the blocks of its whole subtree. {@link Call#bytes()} is the data of all. */
final class TreeGather implements Algorithm {
    private static final int UP = 1;

    @Override
    public void step(Call call, int step) {
        if (step == START && !TreeSteps.isLeaf(call)) {
            TreeSteps.receiveFromChildren(call);
            call.next(UP);
        } else if (call.relative() != 0) {
            TreeSteps.sendToParent(call, subtreeBytes(call, call.bytes()));
        }
    }

    /** Bytes in the blocks of the ranks below and including the caller, of all the data. */
    static long subtreeBytes(Call call, long total) {
        int relative = call.relative();
        int end = relative + BinomialTree.subtree(relative, call.group());
        return Blocks.bytes(total, relative, end, call.group());
    }
}
