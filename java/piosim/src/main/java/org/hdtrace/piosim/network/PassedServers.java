// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.Arrays;

/** The components that some messages pass. */
final class PassedServers {
    private static final int INITIAL = 128;
    private static final int NONE = -1;

    private final Paths paths;
    private Server[] all = new Server[INITIAL];
    private int count;
    /** Rises with each collection. */
    private long collection;

    /** None. */
    PassedServers(Paths paths) {
        this.paths = paths;
    }

    int count() {
        return count;
    }

    Server get(int place) {
        return all[place];
    }

    /**
     * Forget those there were, and find those that messages pass.
     *
     * @return false when how long one of them needs depends on more than sizes, or a message has several ways
     */
    boolean collect(MessagesUnderWay messages) {
        count = 0;
        collection++;
        for (int i = 0; i < messages.count(); i++) {
            int pair = messages.get(i).pair;
            int path = pair == NONE ? NONE : paths.onlyPath(pair);
            if (path == NONE || !addPath(path)) {
                return false;
            }
        }
        return true;
    }

    private boolean addPath(int path) {
        int position = path;
        do {
            Server server = paths.stream(position).server;
            if (server.collection != collection) {
                if (server.isPaced()) {
                    return false;
                }
                server.collection = collection;
                add(server);
            }
        } while (!paths.isLast(position++));
        return true;
    }

    private void add(Server server) {
        if (count == all.length) {
            all = Arrays.copyOf(all, 2 * count);
        }
        all[count++] = server;
    }
}
