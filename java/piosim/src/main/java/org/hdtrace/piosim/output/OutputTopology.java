// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.hdtrace.format.project.FileNames;
import org.hdtrace.format.project.TopologyNode;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.network.Transport;
import org.hdtrace.piosim.process.Client;
import org.hdtrace.piosim.storage.StorageServer;

/** The nodes of the projects that a simulation writes, and where their statistics come from. */
final class OutputTopology {
    /**
     * A node with a statistics file.
     *
     * @param source number of its figures in the series
     * @param processor whether it is the load of a host
     */
    record Sampled(List<String> path, int source, boolean processor) {}

    static final List<String> LEVELS = List.of("Hostname", "Rank", "Thread");
    private static final String COMPONENT = "Component";
    private static final String NETWORK = "network";

    private final Simulation simulation;
    private final List<Client> clients;
    private final String[] hostNames;
    private final String networkName;
    private final Set<String> topNames = new HashSet<>();
    private final List<ComponentSeries.Source> sources = new ArrayList<>();
    private final List<Sampled> sampled = new ArrayList<>();
    /** Labels of components by host name, in order. */
    private final Map<String, List<String[]>> components = new HashMap<>();

    OutputTopology(Simulation simulation, List<Client> clients, TraceLevel level) {
        this.simulation = simulation;
        this.clients = clients;
        List<Node> nodes = simulation.model().nodes();
        hostNames = new String[nodes.size()];
        for (int i = 0; i < hostNames.length; i++) {
            hostNames[i] = unique(topNames, nodes.get(i).name());
        }
        networkName = unique(topNames, NETWORK);
        addProcessors();
        if (level.includes(TraceLevel.SERVERS)) {
            addServers();
            addNetwork(level.includes(TraceLevel.ALL));
        }
    }

    List<ComponentSeries.Source> sources() {
        return sources;
    }

    List<Sampled> sampled() {
        return sampled;
    }

    /** Names from the host down to the thread. */
    List<String> path(Client client) {
        return List.of(
                hostNames[client.node()], Integer.toString(client.worldRank()), Integer.toString(client.thread()));
    }

    boolean hasComponents() {
        return !components.isEmpty();
    }

    /** The topology of one application's project. */
    TopologyNode root(String project, String alias) {
        List<TopologyNode> hosts = new ArrayList<>();
        for (int host = 0; host < hostNames.length; host++) {
            List<TopologyNode> children = ranks(host, alias);
            children.addAll(componentNodes(hostNames[host]));
            if (!children.isEmpty()) {
                String label = simulation.model().nodes().get(host).name();
                hosts.add(new TopologyNode(hostNames[host], LEVELS.get(0), label, List.of(hostNames[host]), children));
            }
        }
        List<TopologyNode> network = componentNodes(networkName);
        if (!network.isEmpty()) {
            hosts.add(new TopologyNode(networkName, "Network", NETWORK, List.of(networkName), network));
        }
        return TopologyNode.root(project, hosts);
    }

    private List<TopologyNode> ranks(int host, String alias) {
        TreeMap<Integer, List<TopologyNode>> threads = new TreeMap<>();
        for (Client client : clients) {
            if (client.node() == host && client.application().alias().equals(alias)) {
                String thread = Integer.toString(client.thread());
                threads.computeIfAbsent(client.worldRank(), rank -> new ArrayList<>())
                        .add(new TopologyNode(thread, LEVELS.get(2), thread, path(client), List.of()));
            }
        }
        List<TopologyNode> ranks = new ArrayList<>();
        threads.forEach((rank, below) -> {
            String name = Integer.toString(rank);
            ranks.add(new TopologyNode(name, LEVELS.get(1), name, List.of(hostNames[host], name), below));
        });
        return ranks;
    }

    private List<TopologyNode> componentNodes(String host) {
        List<TopologyNode> nodes = new ArrayList<>();
        for (String[] names : components.getOrDefault(host, List.of())) {
            nodes.add(new TopologyNode(names[0], COMPONENT, names[1], List.of(host, names[0]), List.of()));
        }
        return nodes;
    }

    private void addProcessors() {
        Set<Integer> used = new HashSet<>();
        for (Client client : clients) {
            int node = client.node();
            if (used.add(node)) {
                sampled.add(new Sampled(List.of(hostNames[node]), sources.size(), true));
                sources.add(new ComponentSeries.Source(
                        () -> (long) simulation.processors().busyNanos(node), () -> 0, () -> 0));
            }
        }
    }

    private void addServers() {
        for (StorageServer server : simulation.servers()) {
            add(
                    hostNames[server.node()],
                    server.name(),
                    new ComponentSeries.Source(server::busyNanos, server::bytes, server::queueLength));
        }
    }

    private void addNetwork(boolean everything) {
        Transport network = simulation.network();
        Set<Integer> servers = new HashSet<>();
        simulation.servers().forEach(server -> servers.add(server.networkInterface()));
        for (int i = 0; i < network.plan().size(); i++) {
            if (everything || servers.contains(i)) {
                int component = i;
                int host = network.plan().host(component);
                add(
                        host < 0 ? networkName : hostNames[host],
                        network.plan().name(component),
                        new ComponentSeries.Source(
                                () -> network.busyNanos(component),
                                () -> network.bytesServed(component),
                                () -> network.queueLength(component)));
            }
        }
    }

    private void add(String host, String label, ComponentSeries.Source source) {
        List<String[]> siblings = components.computeIfAbsent(host, h -> new ArrayList<>());
        Set<String> taken = new HashSet<>();
        siblings.forEach(names -> taken.add(names[0]));
        // Names of ranks are numbers; a component that is called like one gets a suffix, too.
        clients.forEach(client -> taken.add(Integer.toString(client.worldRank())));
        String name = unique(taken, label);
        siblings.add(new String[] {name, label});
        sampled.add(new Sampled(List.of(host, name), sources.size(), false));
        sources.add(source);
    }

    private static String unique(Set<String> taken, String label) {
        String name = FileNames.sanitise(label);
        String candidate = name;
        for (int i = 2; !taken.add(candidate); i++) {
            candidate = name + "." + i;
        }
        return candidate;
    }
}
