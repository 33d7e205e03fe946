// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Probing;
import org.hdtrace.piosim.process.Clients;

/**
 * A message that a command has got, or a request that a wait has found complete.
 *
 * @param request of a wait, {@link Command#BLOCKING} for a message of the command itself
 * @param source rank in WORLD, {@link Clients#NOBODY} for a request without message
 * @param bytes that the program sent
 */
record ReceivedMessage(long request, int source, int tag, long bytes) {
    boolean isMessage() {
        return source != Clients.NOBODY;
    }

    /** Whether a command is over only when it has a message. */
    static boolean isTakenBy(Command command) {
        boolean receives =
                command instanceof Command.Recv || command instanceof Command.Sendrecv || command instanceof Probing;
        return receives && command.request() == Command.BLOCKING;
    }
}
