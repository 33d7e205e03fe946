// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Up a binomial tree and down again. A rank between leaf and root is charged one instruction per byte and one more; the
 * root's own last reduction isn't charged, as in the reference values.
 */
final class AllreduceBinaryTree implements Algorithm {
    private static final int UP = 1;
    private static final int DOWN = 2;

    @Override
    public void step(Call call, int step) {
        if (step == START && !TreeSteps.isLeaf(call)) {
            TreeSteps.receiveFromChildren(call);
            if (call.relative() == 0) {
                call.next(DOWN);
            } else {
                call.next(UP, call.bytes() + 1.0);
            }
        } else if (step != DOWN && call.relative() != 0) {
            TreeSteps.receiveFromParent(call);
            TreeSteps.sendDataToParent(call, call.bytes());
            call.next(DOWN);
        } else {
            TreeSteps.sendDataToChildren(call, call.bytes());
        }
    }
}
