// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Command;

/** What commands of any type have moved. */
final class CommandBytes {
    private CommandBytes() {}

    /** Bytes that a finished call has moved for its program. */
    static long of(Call call) {
        Command command = call.command;
        if (command.type() == CommandType.RECV) {
            return call.message() == null ? 0 : call.state();
        }
        return call.readBytes == Call.NOTHING_READ ? command.bytes() : call.readBytes;
    }
}
