// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.Component;
import org.hdtrace.piosim.model.cluster.CutThroughForwardNode;
import org.hdtrace.piosim.model.cluster.CutThroughNetworkEdge;
import org.hdtrace.piosim.model.cluster.HostedComponent;
import org.hdtrace.piosim.model.cluster.NetworkEdgeModel;
import org.hdtrace.piosim.model.cluster.NetworkInterface;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardLocalNode;
import org.hdtrace.piosim.model.cluster.StoreForwardMemoryNode;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.cluster.Topology;

/**
 * The network part of a model in flat arrays: one number per interface, switch and edge. Immutable.
 *
 * <p>Interfaces and switches are the vertices of the routing graph, edges its arcs.
 */
public final class NetworkPlan {
    /** What a component does with a packet. */
    enum Kind {
        NIC,
        NIC_ANALYTICAL,
        EDGE,
        NODE,
        NODE_LOCAL,
        NODE_MEMORY
    }

    /** A model that is valid but uses something this simulator doesn't execute. */
    public static final class UnsupportedModelException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        public UnsupportedModelException(String message) {
            super(message);
        }
    }

    private final Map<Integer, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<Kind> kinds = new ArrayList<>();
    private double[] bandwidths = new double[16];
    private double[] localBandwidths = new double[16];
    private long[] latencies = new long[16];
    private int[] hosts = new int[16];
    private final boolean fifo;
    private final int[][] outEdges;
    private final int[][] inEdges;
    private final int[] edgeSource;
    private final int[] edgeTarget;

    public NetworkPlan(ClusterModel model) {
        for (int host = 0; host < model.nodes().size(); host++) {
            Node node = model.nodes().get(host);
            for (HostedComponent process : node.hosted()) {
                if (process.nic() != null) {
                    addInterface(process.nic(), host);
                }
            }
        }
        model.networkNodes().forEach(this::addNode);
        model.networkEdges().forEach(this::addEdge);
        int count = names.size();
        List<List<Integer>> out = lists(count);
        List<List<Integer>> in = lists(count);
        edgeSource = new int[count];
        edgeTarget = new int[count];
        Arrays.fill(edgeSource, -1);
        for (Topology topology : model.topologies()) {
            if (topology.routing() instanceof Routing.RoundRobinRoute) {
                throw new UnsupportedModelException(
                        "topology '" + topology.name() + "': RoundRobinRoute isn't simulated by this version");
            }
            for (Topology.Link link : topology.links()) {
                int edge = component(link.edge());
                edgeSource[edge] = component(link.from());
                edgeTarget[edge] = component(link.to());
                out.get(edgeSource[edge]).add(edge);
                in.get(edgeTarget[edge]).add(edge);
            }
        }
        fifo = !model.topologies().isEmpty()
                && model.topologies().stream().allMatch(t -> t.scheduling() == Topology.Scheduling.FIFO);
        outEdges = arrays(out);
        inEdges = arrays(in);
    }

    /** Number of interfaces, switches and edges. */
    public int size() {
        return names.size();
    }

    /** The number of the component that has this id in the model. */
    public int component(int modelId) {
        Integer number = numbers.get(modelId);
        if (number == null) {
            throw new UnsupportedModelException("component id=" + modelId + " takes no part in the network");
        }
        return number;
    }

    /** Unique name in the model. */
    public String name(int component) {
        return names.get(component);
    }

    Kind kind(int component) {
        return kinds.get(component);
    }

    /** What sort of component it is, as the model spells it. */
    public String typeName(int component) {
        return switch (kinds.get(component)) {
            case NIC, NIC_ANALYTICAL -> "NIC";
            case EDGE -> "NetworkEdge";
            case NODE, NODE_LOCAL, NODE_MEMORY -> "NetworkNode";
        };
    }

    double bandwidth(int component) {
        return bandwidths[component];
    }

    double localBandwidth(int component) {
        return localBandwidths[component];
    }

    long latency(int component) {
        return latencies[component];
    }

    /** Number of the host of an interface, -1 for a switch or edge. */
    public int host(int component) {
        return hosts[component];
    }

    boolean isFifo() {
        return fifo;
    }

    int[] outEdges(int vertex) {
        return outEdges[vertex];
    }

    int[] inEdges(int vertex) {
        return inEdges[vertex];
    }

    int edgeSource(int edge) {
        return edgeSource[edge];
    }

    int edgeTarget(int edge) {
        return edgeTarget[edge];
    }

    private void addInterface(NetworkInterface nic, int host) {
        Kind kind = nic instanceof Nic ? Kind.NIC : Kind.NIC_ANALYTICAL;
        add(nic, kind, nic.totalBandwidth(), nic.totalBandwidth(), 0, host);
    }

    private void addNode(NetworkNodeModel node) {
        if (node instanceof StoreForwardNode plain) {
            add(node, Kind.NODE, plain.totalBandwidth(), plain.totalBandwidth(), 0, -1);
        } else if (node instanceof StoreForwardLocalNode local) {
            add(node, Kind.NODE_LOCAL, local.totalBandwidth(), local.totalBandwidth() / 2, 0, -1);
        } else if (node instanceof StoreForwardMemoryNode memory) {
            add(node, Kind.NODE_MEMORY, memory.totalBandwidth(), memory.localBandwidth(), 0, -1);
        } else if (node instanceof CutThroughForwardNode) {
            throw new UnsupportedModelException(
                    "network node '" + node.name() + "': CutThroughForwardNode isn't simulated by this version");
        }
    }

    private void addEdge(NetworkEdgeModel edge) {
        if (edge instanceof SimpleNetworkEdge simple) {
            add(edge, Kind.EDGE, simple.bandwidth(), simple.bandwidth(), simple.latencyNanos(), -1);
        } else if (edge instanceof CutThroughNetworkEdge) {
            throw new UnsupportedModelException(
                    "network edge '" + edge.name() + "': CutThroughNetworkEdge isn't simulated by this version");
        }
    }

    private void add(Component component, Kind kind, double bandwidth, double local, long latency, int host) {
        int number = names.size();
        if (number == bandwidths.length) {
            bandwidths = Arrays.copyOf(bandwidths, number * 2);
            localBandwidths = Arrays.copyOf(localBandwidths, number * 2);
            latencies = Arrays.copyOf(latencies, number * 2);
            hosts = Arrays.copyOf(hosts, number * 2);
        }
        numbers.put(component.id(), number);
        names.add(component.name());
        kinds.add(kind);
        bandwidths[number] = bandwidth;
        localBandwidths[number] = local;
        latencies[number] = latency;
        hosts[number] = host;
    }

    private static List<List<Integer>> lists(int count) {
        List<List<Integer>> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            all.add(new ArrayList<>(2));
        }
        return all;
    }

    private static int[][] arrays(List<List<Integer>> lists) {
        return lists.stream()
                .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }
}
