// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * First come, first served: everybody tells the root that it is ready and gets its block when its turn has come, in the
 * order in which the root hears of them. Source: PIOsimHD. Deviation: the original failed with three ranks and more.
 */
final class ScatterFcfs implements Algorithm {
    @Override
    public void step(Call call, int heard) {
        if (call.relative() != 0) {
            call.sendData(call.root(), 0);
            call.receive(call.root());
            return;
        }
        if (heard > 0) {
            call.sendData(call.sender(), call.bytes());
        }
        if (heard < call.size() - 1) {
            call.receiveAny();
            call.next(heard + 1);
        }
    }
}
