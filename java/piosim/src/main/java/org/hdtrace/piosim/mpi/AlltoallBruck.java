// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * In round k everybody sends the rank 2^k after it all blocks whose way has bit k set, so that a block takes one hop
 * for each bit of the distance that it goes.
 *
 * <p>Source: J. Bruck et al.: Efficient algorithms for all-to-all communications in multiport message-passing systems,
 * 1997. Deviation: blocks are packed and put in order at no cost.
 */
final class AlltoallBruck implements Algorithm {
    @Override
    public void step(Call call, int round) {
        int size = call.size();
        int bit = 1 << round;
        if (bit < size) {
            call.receive(Math.floorMod(call.rank() - bit, size));
            call.sendData((call.rank() + bit) % size, call.bytes() * distancesWith(bit, size));
            call.next(round + 1);
        }
    }

    /** How many numbers below {@code size} have that bit. */
    private static long distancesWith(int bit, int size) {
        long full = size / (2L * bit) * bit;
        return full + Math.max(0, size % (2 * bit) - bit);
    }
}
