// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import java.util.List;
import org.hdtrace.format.project.FileDescription;
import org.hdtrace.format.trace.DataElement;

/**
 * Which byte of a file lives where. Each byte is in one place, and no two share one. Implementations are immutable, with
 * {@code equals} and {@code toString} by value; project files name them, see {@link Distributions}.
 */
public interface Distribution {
    /**
     * Split a contiguous request.
     *
     * @param offset first byte in the file
     * @param size number of bytes; 0 gives no piece
     * @param servers number of servers, at least {@link #leastServers}
     * @return pieces in the order in which the request reaches the servers; one for each run that is contiguous on a server
     */
    List<ServerPiece> split(long offset, long size, int servers);

    /**
     * Which byte of the file a byte on a server is.
     *
     * @param server number of the server, from 0
     * @param offset of a byte in the server's own part
     * @throws IllegalArgumentException when the server keeps no such byte
     */
    long offsetInFile(int server, long offset, int servers);

    /** Bytes of a file up to the highest byte that any server keeps, from the sizes of their parts. */
    default long fileSize(long... partSizes) {
        long size = 0;
        for (int server = 0; server < partSizes.length; server++) {
            if (partSizes[server] > 0) {
                size = Math.max(size, offsetInFile(server, partSizes[server] - 1, partSizes.length) + 1);
            }
        }
        return size;
    }

    /** Whether a server keeps any bytes of a file that is large enough. */
    default boolean uses(int server, int servers) {
        return true;
    }

    /** How many servers there have to be. */
    default int leastServers() {
        return 1;
    }

    /** How project files name it; what is before the last dot doesn't count. */
    String implementation();

    /** Bytes of a chunk as project files state it; of no meaning where there are none. */
    default long chunkSize() {
        return FileDescription.DEFAULT_CHUNK_SIZE;
    }

    /** What project files state besides. */
    default List<DataElement> details() {
        return List.of();
    }

    /**
     * A contiguous range in the part of a file that one server keeps.
     *
     * @param server number of the server, from 0
     * @param offset first byte in the server's own part
     * @param size number of bytes, at least 1
     */
    record ServerPiece(int server, long offset, long size) {}
}
