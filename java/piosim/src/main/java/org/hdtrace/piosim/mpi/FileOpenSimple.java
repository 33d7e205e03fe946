// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** All ranks wait for each other, nothing is sent. */
final class FileOpenSimple implements Algorithm {
    @Override
    public void step(Call call, int step) {
        begin(call);
        call.synchronize();
    }

    /** What the first rank does: the file is emptied if that was asked for, and the shared pointer stands at its beginning. */
    static void begin(Call call) {
        if (call.rank() == 0 && call.command() instanceof Command.FileOpen open) {
            call.pointers().set(call, open.file(), open.communicator(), 0);
            if (open.truncate()) {
                call.files().truncate(call.applicationNumber(), open.file());
            }
            call.files().open(call, open.file());
        }
    }
}
