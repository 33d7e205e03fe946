// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CutThroughForwardNode;
import org.hdtrace.piosim.model.cluster.CutThroughNetworkEdge;
import org.hdtrace.piosim.model.cluster.HostedComponent;
import org.hdtrace.piosim.model.cluster.NetworkEdgeModel;
import org.hdtrace.piosim.model.cluster.NetworkInterface;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.NicAnalytical;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Routing;
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
     * @param early whether a packet goes on when its header has passed
     * @param inOrder whether packets are served in the order of arrival
     */
    record Hop(int id, double bandwidth, long latency, boolean unlimited, boolean early, boolean inOrder) {
        /** Bandwidths of the random networks are whole numbers or infinite. */
        long nanos(long bytes) {
            return Double.isInfinite(bandwidth) ? 0 : bytes * 1_000_000_000L / (long) bandwidth;
        }
    }

    private record Tree(Map<Integer, Topology.Link> towards, Map<Integer, Integer> distance) {}

    private final Map<Integer, Tree> trees = new HashMap<>();
    private final Map<Integer, NetworkInterface> interfaces = new HashMap<>();
    private final Map<Integer, Integer> hosts = new HashMap<>();
    private final Map<Integer, NetworkNodeModel> switches = new HashMap<>();
    private final Map<Integer, NetworkEdgeModel> edges = new HashMap<>();
    private final List<Topology.Link> links = new ArrayList<>();
    private final Set<Topology.Link> inTurn = new HashSet<>();
    private final Map<Integer, Boolean> inOrder = new HashMap<>();

    Hops(ClusterModel model) {
        for (Node node : model.nodes()) {
            for (HostedComponent process : node.hosted()) {
                interfaces.put(process.nic().id(), process.nic());
                hosts.put(process.nic().id(), node.id());
            }
        }
        model.networkNodes().forEach(node -> switches.put(node.id(), node));
        model.networkEdges().forEach(edge -> edges.put(edge.id(), edge));
        model.topologies().forEach(this::add);
    }

    private void add(Topology topology) {
        links.addAll(topology.links());
        for (Topology.Link link : topology.links()) {
            if (topology.routing() instanceof Routing.RoundRobinRoute) {
                inTurn.add(link);
            }
            for (int id : new int[] {link.edge(), link.from(), link.to()}) {
                inOrder.putIfAbsent(id, topology.scheduling() == Topology.Scheduling.FIFO);
            }
        }
    }

    /**
     * All components from one interface to another.
     *
     * @param turn how many packets went between the two before
     */
    List<Hop> between(int source, int target, long turn) {
        List<Hop> way = new ArrayList<>();
        way.add(atInterface(source));
        if (source == target) {
            return way;
        }
        boolean summed = interfaces.get(source) instanceof NicAnalytical;
        List<Topology.Link> path = path(source, target, summed ? 0 : turn);
        boolean local = hosts.get(source).equals(hosts.get(target));
        for (Topology.Link link : path) {
            NetworkEdgeModel edge = edges.get(link.edge());
            boolean early = edge instanceof CutThroughNetworkEdge;
            way.add(hop(edge.id(), edge.bandwidth(), edge.latencyNanos(), early));
            way.add(
                    interfaces.containsKey(link.to())
                            ? atInterface(link.to())
                            : atSwitch(switches.get(link.to()), local, path.size() == 2));
        }
        return summed ? summary(way) : way;
    }

    /** The slowest component and all latencies, charged to the sender. */
    private List<Hop> summary(List<Hop> way) {
        double slowest = way.stream().mapToDouble(Hop::bandwidth).min().orElseThrow();
        long latency = way.stream().mapToLong(Hop::latency).sum();
        return List.of(
                new Hop(way.get(0).id, slowest, latency, true, false, inOrder.get(way.get(0).id)),
                way.get(way.size() - 1));
    }

    private Hop atInterface(int id) {
        return hop(id, interfaces.get(id).totalBandwidth(), 0, false);
    }

    private Hop atSwitch(NetworkNodeModel node, boolean sameHost, boolean onlySwitch) {
        double bandwidth;
        if (node instanceof StoreForwardLocalNode local) {
            bandwidth = sameHost ? local.totalBandwidth() / 2 : local.totalBandwidth();
        } else if (node instanceof StoreForwardMemoryNode memory) {
            bandwidth = onlySwitch ? memory.localBandwidth() : memory.totalBandwidth();
        } else if (node instanceof StoreForwardNode plain) {
            bandwidth = plain.totalBandwidth();
        } else {
            bandwidth = Double.POSITIVE_INFINITY;
        }
        return hop(node.id(), bandwidth, 0, node instanceof CutThroughForwardNode);
    }

    private Hop hop(int id, double bandwidth, long latency, boolean early) {
        return new Hop(id, bandwidth, latency, false, early, inOrder.get(id));
    }

    private List<Topology.Link> path(int source, int target, long turn) {
        Tree tree = trees.computeIfAbsent(target, this::search);
        List<Topology.Link> path = new ArrayList<>();
        int vertex = source;
        for (long left = turn;
                vertex != target;
                vertex = path.get(path.size() - 1).to()) {
            List<Topology.Link> choices = List.of(tree.towards.get(vertex));
            if (inTurn.contains(choices.get(0))) {
                choices = inTurnAt(vertex, tree.distance);
            }
            path.add(choices.get((int) (left % choices.size())));
            left /= choices.size();
        }
        return path;
    }

    /** Breadth first from the target backwards; the link by which a vertex is found first is the one it takes. */
    private Tree search(int target) {
        Tree tree = new Tree(new HashMap<>(), new HashMap<>(Map.of(target, 0)));
        Deque<Integer> found = new ArrayDeque<>(List.of(target));
        while (!found.isEmpty()) {
            int vertex = found.remove();
            for (Topology.Link link : links) {
                if (link.to() == vertex
                        && link.from() != target
                        && tree.towards.putIfAbsent(link.from(), link) == null) {
                    tree.distance.put(link.from(), tree.distance.get(vertex) + 1);
                    found.add(link.from());
                }
            }
        }
        return tree;
    }

    private List<Topology.Link> inTurnAt(int vertex, Map<Integer, Integer> distance) {
        return links.stream()
                .filter(link -> link.from() == vertex && inTurn.contains(link))
                .filter(link -> distance.getOrDefault(link.to(), Integer.MAX_VALUE) == distance.get(vertex) - 1)
                .toList();
    }
}
