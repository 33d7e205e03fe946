// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Each group agrees on a number for the new communicator, after its ranks have told each other what they have to tell; the leaders
 * exchange the numbers and broadcast them. So nobody is done before all have come. Source: MPICH 4.0, {@code
 * MPIR_Get_intercomm_contextid} in {@code src/mpi/comm/contextid.c} and {@code MPIR_Intercomm_create_impl}. Deviation: how the
 * leaders tell each other who is in their groups is left out.
 */
final class CommCreateBetween implements Algorithm {
    private static final int AGREE = 1;
    private static final int EXCHANGE = 2;
    private static final int TELL = 3;
    private static final int NUMBER_BYTES = 2;

    @Override
    public void step(Call call, int step) {
        Sides sides = Sides.of(call);
        if (step == START && call.bytes() > 0) {
            Sides.local(call, CommandType.ALLGATHER, call.bytes());
            call.next(AGREE);
        } else if (step == START || step == AGREE) {
            Sides.local(call, CommandType.ALLREDUCE, CommCreateMpich.MASK_BYTES);
            call.next(sides.leads(call) ? EXCHANGE : TELL);
        } else if (step == EXCHANGE) {
            call.receive(sides.otherLeader());
            call.sendData(sides.otherLeader(), NUMBER_BYTES);
            call.next(TELL);
        } else {
            Sides.local(call, CommandType.BCAST, NUMBER_BYTES);
        }
    }
}
