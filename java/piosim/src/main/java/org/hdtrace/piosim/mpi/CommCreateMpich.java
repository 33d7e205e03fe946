// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * What each rank has to tell, as colour and key of a split, goes round a ring; then all agree on a number for the new
 * communicator by reducing the mask of free ones. Source: MPICH 4.0, {@code src/mpi/comm/contextid.c}: a mask of 64 words
 * and one word of its owner.
 */
final class CommCreateMpich implements Algorithm {
    private static final int AGREE = 1;
    /** What all ranks reduce to agree on the number of a communicator. */
    static final int MASK_BYTES = 65 * 4;

    private final Algorithm ring = new RingAllgather();

    @Override
    public void step(Call call, int step) {
        if (step == START && call.bytes() > 0) {
            call.child(ring, 0, call.bytes() * call.size());
            call.next(AGREE);
        } else {
            call.child(CommandType.ALLREDUCE, 0, MASK_BYTES);
        }
    }
}
