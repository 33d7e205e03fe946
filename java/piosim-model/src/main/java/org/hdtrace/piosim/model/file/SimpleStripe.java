// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.project.FileDescription;

/**
 * Chunks dealt to the servers in turn: chunk n of the file is on server n mod S, as that server's chunk n div S.
 *
 * <p>A contiguous request is contiguous on each server, too, so at most one piece per server comes out.
 *
 * @param chunkSize bytes that stay together on one server
 */
public record SimpleStripe(long chunkSize) implements Distribution {
    /** 64 KiB, used when a project names no distribution. */
    public static final SimpleStripe DEFAULT = new SimpleStripe(64L << 10);

    public SimpleStripe {
        if (chunkSize <= 0) {
            throw new IllegalArgumentException("ChunkSize=" + chunkSize + ": must be > 0");
        }
    }

    @Override
    public List<ServerPiece> split(long offset, long size, int servers) {
        if (offset < 0 || size < 0 || servers < 1) {
            throw new IllegalArgumentException("offset=" + offset + " size=" + size + " servers=" + servers);
        }
        long firstChunk = offset / chunkSize;
        long lastChunk = (offset + size - 1) / chunkSize;
        if (size > 0 && firstChunk == lastChunk) {
            return List.of(new ServerPiece((int) (firstChunk % servers), physical(offset, servers), size));
        }
        List<ServerPiece> pieces = new ArrayList<>();
        for (long chunk = firstChunk; size > 0 && chunk <= lastChunk && chunk < firstChunk + servers; chunk++) {
            int server = (int) (chunk % servers);
            // The last chunk of this server inside the request; those between are complete.
            long last = lastChunk - Math.floorMod(lastChunk - chunk, (long) servers);
            long start = physical(Math.max(offset, chunk * chunkSize), servers);
            long end = physical(Math.min(offset + size, (last + 1) * chunkSize) - 1, servers) + 1;
            pieces.add(new ServerPiece(server, start, end - start));
        }
        return pieces;
    }

    /** Number of the server that keeps a byte of the file. */
    public int serverOf(long offset, int servers) {
        return (int) (offset / chunkSize % servers);
    }

    @Override
    public long offsetInFile(int server, long offset, int servers) {
        if (server < 0 || server >= servers || offset < 0) {
            throw new IllegalArgumentException("server=" + server + " offset=" + offset + ": keeps no such byte");
        }
        long chunk = Math.addExact(Math.multiplyExact(offset / chunkSize, (long) servers), server);
        return Math.addExact(Math.multiplyExact(chunk, chunkSize), offset % chunkSize);
    }

    @Override
    public String implementation() {
        return FileDescription.SIMPLE_STRIPE;
    }

    private long physical(long offset, int servers) {
        return offset / chunkSize / servers * chunkSize + offset % chunkSize;
    }
}
