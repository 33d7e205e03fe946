// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * In round k partners 2^k apart exchange what their groups have reduced so far. Both add it to the sum of the group, the
 * upper one to its own result, too: one instruction per byte each, and one more.
 *
 * <p>Source: MPICH 4.0, {@code src/mpi/coll/scan/scan_intra_recursive_doubling.c} and {@code src/mpi/coll/exscan}. Deviation:
 * rounds in which a rank has no partner cost it no step.
 */
final class ScanRecursiveDoubling implements Algorithm {
    private final boolean exclusive;

    /**
     * One of the two functions.
     *
     * @param exclusive whether a rank's own data isn't part of its result; what it gets first then needs no reduction
     */
    ScanRecursiveDoubling(boolean exclusive) {
        this.exclusive = exclusive;
    }

    @Override
    public void step(Call call, int first) {
        int rank = call.rank();
        for (int round = first; 1 << round < call.size(); round++) {
            int distance = 1 << round;
            int partner = rank ^ distance;
            if (partner < call.size()) {
                call.receive(partner);
                call.sendData(partner, call.bytes());
                boolean copied = exclusive && distance == Integer.lowestOneBit(rank);
                boolean ofResult = partner < rank && !copied;
                call.next(round + 1, (ofResult ? 2.0 : 1.0) * call.bytes() + 1);
                return;
            }
        }
    }
}
