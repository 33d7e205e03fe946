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
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.process.Client;

/**
 * The nodes of the projects that a simulation writes: hosts with their ranks and components, and the network with what is
 * on no host. Names are as files need them and unique; labels are the names in the model, of edges with what they join. Source: MODEL A7, FORMATS A1.
 */
final class OutputTopology {
    /** A component by its names in files and in the model. */
    private record Component(String name, String label) {}

    static final List<String> LEVELS = List.of("Hostname", "Rank", "Thread");
    /** In place of the number of a host: the component is on none. */
    static final int NO_HOST = -1;

    private static final String COMPONENT = "Component";
    private static final String NETWORK = "network";

    private final List<Node> nodes;
    private final List<List<Client>> clientsOfHosts = new ArrayList<>();
    private final String[] hostNames;
    private final String networkName;
    private final Set<String> rankNames = new HashSet<>();
    /** By host name, in order, and the names that are taken there. */
    private final Map<String, List<Component>> components = new HashMap<>();

    private final Map<String, Set<String>> taken = new HashMap<>();

    OutputTopology(List<Node> nodes, List<Client> clients) {
        this.nodes = nodes;
        nodes.forEach(node -> clientsOfHosts.add(new ArrayList<>(1)));
        for (Client client : clients) {
            clientsOfHosts.get(client.node()).add(client);
            rankNames.add(Integer.toString(client.worldRank()));
        }
        Set<String> topNames = new HashSet<>();
        hostNames = new String[nodes.size()];
        for (int i = 0; i < hostNames.length; i++) {
            hostNames[i] = unique(topNames, nodes.get(i).name());
        }
        networkName = unique(topNames, NETWORK);
    }

    /** Numbers of the hosts that run threads of programs. */
    int[] hostsWithClients() {
        List<Integer> hosts = new ArrayList<>();
        for (int host = 0; host < hostNames.length; host++) {
            if (!clientsOfHosts.get(host).isEmpty()) {
                hosts.add(host);
            }
        }
        return hosts.stream().mapToInt(Integer::intValue).toArray();
    }

    List<String> path(int host) {
        return List.of(hostNames[host]);
    }

    /** Add a component that is called as in the model. */
    List<String> add(int host, String name) {
        return add(host, name, name);
    }

    /** Names from the host down to the thread. */
    List<String> path(Client client) {
        return List.of(
                hostNames[client.node()], Integer.toString(client.worldRank()), Integer.toString(client.thread()));
    }

    /**
     * Add a component; the result is its path.
     *
     * @param host its number, or {@link #NO_HOST}
     * @param name of it in the model, which its files have
     * @param label what a reader sees
     */
    List<String> add(int host, String name, String label) {
        String above = host == NO_HOST ? networkName : hostNames[host];
        // Names of ranks are numbers; a component that is called like one gets a suffix, too.
        Set<String> names = taken.computeIfAbsent(above, h -> new HashSet<>());
        String sane = FileNames.sanitise(name);
        if (rankNames.contains(sane)) {
            names.add(sane);
        }
        String free = unique(names, name);
        components.computeIfAbsent(above, h -> new ArrayList<>(1)).add(new Component(free, label));
        return List.of(above, free);
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
                String label = nodes.get(host).name();
                hosts.add(new TopologyNode(hostNames[host], LEVELS.get(0), label, path(host), children));
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
        for (Client client : clientsOfHosts.get(host)) {
            if (client.application().alias().equals(alias)) {
                String thread = Integer.toString(client.thread());
                threads.computeIfAbsent(client.worldRank(), rank -> new ArrayList<>(1))
                        .add(new TopologyNode(thread, LEVELS.get(2), thread, path(client), List.of()));
            }
        }
        List<TopologyNode> ranks = new ArrayList<>(threads.size());
        threads.forEach((rank, below) -> {
            String name = Integer.toString(rank);
            ranks.add(new TopologyNode(name, LEVELS.get(1), name, List.of(hostNames[host], name), below));
        });
        return ranks;
    }

    private List<TopologyNode> componentNodes(String host) {
        List<TopologyNode> all = new ArrayList<>();
        for (Component component : components.getOrDefault(host, List.of())) {
            List<String> path = List.of(host, component.name());
            all.add(new TopologyNode(component.name(), COMPONENT, component.label(), path, List.of()));
        }
        return all;
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
