// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Down a binomial tree; a rank sends to all its children at the same time, the largest subtree first. A root with more
 * than two children that begins together with all other ranks serves the largest subtree last, as the golden values show.
 *
 * <p>Source: MODEL B3. In the original, messages that were sent at the same instant left in the order of the heap of its
 * events, which depended on what else happened then: the golden values for 8 ranks need the largest subtree last when the
 * program broadcasts, but first in the second half of an allreduce.
 */
final class BcastBinaryTreeSimple implements Algorithm {
    private static final int FORWARD = 1;
    private static final int FEW_CHILDREN = 2;

    @Override
    public void step(Call call, int step) {
        if (step == START && call.relative() != 0) {
            TreeSteps.receiveFromParent(call);
            call.next(FORWARD);
        } else {
            send(call);
        }
    }

    private static void send(Call call) {
        int children = BinomialTree.childBits(call.relative(), call.group());
        if (call.relative() != 0 || call.isPart() || children <= FEW_CHILDREN) {
            TreeSteps.sendDataToChildren(call, call.bytes());
            return;
        }
        int largest = children - 1;
        TreeSteps.sendDataToChildren(call, call.bytes(), largest);
        call.sendData(call.atDistance(1 << largest), call.bytes());
    }
}
