// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Up a binomial tree, where {@link Call#bytes()} is what each rank contributes. Source: PIOsimHD, whose {@code
 * GatherMPICH2Concurrent} does the same, with an empty step before.
 */
final class GatherMpich2 implements Algorithm {
    private static final int UP = 1;

    @Override
    public void step(Call call, int step) {
        if (step == START && !TreeSteps.isLeaf(call)) {
            TreeSteps.receiveFromChildren(call);
            call.next(UP);
        } else if (call.relative() != 0) {
            TreeSteps.sendToParent(call, TreeGather.subtreeBytes(call, call.bytes() * call.group()));
        }
    }
}
