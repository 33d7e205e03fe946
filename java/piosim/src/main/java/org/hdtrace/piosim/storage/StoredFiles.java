// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.network.NetworkPlan.UnsupportedModelException;
import org.hdtrace.piosim.process.Call;

/**
 * The files of all applications, as far as they are the same for every client and server: how long they are, what room the servers have
 * for that, and which ranks haven't opened them yet. For the simulation's thread.
 */
final class StoredFiles {
    private record Key(int application, int file) {}

    private record Deferred(Key file, int rank) {}

    private final Room room;
    private final Map<Key, StoredFile> files = new HashMap<>();
    /** The file that was used last, mostly the one that is used next; null before. */
    private Key lastKey;

    private StoredFile last;
    private final Set<Deferred> deferred = new HashSet<>();

    /** Without files. */
    StoredFiles(ClusterModel model) {
        this.room = new Room(model.servers());
    }

    /** A file is there before the simulation begins and takes room; the result is what is wrong when the servers have no room for it. */
    Optional<String> claimRoom(ApplicationFile file) {
        return room.changed(file, 0, file.initialSize()).map(Room.Excess::text);
    }

    /** A file of an application, which has its initial size when it is used for the first time. */
    StoredFile of(int application, ApplicationFile file) {
        Key key = lastKey;
        if (key == null || key.application() != application || key.file() != file.id()) {
            lastKey = new Key(application, file.id());
            last = files.computeIfAbsent(lastKey, absent -> new StoredFile(file.initialSize()));
        }
        return last;
    }

    /**
     * A file is so long from now on.
     *
     * @throws UnsupportedModelException when a server has no room for its part
     */
    void resize(StoredFile stored, ApplicationFile file, long size) {
        room.changed(file, stored.size(), size).ifPresent(excess -> {
            throw new UnsupportedModelException(excess.text(file.name()));
        });
        stored.resize(size);
    }

    /** The calling rank opens a file when it needs it. */
    void defer(Call call, ApplicationFile file) {
        deferred.add(deferred(call, file));
    }

    /** Whether the calling rank has yet to open a file that it needs now, which it does. */
    boolean openDeferred(Call call, ApplicationFile file) {
        return !deferred.isEmpty() && deferred.remove(deferred(call, file));
    }

    private static Deferred deferred(Call call, ApplicationFile file) {
        return new Deferred(new Key(call.applicationNumber(), file.id()), call.globalRank());
    }
}
