// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** The root sends everybody its block at the same time. Source: PIOsimHD. */
final class ScatterDirect implements Algorithm {
    @Override
    public void step(Call call, int step) {
        if (call.relative() != 0) {
            call.receive(call.root());
        } else {
            for (int relative = 1; relative < call.size(); relative++) {
                call.sendData(call.atDistance(relative), call.bytes());
            }
        }
    }
}
