// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.program.FileAccess;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** Asks every server for its part at once. Its state is the number of bytes that exist in the file. */
final class FileReadDirect implements Algorithm {
    @Override
    public void step(Call call, int step) {
        if (call.command() instanceof FileAccess read) {
            call.state(call.files().read(call, read.file(), read.pieces()));
        }
    }
}
