// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which routers the I/O of processes goes through, of a model whose redirections have been checked. */
public final class IoChains {
    private final Map<Integer, Router> routers = new HashMap<>();
    private final Map<Integer, IoRedirection> redirections = new HashMap<>();

    /** Those of a model. */
    public IoChains(ClusterModel model) {
        this(model.nodes(), model.ioRedirections());
    }

    /** Those of a model that isn't one yet. */
    IoChains(List<Node> nodes, List<IoRedirection> all) {
        for (Node node : nodes) {
            for (HostedComponent process : node.hosted()) {
                if (process instanceof Router router) {
                    routers.put(router.id(), router);
                }
                if (process.nic() != null) {
                    all.stream()
                            .filter(redirection -> redirection.affects(node, process))
                            .findFirst()
                            .ifPresent(redirection -> redirections.put(process.id(), redirection));
                }
            }
        }
    }

    /** The routers between a process and a server in the order in which requests pass them; none on a straight way. */
    public List<Router> between(HostedComponent process, Server server) {
        if (redirections.isEmpty()) {
            return List.of();
        }
        List<Router> chain = new ArrayList<>(1);
        for (Router next = next(process, server); next != null; next = next(next, server)) {
            chain.add(next);
        }
        return chain;
    }

    /** The router to which a process sends what is for a server; null for the server itself. */
    Router next(HostedComponent process, Server server) {
        IoRedirection redirection = redirections.get(process.id());
        return redirection == null ? null : routers.get(redirection.routerTo(server.id()));
    }
}
