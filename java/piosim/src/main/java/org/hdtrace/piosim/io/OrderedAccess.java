// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.PointerAccess;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * One rank after the other moves the shared pointer, as an empty message tells each that it is its turn; then all access the file
 * together as they do at places of their own. Source: ROMIO's {@code read_ord.c}; MPI 4.0, chapter 14.4.4.
 */
public final class OrderedAccess implements Algorithm {
    private static final int TAKE = 1;
    private static final int PASS = 2;
    private static final int ACCESS = 3;

    @Override
    public void step(Call call, int step) {
        switch (step) {
            case START -> {
                if (call.rank() > 0) {
                    call.receive(call.rank() - 1);
                }
                call.next(TAKE);
            }
            case TAKE -> {
                SharedAccess.ask(call);
                call.next(PASS);
            }
            case PASS -> {
                SharedAccess.takePlace(call);
                if (call.rank() + 1 < call.size()) {
                    call.sendData(call.rank() + 1, 0);
                }
                call.next(ACCESS);
            }
            default -> {
                boolean writes = call.command() instanceof PointerAccess access && access.writes();
                call.child(writes ? CommandType.FILE_WRITE_ALL : CommandType.FILE_READ_ALL, 0, call.bytes());
            }
        }
    }
}
