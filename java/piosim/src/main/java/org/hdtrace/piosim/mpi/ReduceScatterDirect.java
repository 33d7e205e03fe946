// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Everybody sends everybody that one's block at once, the next rank first, and reduces what it has received for one
 * instruction per byte and one more.
 */
final class ReduceScatterDirect implements Algorithm {
    private static final int REDUCED = 1;
    private final Shares blocks;

    ReduceScatterDirect(Shares blocks) {
        this.blocks = blocks;
    }

    @Override
    public void step(Call call, int step) {
        int size = call.size();
        if (step == START && size > 1) {
            for (int distance = 1; distance < size; distance++) {
                int target = (call.rank() + distance) % size;
                call.receive(Math.floorMod(call.rank() - distance, size));
                call.sendData(target, blocks.one(call, target));
            }
            call.next(REDUCED, (size - 1.0) * blocks.one(call, call.rank()) + 1);
        }
    }
}
