// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.HostedComponent;
import org.hdtrace.piosim.model.cluster.NetworkEdgeModel;
import org.hdtrace.piosim.model.cluster.NetworkInterface;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.NicAnalytical;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.StoreForwardLocalNode;
import org.hdtrace.piosim.model.cluster.StoreForwardMemoryNode;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.cluster.Topology;

/** Ways through a model and what a packet meets there, looked up in the model itself. Source: MODEL B2.2. */
final class Hops {
    /**
     * A component as one pair of interfaces sees it.
     *
     * @param id in the model
     * @param unlimited whether any number of packets may be on their way behind it
     */
    record Hop(int id, double bandwidth, long latency, boolean unlimited) {
        /** Bandwidths of the random networks are whole numbers or infinite. */
        long nanos(long bytes) {
            return Double.isInfinite(bandwidth) ? 0 : bytes * 1_000_000_000L / (long) bandwidth;
        }
    }

    private final Map<Integer, NetworkInterface> interfaces = new HashMap<>();
    private final Map<Integer, Integer> hosts = new HashMap<>();
    private final Map<Integer, NetworkNodeModel> switches = new HashMap<>();
    private final Map<Integer, NetworkEdgeModel> edges = new HashMap<>();
    private final List<Topology.Link> links = new ArrayList<>();

    Hops(ClusterModel model) {
        for (Node node : model.nodes()) {
            for (HostedComponent process : node.hosted()) {
                interfaces.put(process.nic().id(), process.nic());
                hosts.put(process.nic().id(), node.id());
            }
        }
        model.networkNodes().forEach(node -> switches.put(node.id(), node));
        model.networkEdges().forEach(edge -> edges.put(edge.id(), edge));
        model.topologies().forEach(topology -> links.addAll(topology.links()));
    }

    /** All components from one interface to another. */
    List<Hop> between(int source, int target) {
        List<Hop> way = new ArrayList<>();
        way.add(atInterface(source));
        if (source == target) {
            return way;
        }
        List<Topology.Link> path = path(source, target);
        boolean local = hosts.get(source).equals(hosts.get(target));
        for (Topology.Link link : path) {
            NetworkEdgeModel edge = edges.get(link.edge());
            way.add(new Hop(edge.id(), edge.bandwidth(), edge.latencyNanos(), false));
            way.add(
                    link.to() == target
                            ? atInterface(target)
                            : atSwitch(switches.get(link.to()), local, path.size() == 2));
        }
        return interfaces.get(source) instanceof NicAnalytical ? summary(way) : way;
    }

    /** The slowest component and all latencies, charged to the sender. */
    private static List<Hop> summary(List<Hop> way) {
        double slowest = way.stream().mapToDouble(Hop::bandwidth).min().orElseThrow();
        long latency = way.stream().mapToLong(Hop::latency).sum();
        return List.of(new Hop(way.get(0).id, slowest, latency, true), way.get(way.size() - 1));
    }

    private Hop atInterface(int id) {
        return new Hop(id, interfaces.get(id).totalBandwidth(), 0, false);
    }

    private static Hop atSwitch(NetworkNodeModel node, boolean sameHost, boolean onlySwitch) {
        double bandwidth;
        if (node instanceof StoreForwardLocalNode local) {
            bandwidth = sameHost ? local.totalBandwidth() / 2 : local.totalBandwidth();
        } else if (node instanceof StoreForwardMemoryNode memory) {
            bandwidth = onlySwitch ? memory.localBandwidth() : memory.totalBandwidth();
        } else {
            bandwidth = ((StoreForwardNode) node).totalBandwidth();
        }
        return new Hop(node.id(), bandwidth, 0, false);
    }

    /** Breadth first from the target backwards; the link by which a vertex is found first is the one it takes. */
    private List<Topology.Link> path(int source, int target) {
        Map<Integer, Topology.Link> towards = new LinkedHashMap<>();
        Deque<Integer> found = new ArrayDeque<>(List.of(target));
        while (!found.isEmpty()) {
            int vertex = found.remove();
            for (Topology.Link link : links) {
                if (link.to() == vertex && link.from() != target && towards.putIfAbsent(link.from(), link) == null) {
                    found.add(link.from());
                }
            }
        }
        List<Topology.Link> path = new ArrayList<>();
        for (int vertex = source;
                vertex != target;
                vertex = path.get(path.size() - 1).to()) {
            path.add(towards.get(vertex));
        }
        return path;
    }
}
