// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * All ranks wait for each other; the first one has all servers write out what they hold of the file, and the others
 * wait for it.
 */
final class FileCloseFlush implements Algorithm {
    private static final int DECIDE = 1;
    private static final int FLUSH = 2;
    private static final int FLUSHED = 3;
    private static final int LEAVE = 4;
    private static final int END = 5;

    @Override
    public void step(Call call, int step) {
        switch (step) {
            case START -> {
                call.synchronize();
                call.next(DECIDE);
            }
            case DECIDE -> call.next(call.rank() == 0 ? FLUSH : FLUSHED);
            case FLUSH -> {
                if (call.command() instanceof Command.FileClose close) {
                    call.files().flush(call, close.file());
                }
                call.next(FLUSHED);
            }
            case FLUSHED -> {
                call.synchronize();
                call.next(LEAVE);
            }
            case LEAVE -> call.next(END);
            default -> {}
        }
    }
}
