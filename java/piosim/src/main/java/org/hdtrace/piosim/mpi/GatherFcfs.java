// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * First come, first served: everybody sends its block to the root, which takes one after the other in the order of their
 * arrival, whoever sent it. Source: PIOsimHD. Deviation: the original hung with three ranks and more.
 */
final class GatherFcfs implements Algorithm {
    @Override
    public void step(Call call, int taken) {
        if (call.relative() != 0) {
            call.sendData(call.root(), call.bytes());
        } else if (taken < call.size() - 1) {
            call.receiveAny();
            if (taken + 1 < call.size() - 1) {
                call.next(taken + 1);
            }
        }
    }
}
