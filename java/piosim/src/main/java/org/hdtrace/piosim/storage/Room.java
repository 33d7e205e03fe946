// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.List;
import java.util.Optional;
import org.hdtrace.piosim.model.cluster.Server;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.Distribution.ServerPiece;

/** How much of what servers have room for the files take, gaps in them included. */
final class Room {
    /**
     * More than fits.
     *
     * @param usedBytes of all files on the server
     * @param fileBytes of the file that changed, on all servers
     */
    record Excess(Server server, long usedBytes, long fileBytes) {
        /** What is wrong, after the name of the file. */
        String text() {
            return "with " + fileBytes + " bytes of it the files on <Server> '" + server.name() + "' are " + usedBytes
                    + " bytes long, which is more than its Capacity=" + server.capacityBytes();
        }

        /** The same of a file, with what in the model states it in front. */
        String text(String file) {
            String place = server.capacity().place();
            return (place.isEmpty() ? "" : place + ": <Server>: ") + "file '" + file + "': " + text();
        }
    }

    private final List<Server> servers;
    private final long[] used;
    private final boolean isLimited;

    /** Of servers without files. */
    Room(List<Server> servers) {
        this.servers = List.copyOf(servers);
        this.used = new long[servers.size()];
        this.isLimited = servers.stream().anyMatch(server -> server.capacityBytes() != Server.UNLIMITED);
    }

    /** A file has another size; the result is what doesn't fit any more. */
    Optional<Excess> changed(ApplicationFile file, long before, long after) {
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
                return Optional.of(new Excess(server, used[number], after));
            }
        }
        return Optional.empty();
    }
}
