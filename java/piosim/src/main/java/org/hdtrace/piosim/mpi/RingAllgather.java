// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** Every rank owns one block of {@link Call#bytes()}; in each round it passes on the block that it got last. */
final class RingAllgather implements Algorithm {
    @Override
    public void step(Call call, int round) {
        int size = call.size();
        if (round < size - 1) {
            int relative = call.relative();
            int block = Math.floorMod(relative - round, size);
            call.receive(call.atDistance(Math.floorMod(relative - 1, size)));
            long bytes = Blocks.bytes(call.bytes(), block, block + 1, size);
            call.sendData(call.atDistance(relative + 1), bytes);
            call.next(round + 1);
        }
    }
}
