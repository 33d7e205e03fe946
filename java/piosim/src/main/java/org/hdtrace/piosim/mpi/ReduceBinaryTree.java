// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * {@link ReduceBinaryTreeSimple}, but more data than the eager limit waits until the rank above has said that it is ready.
 * Source: PIOsimHD. Deviation: the original mixed up world and local ranks.
 */
final class ReduceBinaryTree implements Algorithm {
    private static final int DATA = 1;
    private final Algorithm tree = new ReduceBinaryTreeSimple();

    @Override
    public void step(Call call, int step) {
        if (step == START && call.bytes() > call.eagerLimit()) {
            TreeSteps.sendDataToChildren(call, 0);
            if (call.relative() != 0) {
                TreeSteps.receiveFromParent(call);
            }
            call.next(DATA);
        } else {
            call.child(tree);
        }
    }
}
