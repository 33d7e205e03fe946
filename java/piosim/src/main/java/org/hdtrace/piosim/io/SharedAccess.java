// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.Map;
import org.hdtrace.piosim.model.program.PointerAccess;
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
        if (step == START) {
            ask(call);
            call.next(ACCESS);
        } else {
            takePlace(call);
            call.child(access);
        }
    }

    /** Ask for the pointer. */
    static void ask(Call call) {
        if (call.command() instanceof PointerAccess access) {
            call.files().inquire(call, access.file());
        }
    }

    /** Move the pointer; where it stood is what the call keeps. */
    static void takePlace(Call call) {
        if (call.command() instanceof PointerAccess access) {
            call.work(call.pointers().advance(call, access.file(), access.opened(), access.opening(), access.bytes()));
        }
    }
}
