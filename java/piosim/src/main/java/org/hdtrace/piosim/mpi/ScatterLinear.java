// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * The root sends one rank after the other its block, in the order of the ranks. Source: Open MPI 4.1, {@code
 * ompi_coll_base_scatter_intra_basic_linear}.
 */
final class ScatterLinear implements Algorithm {
    @Override
    public void step(Call call, int served) {
        if (call.relative() != 0) {
            call.receive(call.root());
        } else if (served < call.size() - 1) {
            call.sendData(served < call.root() ? served : served + 1, call.bytes());
            if (served + 2 < call.size()) {
                call.next(served + 1);
            }
        }
    }
}
