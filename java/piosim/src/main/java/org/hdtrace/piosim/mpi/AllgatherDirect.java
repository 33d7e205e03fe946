// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** Everybody sends its block to everybody at once, the next rank first. */
final class AllgatherDirect implements Algorithm {
    private final Shares blocks;

    AllgatherDirect(Shares blocks) {
        this.blocks = blocks;
    }

    @Override
    public void step(Call call, int step) {
        int size = call.size();
        long own = blocks.one(call, call.rank());
        for (int distance = 1; distance < size; distance++) {
            call.receive(Math.floorMod(call.rank() - distance, size));
            call.sendData((call.rank() + distance) % size, own);
        }
    }
}
