// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** The root sends to everybody at the same time, with what the protocol adds. Source: Open MPI 4.1, {@code basic_linear}. */
final class BcastLinear implements Algorithm {
    @Override
    public void step(Call call, int step) {
        if (call.relative() != 0) {
            call.receive(call.root());
            return;
        }
        for (int relative = 1; relative < call.size(); relative++) {
            call.sendData(call.atDistance(relative), call.bytes());
        }
    }
}
