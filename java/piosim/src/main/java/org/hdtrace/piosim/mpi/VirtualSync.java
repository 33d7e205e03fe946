// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** All ranks wait for the last one, without messages. */
final class VirtualSync implements Algorithm {
    @Override
    public void step(Call call, int step) {
        call.synchronize();
    }
}
