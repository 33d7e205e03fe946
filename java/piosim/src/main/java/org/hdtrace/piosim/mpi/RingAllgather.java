// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** Every rank owns one block; in each round it passes on the block that it got last. */
final class RingAllgather implements Algorithm {
    private final Shares blocks;

    /** The blocks are the data of the call, cut. */
    RingAllgather() {
        this(Shares.CUT);
    }

    RingAllgather(Shares blocks) {
        this.blocks = blocks;
    }

    @Override
    public void step(Call call, int round) {
        int size = call.size();
        if (round < size - 1) {
            int relative = call.relative();
            call.receive(call.atDistance(Math.floorMod(relative - 1, size)));
            long bytes = blocks.one(call, Math.floorMod(relative - round, size));
            call.sendData(call.atDistance(relative + 1), bytes);
            call.next(round + 1);
        }
    }
}
