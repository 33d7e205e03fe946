// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** Down a binomial tree; a rank sends to all its children at the same time. */
final class BcastBinaryTreeSimple implements Algorithm {
    private static final int FORWARD = 1;

    @Override
    public void step(Call call, int step) {
        if (step == START && call.relative() != 0) {
            TreeSteps.receiveFromParent(call);
            call.next(FORWARD);
        } else {
            TreeSteps.sendDataToChildren(call, call.bytes());
        }
    }
}
