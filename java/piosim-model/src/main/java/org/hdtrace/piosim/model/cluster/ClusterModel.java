// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Everything a simulation needs to know about the cluster and the placement of applications on it. Immutable, so any
 * number of simulations may share one.
 *
 * <p>The constructor checks what concerns several components at once: unique names and ids, links between existing
 * parts, one client per thread, and memory for the servers' buffers;
 * {@link InvalidModelException} tells all faults.
 */
public record ClusterModel(
        List<Template> templates,
        List<ApplicationReference> applications,
        GlobalSettings globalSettings,
        List<Node> nodes,
        List<NetworkEdgeModel> networkEdges,
        List<NetworkNodeModel> networkNodes,
        List<Topology> topologies,
        List<IoRedirection> ioRedirections) {

    /**
     * A fault of the model and the component it was found in.
     *
     * @param componentId -1 when it concerns no single component
     * @param part the link, redirection, application or node of servers that it concerns, the very object; null for none
     *     of these
     */
    public record Problem(int componentId, Object part, String text) {
        /** One of a component, -1 for none. */
        public Problem(int componentId, String text) {
            this(componentId, null, text);
        }
    }

    public ClusterModel {
        templates = List.copyOf(templates);
        applications = List.copyOf(applications);
        Objects.requireNonNull(globalSettings, "globalSettings");
        nodes = List.copyOf(nodes);
        networkEdges = List.copyOf(networkEdges);
        networkNodes = List.copyOf(networkNodes);
        topologies = List.copyOf(topologies);
        ioRedirections = List.copyOf(ioRedirections);
        List<Problem> problems = new ModelCheck(
                        applications, globalSettings, nodes, networkEdges, networkNodes, topologies, ioRedirections)
                .problems();
        if (!problems.isEmpty()) {
            throw new InvalidModelException(problems);
        }
    }

    /** All components, each with the parts it contains directly after it. */
    public List<Component> components() {
        return componentsOf(nodes, networkEdges, networkNodes);
    }

    /** The costs that replace the networks of the model, if it has such. */
    public Optional<LogGops> logGops() {
        return topologies.stream()
                .flatMap(topology -> topology.logGops().stream())
                .findFirst();
    }

    /** The client processes in the order of the nodes. */
    public List<ClientProcess> clients() {
        return hosted(ClientProcess.class);
    }

    /** The servers in the order of the nodes; the position is the server's number for striping. */
    public List<Server> servers() {
        return hosted(Server.class);
    }

    public List<Router> routers() {
        return hosted(Router.class);
    }

    private <T extends HostedComponent> List<T> hosted(Class<T> type) {
        return nodes.stream()
                .flatMap(node -> node.hosted().stream())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    static List<Component> componentsOf(
            List<Node> nodes, List<NetworkEdgeModel> networkEdges, List<NetworkNodeModel> networkNodes) {
        List<Component> all = new ArrayList<>();
        for (Node node : nodes) {
            all.add(node);
            for (HostedComponent hosted : node.hosted()) {
                all.add(hosted);
                if (hosted instanceof Server server) {
                    all.add(server.ioSubsystem());
                    all.addAll(server.ioSubsystem().parts());
                    all.add(server.cache());
                }
                if (hosted.nic() != null) {
                    all.add(hosted.nic());
                }
            }
        }
        all.addAll(networkEdges);
        all.addAll(networkNodes);
        return all;
    }
}
