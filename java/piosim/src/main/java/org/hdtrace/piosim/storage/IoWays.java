// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.HashMap;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.HostedComponent;
import org.hdtrace.piosim.model.cluster.IoRedirection;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Router;
import org.hdtrace.piosim.model.cluster.Server;
import org.hdtrace.piosim.network.NetworkPlan;
import org.hdtrace.piosim.network.Transport;

/**
 * How messages go between clients and servers: straight, or through the router that a redirection names.
 */
final class IoWays {
    private record Way(int clientInterface, int serverInterface) {}

    private final Transport network;
    private final Map<Way, Forwarder> forwarders = new HashMap<>();

    IoWays(Transport network, ClusterModel model) {
        this.network = network;
        if (model.ioRedirections().isEmpty()) {
            return;
        }
        NetworkPlan plan = network.plan();
        Map<Integer, Forwarder> routers = new HashMap<>();
        for (Node node : model.nodes()) {
            for (HostedComponent process : node.hosted()) {
                if (process instanceof Router router) {
                    int nic = plan.component(router.nic().id());
                    routers.put(router.id(), new Forwarder(network, nic, node.memoryBytes()));
                }
            }
        }
        for (Node node : model.nodes()) {
            for (HostedComponent process : node.hosted()) {
                IoRedirection redirection = process.nic() == null
                        ? null
                        : IoRedirection.of(model, node, process).orElse(null);
                if (redirection != null) {
                    int client = plan.component(process.nic().id());
                    for (Server server : model.servers()) {
                        Forwarder router = routers.get(redirection.routerTo(server.id()));
                        if (router != null) {
                            forwarders.put(
                                    new Way(client, plan.component(server.nic().id())), router);
                        }
                    }
                }
            }
        }
    }

    void sendToServer(IoMessage message) {
        Forwarder router = router(message.source(), message.target());
        network.send(router == null ? message : router.takeOver(message, true));
    }

    void sendToClient(IoMessage message) {
        Forwarder router = router(message.target(), message.source());
        network.send(router == null ? message : router.takeOver(message, false));
    }

    /** Begin a message to a client whose bytes become available by and by. */
    void openToClient(IoMessage message) {
        Forwarder router = router(message.target(), message.source());
        network.open(router == null ? message : router.takeOver(message, false));
    }

    /** More bytes of a message can be sent. */
    void supply(IoMessage message, long bytes) {
        network.supply(message.firstLeg() == null ? message : message.firstLeg(), bytes);
    }

    /** Null when messages go straight. */
    private Forwarder router(int clientInterface, int serverInterface) {
        return forwarders.isEmpty() ? null : forwarders.get(new Way(clientInterface, serverInterface));
    }
}
