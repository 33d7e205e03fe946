// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.Map;
import org.hdtrace.piosim.model.program.FileControl;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Asks the servers where the shared pointer stands, which moves it, and accesses the file there. Source: ROMIO, {@code
 * ADIO_Get_shared_fp}, which keeps it in a file of its own. Deviation: reading and moving is one request, not a read and a write
 * with a lock around both.
 */
public final class SharedAccess implements Algorithm {
    private static final int ACCESS = 1;

    private final Algorithm access = new OperationSequence();

    @Override
    public Map<String, Long> parameters() {
        return HintValues.INDEPENDENT;
    }

    @Override
    public void step(Call call, int step) {
        if (step == START && call.command() instanceof FileControl.Shared shared) {
            call.files().inquire(call, shared.file());
            call.next(ACCESS);
        } else {
            call.child(access);
        }
    }
}
