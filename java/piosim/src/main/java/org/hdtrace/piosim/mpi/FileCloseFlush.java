// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * All ranks wait for each other; the first one has all servers write out what they hold of the file, and the others
 * wait for it. A file that goes when it is closed is deleted instead, by the first rank: as ROMIO's {@code ad_close.c} does.
 */
final class FileCloseFlush implements Algorithm {
    private static final int DECIDE = 1;
    private static final int FLUSH = 2;
    private static final int FLUSHED = 3;
    private static final int LEAVE = 4;
    private static final int END = 5;
    private static final int REMOVE = 6;

    @Override
    public void step(Call call, int step) {
        switch (step) {
            case START -> {
                call.synchronize();
                call.next(DECIDE);
            }
            case DECIDE -> call.next(call.rank() == 0 ? FLUSH : FLUSHED);
            case FLUSH -> {
                Command.FileClose close = FileCloseSimple.command(call);
                if (close.deletes()) {
                    call.files().inquire(call, close.file());
                    call.next(REMOVE);
                } else {
                    call.files().flush(call, close.file());
                    call.next(FLUSHED);
                }
            }
            case REMOVE -> {
                call.files().resize(call, FileCloseSimple.command(call).file(), 0);
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
