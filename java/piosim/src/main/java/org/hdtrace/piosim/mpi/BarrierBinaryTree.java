// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** Up a binomial tree and down again with empty messages. */
final class BarrierBinaryTree implements Algorithm {
    private static final int UP = 1;
    private static final int DOWN = 2;

    @Override
    public void step(Call call, int step) {
        if (step == START && !TreeSteps.isLeaf(call)) {
            TreeSteps.receiveFromChildren(call);
            call.next(call.relative() == 0 ? DOWN : UP);
        } else if (step != DOWN && call.relative() != 0) {
            TreeSteps.receiveFromParent(call);
            TreeSteps.sendToParent(call, 0);
            call.next(DOWN);
        } else {
            TreeSteps.sendToChildren(call, 0);
        }
    }
}
