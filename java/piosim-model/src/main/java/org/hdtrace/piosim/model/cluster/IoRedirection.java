// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Sends the I/O of some components through routers. All numbers are component ids.
 *
 * @param defaultRouter router for servers that {@code viaByServer} doesn't list, {@link #DIRECT} for none
 * @param viaByServer router by server; {@link #DIRECT} as value for an explicit direct way
 * @param affected components whose I/O is redirected: client processes, routers, the network interfaces of either, or nodes,
 *     which stand for their client processes
 */
public record IoRedirection(int defaultRouter, Map<Integer, Integer> viaByServer, Set<Integer> affected) {
    /** No router: straight to the server. */
    public static final int DIRECT = -1;

    public IoRedirection {
        viaByServer = java.util.Collections.unmodifiableMap(new TreeMap<>(viaByServer));
        affected = java.util.Collections.unmodifiableSet(new TreeSet<>(affected));
    }

    /** The id of the router on the way to a server, or {@link #DIRECT}. */
    public int routerTo(int server) {
        return viaByServer.getOrDefault(server, defaultRouter);
    }

    /** Whether it names a process with a network interface, that interface or, but of a router, the node of the process. */
    boolean affects(Node node, HostedComponent process) {
        return affected.contains(process.id())
                || affected.contains(process.nic().id())
                || (affected.contains(node.id()) && !(process instanceof Router));
    }
}
