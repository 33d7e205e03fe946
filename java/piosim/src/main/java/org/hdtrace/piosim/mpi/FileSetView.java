// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** Costs nothing but the call; the shared pointer stands at the beginning of the view. Source: MODEL B2.4; MPI 4.0, 14.3. */
final class FileSetView implements Algorithm {
    @Override
    public void step(Call call, int step) {
        if (call.command() instanceof Command.FileSetView view) {
            call.pointers().begin(call, view.file(), view.communicator(), view.opening(), 0);
        }
    }
}
