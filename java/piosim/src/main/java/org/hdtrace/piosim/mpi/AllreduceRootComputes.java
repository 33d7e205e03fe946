// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** Everybody sends to the first rank, which computes and answers; everybody confirms the answer. */
final class AllreduceRootComputes implements Algorithm {
    private static final int ANSWER = 1;

    @Override
    public void step(Call call, int step) {
        if (call.rank() != 0) {
            if (step == START) {
                call.receive(0);
                call.sendData(0, call.bytes());
                call.next(ANSWER);
            } else {
                call.sendData(0, 0);
            }
            return;
        }
        for (int rank = 1; rank < call.size(); rank++) {
            call.receive(rank);
            if (step == ANSWER) {
                call.sendData(rank, call.bytes());
            }
        }
        if (step == START) {
            call.next(ANSWER, (double) call.size() * call.bytes() + 1);
        }
    }
}
