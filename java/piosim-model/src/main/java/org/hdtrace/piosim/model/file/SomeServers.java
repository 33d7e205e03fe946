// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.trace.DataElement;

/** A distribution over some of the servers, which it knows by their positions among these. */
sealed interface SomeServers extends Distribution permits ServersInTurn, StatedServers {
    /** How the file is spread over those. */
    Distribution inner();

    /** How many servers are used of so many. */
    int used(int servers);

    /** Number of the server at a position from 0 to {@code used(servers) - 1}. */
    int serverAt(int position, int servers);

    /** Position of a server, not below 0 and below {@code used(servers)} only when it is used. */
    int positionOf(int server, int servers);

    /** What project files state besides what the inner one has. */
    DataElement restriction();

    @Override
    default List<ServerPiece> split(long offset, long size, int servers) {
        if (servers < leastServers()) {
            throw new IllegalArgumentException("servers=" + servers + ": must be >= " + leastServers());
        }
        return inner().split(offset, size, used(servers)).stream()
                .map(piece -> new ServerPiece(serverAt(piece.server(), servers), piece.offset(), piece.size()))
                .toList();
    }

    @Override
    default long offsetInFile(int server, long offset, int servers) {
        if (!uses(server, servers)) {
            throw new IllegalArgumentException("server=" + server + " offset=" + offset + ": keeps no such byte");
        }
        return inner().offsetInFile(positionOf(server, servers), offset, used(servers));
    }

    @Override
    default boolean uses(int server, int servers) {
        int position = positionOf(server, servers);
        return position >= 0 && position < used(servers) && inner().uses(position, used(servers));
    }

    @Override
    default String implementation() {
        return inner().implementation();
    }

    @Override
    default long chunkSize() {
        return inner().chunkSize();
    }

    @Override
    default List<DataElement> details() {
        List<DataElement> all = new ArrayList<>(inner().details());
        all.add(restriction());
        return List.copyOf(all);
    }
}
