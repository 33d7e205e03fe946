// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** All ranks wait for each other, and the first one opens the file; nothing is sent to others. */
public final class SimpleOpen implements Algorithm {
    @Override
    public void step(Call call, int step) {
        if (call.command() instanceof Command.FileOpen open) {
            OpenAgreement.prepare(call, open);
            if (call.rank() == 0) {
                call.files().open(call, open.file());
            }
        }
        call.synchronize();
    }
}
