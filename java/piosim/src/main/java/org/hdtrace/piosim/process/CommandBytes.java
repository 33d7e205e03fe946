// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.List;
import org.hdtrace.piosim.model.file.Piece;
import org.hdtrace.piosim.model.program.Command;

/** Sizes and roots of commands of any type. */
final class CommandBytes {
    private CommandBytes() {}

    /** Bytes that a finished call has moved for its program. */
    static long of(Call call) {
        Command command = call.command;
        if (command instanceof Command.Recv) {
            return call.message() == null ? 0 : call.state();
        }
        return stated(command);
    }

    /** Bytes as the command states them. */
    static long stated(Command command) {
        if (command instanceof Command.Send send) {
            return send.bytes();
        } else if (command instanceof Command.Sendrecv both) {
            return both.bytes();
        } else if (command instanceof Command.Isend send) {
            return send.bytes();
        } else if (command instanceof Command.Bcast bcast) {
            return bcast.bytes();
        } else if (command instanceof Command.Reduce reduce) {
            return reduce.bytes();
        } else if (command instanceof Command.Allreduce allreduce) {
            return allreduce.bytes();
        } else if (command instanceof Command.Gather gather) {
            return gather.bytes();
        } else if (command instanceof Command.FileRead read) {
            return sum(read.pieces());
        } else if (command instanceof Command.FileWrite write) {
            return sum(write.pieces());
        }
        return 0;
    }

    /** Root in WORLD, or -1. */
    static int root(Command command) {
        if (command instanceof Command.Bcast bcast) {
            return bcast.root();
        } else if (command instanceof Command.Reduce reduce) {
            return reduce.root();
        } else if (command instanceof Command.Gather gather) {
            return gather.root();
        }
        return -1;
    }

    private static long sum(List<Piece> pieces) {
        long total = 0;
        for (Piece piece : pieces) {
            total += piece.size();
        }
        return total;
    }
}
