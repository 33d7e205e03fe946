// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.io.GenericOpen;
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

    /** All ranks have a new shared pointer; the first one empties the file if that was asked for, and opens it. */
    static void begin(Call call) {
        if (call.command() instanceof Command.FileOpen open) {
            GenericOpen.prepare(call, open);
            if (call.rank() == 0) {
                call.files().open(call, open.file());
            }
        }
    }
}
