// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** All ranks wait for each other; the first one opens the file and broadcasts its handle. Source: MODEL B2.4. */
final class FileOpenBroadcast implements Algorithm {
    private static final int HANDLE_BYTES = 32;
    private static final int BROADCAST = 1;

    @Override
    public void step(Call call, int step) {
        if (step == START) {
            FileOpenSimple.begin(call);
            call.synchronize();
            call.next(BROADCAST);
        } else {
            call.child(CommandType.BCAST, 0, HANDLE_BYTES);
        }
    }
}
