// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** Everybody sends to the root at the same time. */
final class GatherDirect implements Algorithm {
    @Override
    public void step(Call call, int step) {
        if (call.relative() != 0) {
            call.sendData(call.root(), call.bytes());
        } else {
            for (int relative = 1; relative < call.size(); relative++) {
                call.receive(call.atDistance(relative));
            }
        }
    }
}
