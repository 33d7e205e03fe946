// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.CommandType;

/**
 * Parts of collective file accesses that a program which is being written has begun and not waited for. Twin for recorded
 * programs: {@link OpenFiles.OpenFile#requireEnded}.
 */
final class SplitAccesses {
    private record Key(int rank, long request) {}

    private record Access(FileBuilder file, CommandType type) {}

    private final Map<Key, Access> begun = new LinkedHashMap<>();

    /** A rank begins an access; those of one rank alone, and those that block, don't count. */
    void begin(FileBuilder file, CommandType type, int rank, long request) {
        boolean alone = type == CommandType.FILE_READ || type == CommandType.FILE_WRITE;
        if (!alone && request != Command.BLOCKING) {
            begun.put(new Key(rank, request), new Access(file, type));
        }
    }

    /** A rank waits for requests, of whatever kind. */
    void end(int rank, List<Long> requests) {
        if (!begun.isEmpty()) {
            requests.forEach(request -> begun.remove(new Key(rank, request)));
        }
    }

    /**
     * Refuse to close a file while parts aren't ended, as MPI forbids it.
     *
     * @throws IllegalStateException naming the first of them
     */
    void requireEnded(FileBuilder file, String name) {
        begun.forEach((key, access) -> {
            if (access.file == file) {
                throw new IllegalStateException("file '" + name + "': closed before the " + access.type.commandName()
                        + " that rank " + key.rank + " began as request " + key.request + " is ended");
            }
        });
    }
}
