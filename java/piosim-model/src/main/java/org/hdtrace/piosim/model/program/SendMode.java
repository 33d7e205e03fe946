// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import org.hdtrace.piosim.model.cluster.CommandType;

/** When a send is complete. */
public enum SendMode {
    /** When its data may be overwritten: at once if it is small, after a handshake if it is large. */
    STANDARD(CommandType.SEND, CommandType.ISEND),
    /** When its receive has been found: always after a handshake. */
    SYNCHRONOUS(CommandType.SSEND, CommandType.SSEND),
    /** When its data has been copied; the copy is sent by and by. */
    BUFFERED(CommandType.BSEND, CommandType.BSEND),
    /** When its data may be overwritten: at once, since the receive is promised to be posted. */
    READY(CommandType.RSEND, CommandType.RSEND);

    private final CommandType blocking;
    private final CommandType nonblocking;

    SendMode(CommandType blocking, CommandType nonblocking) {
        this.blocking = blocking;
        this.nonblocking = nonblocking;
    }

    CommandType type(boolean waits) {
        return waits ? blocking : nonblocking;
    }
}
