// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.HostedComponent;
import org.hdtrace.piosim.model.cluster.IoChains;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Router;
import org.hdtrace.piosim.model.cluster.Server;
import org.hdtrace.piosim.network.NetworkPlan;
import org.hdtrace.piosim.network.Transport;

/**
 * How messages go between clients and servers: straight, or through the routers that redirections name, one after the other; answers
 * take the same way back.
 */
final class IoWays {
    private record Way(int clientInterface, int serverInterface) {}

    private final Transport network;
    /** Routers in the order in which requests pass them; no entry for straight ways. */
    private final Map<Way, List<Forwarder>> forwarders = new HashMap<>();

    IoWays(Transport network, ClusterModel model) {
        this.network = network;
        if (model.ioRedirections().isEmpty()) {
            return;
        }
        NetworkPlan plan = network.plan();
        IoChains chains = new IoChains(model);
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
                if (process.nic() == null || process instanceof Router) {
                    continue;
                }
                int client = plan.component(process.nic().id());
                for (Server server : model.servers()) {
                    List<Forwarder> chain = chains.between(process, server).stream()
                            .map(router -> routers.get(router.id()))
                            .toList();
                    if (!chain.isEmpty()) {
                        forwarders.put(
                                new Way(client, plan.component(server.nic().id())), chain);
                    }
                }
            }
        }
    }

    void sendToServer(IoMessage message) {
        List<Forwarder> routers = routers(message.source(), message.target());
        network.send(routers == null ? message : Forwarder.takeOver(message, routers, true));
    }

    void sendToClient(IoMessage message) {
        List<Forwarder> routers = routers(message.target(), message.source());
        network.send(routers == null ? message : Forwarder.takeOver(message, reversed(routers), false));
    }

    /** Begin a message to a client whose bytes become available by and by. */
    void openToClient(IoMessage message) {
        List<Forwarder> routers = routers(message.target(), message.source());
        network.open(routers == null ? message : Forwarder.takeOver(message, reversed(routers), false));
    }

    /** More bytes of a message can be sent. */
    void supply(IoMessage message, long bytes) {
        network.supply(message.firstLeg() == null ? message : message.firstLeg(), bytes);
    }

    /** Null when messages go straight. */
    private List<Forwarder> routers(int clientInterface, int serverInterface) {
        return forwarders.isEmpty() ? null : forwarders.get(new Way(clientInterface, serverInterface));
    }

    private static List<Forwarder> reversed(List<Forwarder> routers) {
        if (routers.size() == 1) {
            return routers;
        }
        List<Forwarder> reversed = new ArrayList<>(routers);
        Collections.reverse(reversed);
        return reversed;
    }
}
