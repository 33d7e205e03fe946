// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * {@link BcastBinaryTreeSimple}, but more data than the eager limit waits until all ranks below have said that they are
 * ready. Source: PIOsimHD. Deviation: the original mixed up world and local ranks.
 */
final class BcastBinaryTree implements Algorithm {
    private static final int DATA = 1;
    private final Algorithm tree = new BcastBinaryTreeSimple();

    @Override
    public void step(Call call, int step) {
        if (step == START && call.bytes() > call.eagerLimit()) {
            TreeSteps.receiveFromChildren(call);
            if (call.relative() != 0) {
                TreeSteps.sendDataToParent(call, 0);
            }
            call.next(DATA);
        } else {
            call.child(tree);
        }
    }
}
