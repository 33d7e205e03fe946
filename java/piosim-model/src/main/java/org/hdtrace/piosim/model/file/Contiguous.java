// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import java.util.List;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;

/**
 * The whole file on one server.
 *
 * @param server its number, from 0; where it isn't stated, modulo the number of servers
 * @param stated whether it has to be that one, rather than the next in turn
 */
public record Contiguous(int server, boolean stated) implements Distribution {
    public Contiguous {
        if (server < 0) {
            throw new IllegalArgumentException("Server=" + server + ": must be >= 0");
        }
    }

    /** On a server. */
    public static Contiguous on(int server) {
        return new Contiguous(server, true);
    }

    /** Files in turn on the servers, by their numbers in the application. */
    public static Contiguous inTurn(int file) {
        return new Contiguous(file, false);
    }

    @Override
    public List<ServerPiece> split(long offset, long size, int servers) {
        if (offset < 0 || size < 0 || servers < leastServers()) {
            throw new IllegalArgumentException("offset=" + offset + " size=" + size + " servers=" + servers);
        }
        return size == 0 ? List.of() : List.of(new ServerPiece(server % servers, offset, size));
    }

    @Override
    public long offsetInFile(int of, long offset, int servers) {
        if (of != server % servers || offset < 0) {
            throw new IllegalArgumentException("server=" + of + " offset=" + offset + ": keeps no such byte");
        }
        return offset;
    }

    @Override
    public boolean uses(int of, int servers) {
        return of == server % servers;
    }

    @Override
    public int leastServers() {
        return stated ? Math.addExact(server, 1) : 1;
    }

    @Override
    public String implementation() {
        return Contiguous.class.getName();
    }

    @Override
    public List<DataElement> details() {
        return stated
                ? List.of(new DataElement("Server", Attributes.none(), Integer.toString(server), List.of()))
                : List.of();
    }
}
