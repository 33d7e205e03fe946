// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.List;
import java.util.Optional;
import org.hdtrace.piosim.model.cluster.Server;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.Distribution.ServerPiece;

/** How much of what servers have room for the files take, gaps in them included. */
final class Room {
    private final List<Server> servers;
    private final long[] used;
    private final boolean isLimited;

    /** Of servers without files. */
    Room(List<Server> servers) {
        this.servers = List.copyOf(servers);
        this.used = new long[servers.size()];
        this.isLimited = servers.stream().anyMatch(server -> server.capacityBytes() != Server.UNLIMITED);
    }

    /** A file has another size; the result is what is wrong with that. */
    Optional<String> changed(ApplicationFile file, long before, long after) {
        if (!isLimited || before == after) {
            return Optional.empty();
        }
        for (ServerPiece piece : file.distribution().split(0, before, used.length)) {
            used[piece.server()] -= piece.size();
        }
        for (ServerPiece piece : file.distribution().split(0, after, used.length)) {
            used[piece.server()] += piece.size();
        }
        for (int number = 0; number < used.length && after > before; number++) {
            Server server = servers.get(number);
            if (used[number] > server.capacityBytes()) {
                return Optional.of("with " + after + " bytes of it the files on <Server> '" + server.name() + "' are "
                        + used[number] + " bytes long, which is more than its Capacity=" + server.capacityBytes());
            }
        }
        return Optional.empty();
    }
}
