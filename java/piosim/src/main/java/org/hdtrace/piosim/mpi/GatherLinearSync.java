// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.Map;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * The root tells one rank after the other that its turn has come and takes the first segment of its block; what follows it
 * takes at the end.
 *
 * <p>Source: Open MPI 4.1, {@code ompi_coll_base_gather_intra_linear_sync}. Parameter {@code segment}: bytes of the first
 * segment, 0 for the whole block, after which an empty message follows, as in Open MPI when nobody says otherwise.
 */
final class GatherLinearSync implements Algorithm {
    private static final int FIRST_SEGMENT = 1;
    private static final int REST = 2;

    @Override
    public Map<String, Long> parameters() {
        return Map.of(Segments.PARAMETER, Segments.WHOLE);
    }

    @Override
    public void step(Call call, int step) {
        if (call.relative() == 0) {
            serve(call, step);
            return;
        }
        long first = new Segments(call.bytes(), call.parameter(Segments.PARAMETER)).bytes(0);
        if (step == START) {
            call.receive(call.root());
            call.next(FIRST_SEGMENT);
        } else if (step == FIRST_SEGMENT) {
            call.sendData(call.root(), first);
            call.next(REST);
        } else {
            call.sendData(call.root(), call.bytes() - first);
        }
    }

    private static void serve(Call call, int served) {
        if (served < call.size() - 1) {
            int rank = served < call.root() ? served : served + 1;
            call.receive(rank);
            call.sendData(rank, 0);
            call.next(served + 1);
        } else {
            for (int relative = 1; relative < call.size(); relative++) {
                call.receive(call.atDistance(relative));
            }
        }
    }
}
