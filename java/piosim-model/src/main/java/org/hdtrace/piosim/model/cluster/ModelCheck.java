// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the faults of a model that no single component can see. */
final class ModelCheck {
    private final List<ApplicationReference> applications;
    private final GlobalSettings settings;
    private final List<Node> nodes;
    private final List<NetworkEdgeModel> edges;
    private final List<NetworkNodeModel> networkNodes;
    private final List<Topology> topologies;
    private final List<IoRedirection> redirections;
    private final List<ClusterModel.Problem> problems = new ArrayList<>();
    private final Map<Integer, Component> byId = new HashMap<>();

    ModelCheck(
            List<ApplicationReference> applications,
            GlobalSettings settings,
            List<Node> nodes,
            List<NetworkEdgeModel> edges,
            List<NetworkNodeModel> networkNodes,
            List<Topology> topologies,
            List<IoRedirection> redirections) {
        this.applications = applications;
        this.settings = settings;
        this.nodes = nodes;
        this.edges = edges;
        this.networkNodes = networkNodes;
        this.topologies = topologies;
        this.redirections = redirections;
    }

    List<ClusterModel.Problem> problems() {
        checkIdentities();
        checkApplications();
        checkClients();
        checkMemory();
        topologies.forEach(this::checkLinks);
        checkReplacement();
        redirections.forEach(this::checkRedirection);
        if (problems.isEmpty()) {
            new RedirectionCheck(nodes, topologies, redirections, byId)
                    .run((router, text) -> add(router.id(), text), this::addPart);
        }
        return List.copyOf(problems);
    }

    private void add(int id, String text) {
        problems.add(new ClusterModel.Problem(id, text));
    }

    private void addPart(Object part, String text) {
        problems.add(new ClusterModel.Problem(-1, part, text));
    }

    private void checkIdentities() {
        Set<String> names = new HashSet<>();
        for (Component component : ClusterModel.componentsOf(nodes, edges, networkNodes)) {
            if (component.id() < 0) {
                add(-1, "component '" + component.name() + "' has no id");
            } else if (byId.putIfAbsent(component.id(), component) != null) {
                add(
                        component.id(),
                        "id " + component.id() + " of '" + component.name() + "' is also the id of '"
                                + byId.get(component.id()).name() + "': ids are unique over all components");
            }
            if (!names.add(component.name())) {
                add(
                        component.id(),
                        "name '" + component.name() + "' is used twice: names are unique over all components");
            }
        }
    }

    private void checkApplications() {
        Set<String> aliases = new HashSet<>();
        for (ApplicationReference application : applications) {
            if (!aliases.add(application.alias())) {
                addPart(application, "application alias '" + application.alias() + "' is used twice");
            }
        }
    }

    private void checkClients() {
        Map<String, String> seen = new HashMap<>();
        for (Node node : nodes) {
            for (HostedComponent hosted : node.hosted()) {
                if (hosted instanceof ClientProcess client) {
                    String place = "application '" + client.application() + "' rank " + client.rank() + " thread "
                            + client.thread();
                    String other = seen.putIfAbsent(place, client.name());
                    if (other != null) {
                        add(client.id(), place + " is placed twice: '" + other + "' and '" + client.name() + "'");
                    }
                }
            }
        }
    }

    private void checkMemory() {
        for (Node node : nodes) {
            boolean hasServer = node.hosted().stream().anyMatch(Server.class::isInstance);
            if (hasServer && node.memoryBytes() < 2 * settings.ioGranularity()) {
                String text = "MemorySize=" + node.memoryBytes()
                        + ": a node with a server needs at least twice the IOGranularity, "
                        + 2 * settings.ioGranularity();
                problems.add(new ClusterModel.Problem(node.id(), node, text));
            }
            boolean hasRouter = node.hosted().stream().anyMatch(Router.class::isInstance);
            if (hasRouter && node.memoryBytes() < 2 * settings.transferGranularity()) {
                String text = "MemorySize=" + node.memoryBytes()
                        + ": a node with a router needs at least twice the TransferGranularity, "
                        + 2 * settings.transferGranularity();
                problems.add(new ClusterModel.Problem(node.id(), node, text));
            }
        }
    }

    private void checkLinks(Topology topology) {
        Set<Integer> used = new HashSet<>();
        for (Topology.Link link : topology.links()) {
            String place = "topology '" + topology.name() + "': ";
            checkEnd(link, place, link.from());
            checkEnd(link, place, link.to());
            if (!(byId.get(link.edge()) instanceof NetworkEdgeModel)) {
                addPart(link, place + "edge id " + link.edge() + " is not a network edge");
            } else if (!used.add(link.edge())) {
                addPart(link, place + "edge id " + link.edge() + " is used twice: a cable is two edges");
            }
        }
    }

    private void checkReplacement() {
        List<String> names = topologies.stream()
                .filter(topology -> topology.logGops().isPresent())
                .map(Topology::name)
                .toList();
        if (names.size() > 1) {
            add(-1, "topologies " + names + ": only one may be LogGOPS, it replaces all others");
        }
    }

    private void checkEnd(Topology.Link link, String place, int id) {
        Component end = byId.get(id);
        if (!(end instanceof NetworkInterface || end instanceof NetworkNodeModel)) {
            addPart(link, place + "id " + id + " is not a network interface or network node");
        }
    }

    private void checkRedirection(IoRedirection redirection) {
        redirection.viaByServer().forEach((server, router) -> {
            if (!(byId.get(server) instanceof Server)) {
                addPart(redirection, "redirection: id " + server + " is not a server");
            }
            checkRouter(redirection, router);
        });
        checkRouter(redirection, redirection.defaultRouter());
        for (int id : redirection.affected()) {
            if (!byId.containsKey(id)) {
                addPart(redirection, "redirection: id " + id + " is not a component");
            }
        }
    }

    private void checkRouter(IoRedirection redirection, int id) {
        if (id != IoRedirection.DIRECT && !(byId.get(id) instanceof Router)) {
            addPart(redirection, "redirection: id " + id + " is not a router");
        }
    }
}
