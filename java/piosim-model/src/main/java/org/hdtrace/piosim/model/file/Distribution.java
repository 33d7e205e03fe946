// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import java.util.List;

/** Which byte of a file lives where. Implementations are immutable. */
public sealed interface Distribution permits SimpleStripe {
    /**
     * Split a contiguous request.
     *
     * @param offset first byte in the file
     * @param size number of bytes; 0 gives no piece
     * @param servers number of servers, at least 1
     * @return pieces in the order in which the request reaches the servers, at most one per server
     */
    List<ServerPiece> split(long offset, long size, int servers);

    /**
     * A contiguous range in the part of a file that one server keeps.
     *
     * @param server number of the server, from 0
     * @param offset first byte in the server's own part
     * @param size number of bytes, at least 1
     */
    record ServerPiece(int server, long offset, long size) {}
}
