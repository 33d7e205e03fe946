// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Up a binomial tree, as {@link GatherMpich2}, with blocks of different sizes. How a rank tells the one above how much it
 * sends costs nothing here.
 */
final class GathervBinaryTree implements Algorithm {
    private static final int UP = 1;

    @Override
    public void step(Call call, int step) {
        if (step == START && !TreeSteps.isLeaf(call)) {
            TreeSteps.receiveFromChildren(call);
            call.next(UP);
        } else if (call.relative() != 0) {
            int relative = call.relative();
            int end = relative + BinomialTree.subtree(relative, call.size());
            long bytes = 0;
            for (int member = relative; member < end; member++) {
                bytes += call.bytesOf(call.atDistance(member));
            }
            TreeSteps.sendDataToParent(call, bytes);
        }
    }
}
