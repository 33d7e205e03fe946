// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** A reduction to the first rank and a broadcast from it, both as the model chooses. */
final class AllreduceReduceBroadcast implements Algorithm {
    private static final int BROADCAST = 1;

    @Override
    public void step(Call call, int step) {
        if (step == START) {
            call.child(CommandType.REDUCE, 0, call.bytes());
            call.next(BROADCAST);
        } else {
            call.child(CommandType.BCAST, 0, call.bytes());
        }
    }
}
