// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Partners tell each other that they are there, from the nearest to the farthest. Ranks beyond the largest power of two
 * report to one within it first and hear from it at the end. Source: Open MPI 4.1, {@code
 * ompi_coll_base_barrier_intra_recursivedoubling}.
 */
final class BarrierRecursiveDoubling implements Algorithm {
    private static final int FIRST_ROUND = 1;

    @Override
    public void step(Call call, int step) {
        int group = Integer.highestOneBit(call.size());
        boolean standsFor = call.rank() + group < call.size();
        if (call.rank() >= group) {
            exchange(call, call.rank() - group);
            return;
        }
        if (step == START && standsFor) {
            call.receive(call.rank() + group);
            call.next(FIRST_ROUND);
            return;
        }
        int round = Math.max(step, FIRST_ROUND);
        int distance = 1 << (round - FIRST_ROUND);
        if (distance < group) {
            exchange(call, call.rank() ^ distance);
            if (2 * distance < group || standsFor) {
                call.next(round + 1);
            }
        } else if (standsFor) {
            call.sendData(call.rank() + group, 0);
        }
    }

    private static void exchange(Call call, int partner) {
        call.receive(partner);
        call.sendData(partner, 0);
    }
}
