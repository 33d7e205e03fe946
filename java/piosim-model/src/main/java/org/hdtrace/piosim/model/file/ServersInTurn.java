// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;

/**
 * A distribution over so many of the servers, files in turn: of S servers file f is on those from f mod S on. What the hint
 * {@code striping_factor} wants. Where there are no more servers than that, it is on all of them, from the first.
 *
 * @param inner how the file is spread over those
 * @param count how many, at least 1
 * @param file its number in the application
 */
public record ServersInTurn(Distribution inner, int count, int file) implements Distribution {
    public ServersInTurn {
        if (count < 1 || file < 0 || inner.leastServers() > count) {
            throw new IllegalArgumentException("ServerCount=" + count + ": must be >= " + inner.leastServers());
        }
    }

    @Override
    public List<ServerPiece> split(long offset, long size, int servers) {
        int first = first(servers);
        return inner.split(offset, size, Math.min(count, servers)).stream()
                .map(piece -> new ServerPiece((piece.server() + first) % servers, piece.offset(), piece.size()))
                .toList();
    }

    @Override
    public long offsetInFile(int server, long offset, int servers) {
        if (!uses(server, servers)) {
            throw new IllegalArgumentException("server=" + server + " offset=" + offset + ": keeps no such byte");
        }
        return inner.offsetInFile(position(server, servers), offset, Math.min(count, servers));
    }

    @Override
    public boolean uses(int server, int servers) {
        int used = Math.min(count, servers);
        return position(server, servers) < used && inner.uses(position(server, servers), used);
    }

    @Override
    public int leastServers() {
        return inner.leastServers();
    }

    @Override
    public String implementation() {
        return inner.implementation();
    }

    @Override
    public long chunkSize() {
        return inner.chunkSize();
    }

    @Override
    public List<DataElement> details() {
        List<DataElement> all = new ArrayList<>(inner.details());
        all.add(new DataElement("ServerCount", Attributes.none(), Integer.toString(count), List.of()));
        return List.copyOf(all);
    }

    private int first(int servers) {
        return count < servers ? file % servers : 0;
    }

    private int position(int server, int servers) {
        return Math.floorMod(server - first(servers), servers);
    }
}
