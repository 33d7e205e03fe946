// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.program.FileAccess;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** Announces the data to every server, then sends it, and waits for the acknowledgements. */
final class FileWriteDirect implements Algorithm {
    private static final int SEND_DATA = 1;

    @Override
    public void step(Call call, int step) {
        if (step == SEND_DATA) {
            call.files().sendData(call);
        } else if (call.command() instanceof FileAccess write) {
            call.files().requestWrite(call, write.file(), write.pieces());
            call.next(SEND_DATA);
        }
    }
}
