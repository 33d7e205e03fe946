// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** Everybody reports to the first rank, which answers when it has heard from all. */
final class BarrierDirect implements Algorithm {
    private static final int BYTES = 10;
    private static final int ANSWER = 1;

    @Override
    public void step(Call call, int step) {
        if (call.rank() != 0) {
            call.sendData(0, BYTES);
            call.receive(0);
        } else if (step == START) {
            for (int rank = 1; rank < call.size(); rank++) {
                call.receive(rank);
            }
            call.next(ANSWER);
        } else {
            for (int rank = 1; rank < call.size(); rank++) {
                call.sendData(rank, BYTES);
            }
        }
    }
}
