// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.Map;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * As {@link BcastBinaryTreeSimple}, block by block: a rank takes one, sends it to all its children at the same time, and
 * takes the next. Source: PIOsimHD. Parameter {@code segment}: bytes of a block.
 */
final class BcastBinaryTreeBlockwise implements Algorithm {
    private static final long BLOCK = 1 << 20;
    private static final Map<String, Long> PARAMETERS = Map.of(Segments.PARAMETER, BLOCK);

    @Override
    public void step(Call call, int step) {
        Segments blocks = Segments.of(call);
        boolean root = call.relative() == 0;
        if (!root && step % 2 == 0) {
            TreeSteps.receiveFromParent(call);
            call.next(step + 1);
            return;
        }
        int block = root ? step : step / 2;
        TreeSteps.sendDataToChildren(call, blocks.bytes(block));
        if (block + 1 < blocks.count()) {
            call.next(step + 1);
        }
    }

    @Override
    public Map<String, Long> parameters() {
        return PARAMETERS;
    }
}
