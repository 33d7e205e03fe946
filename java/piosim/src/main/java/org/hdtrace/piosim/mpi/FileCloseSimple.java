// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** All ranks wait for each other, nothing is sent; the first one deletes a file that goes when it is closed. */
final class FileCloseSimple implements Algorithm {
    private static final int ASK = 1;
    private static final int REMOVE = 2;

    @Override
    public void step(Call call, int step) {
        switch (step) {
            case START -> {
                call.synchronize();
                if (call.rank() == 0 && command(call).deletes()) {
                    call.next(ASK);
                }
            }
            case ASK -> {
                call.files().inquire(call, command(call).file());
                call.next(REMOVE);
            }
            default -> call.files().resize(call, command(call).file(), 0);
        }
    }

    static Command.FileClose command(Call call) {
        if (call.command() instanceof Command.FileClose close) {
            return close;
        }
        throw new IllegalArgumentException("command=" + call.command().type() + ": closes no file");
    }
}
