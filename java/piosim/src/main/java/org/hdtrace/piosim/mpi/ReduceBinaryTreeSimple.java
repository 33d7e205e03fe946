// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** Up a binomial tree. A rank between leaf and root is charged one instruction per byte and one more. */
final class ReduceBinaryTreeSimple implements Algorithm {
    private static final int UP = 1;

    @Override
    public void step(Call call, int step) {
        if (step == START && !TreeSteps.isLeaf(call)) {
            TreeSteps.receiveFromChildren(call);
            if (call.relative() != 0) {
                call.next(UP, call.bytes() + 1.0);
            }
        } else if (call.relative() != 0) {
            TreeSteps.sendDataToParent(call, call.bytes());
        }
    }
}
