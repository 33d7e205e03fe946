// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** Begins all its operations at once. */
final class StartAll implements Algorithm {
    @Override
    public void step(Call call, int step) {
        if (call.command() instanceof Command.Start start) {
            start.operations().forEach(call::start);
        }
    }
}
