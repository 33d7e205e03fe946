// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.Arrays;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.Component;
import org.hdtrace.piosim.model.cluster.CutThroughForwardNode;
import org.hdtrace.piosim.model.cluster.CutThroughNetworkEdge;
import org.hdtrace.piosim.model.cluster.HostedComponent;
import org.hdtrace.piosim.model.cluster.MemoryCopy;
import org.hdtrace.piosim.model.cluster.NetworkEdgeModel;
import org.hdtrace.piosim.model.cluster.NetworkInterface;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.Nic;
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
        EDGE_CUT_THROUGH,
        NODE,
        NODE_LOCAL,
        NODE_MEMORY,
        NODE_CUT_THROUGH;

        /** Whether a packet goes on as soon as its header has passed. */
        boolean cutsThrough() {
            return this == EDGE_CUT_THROUGH || this == NODE_CUT_THROUGH;
        }

        /** Whether packets between near interfaces have a bandwidth of their own. */
        boolean knowsNear() {
            return this == NODE_LOCAL || this == NODE_MEMORY;
        }
    }

    /** A model that is valid but uses something this simulator doesn't execute. */
    public static final class UnsupportedModelException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        public UnsupportedModelException(String message) {
            super(message);
        }
    }

    private static final int NONE = -1;

    /** Model ids in rising order and the component numbers that belong to them. */
    private final int[] ids;

    private final int[] numbersById;
    private final String[] names;
    private final Kind[] kinds;
    private final double[] bandwidths;
    private final double[] localBandwidths;
    private final long[] latencies;
    private final NetworkEdgeModel[] edges;
    private final int[] hosts;
    private final boolean[] fifo;
    private final int[] topologies;
    private final Arcs out;
    private final Arcs in;
    private final int[] edgeSource;
    private final int[] edgeTarget;
    private final boolean[] hasOneSource;
    private final boolean[] hasOneTarget;
    private int count;

    /** The edges at every vertex, one after the other in one array. */
    private static final class Arcs {
        private final int[] begin;
        private final int[] edges;

        Arcs(int vertices, int[] vertexOfLink, int[] edgeOfLink) {
            begin = new int[vertices + 1];
            edges = new int[edgeOfLink.length];
            for (int vertex : vertexOfLink) {
                begin[vertex + 1]++;
            }
            for (int vertex = 0; vertex < vertices; vertex++) {
                begin[vertex + 1] += begin[vertex];
            }
            int[] next = Arrays.copyOf(begin, vertices);
            for (int link = 0; link < edges.length; link++) {
                edges[next[vertexOfLink[link]]++] = edgeOfLink[link];
            }
        }

        int count(int vertex) {
            return begin[vertex + 1] - begin[vertex];
        }

        int edge(int vertex, int index) {
            return edges[begin[vertex] + index];
        }
    }

    public NetworkPlan(ClusterModel model) {
        int size = interfaces(model)
                + model.networkNodes().size()
                + model.networkEdges().size();
        ids = new int[size];
        names = new String[size];
        kinds = new Kind[size];
        bandwidths = new double[size];
        localBandwidths = new double[size];
        latencies = new long[size];
        edges = new NetworkEdgeModel[size];
        hosts = new int[size];
        for (int host = 0; host < model.nodes().size(); host++) {
            for (HostedComponent process : model.nodes().get(host).hosted()) {
                if (process.nic() != null) {
                    addInterface(process.nic(), host);
                }
            }
        }
        model.networkNodes().forEach(this::addNode);
        model.networkEdges().forEach(this::addEdge);
        numbersById = sortIds();
        int links = model.topologies().stream().mapToInt(t -> t.links().size()).sum();
        int[] edge = new int[links];
        int[] from = new int[links];
        int[] to = new int[links];
        edgeSource = new int[size];
        edgeTarget = new int[size];
        Arrays.fill(edgeSource, -1);
        hasOneSource = new boolean[size];
        hasOneTarget = new boolean[size];
        fifo = new boolean[size];
        topologies = new int[size];
        Arrays.fill(topologies, NONE);
        int number = 0;
        for (int t = 0; t < model.topologies().size(); t++) {
            Topology topology = model.topologies().get(t);
            for (Topology.Link link : topology.links()) {
                edge[number] = component(link.edge());
                from[number] = component(link.from());
                to[number] = component(link.to());
                int known = edgeSource[edge[number]];
                hasOneSource[edge[number]] = known == NONE || (known == from[number] && hasOneSource[edge[number]]);
                hasOneTarget[edge[number]] =
                        known == NONE || (edgeTarget[edge[number]] == to[number] && hasOneTarget[edge[number]]);
                edgeSource[edge[number]] = from[number];
                edgeTarget[edge[number]] = to[number];
                boolean inOrder = topology.scheduling() == Topology.Scheduling.FIFO;
                belongs(edge[number], t, inOrder);
                belongs(from[number], t, inOrder);
                belongs(to[number], t, inOrder);
                number++;
            }
        }
        out = new Arcs(size, from, edge);
        in = new Arcs(size, to, edge);
    }

    /** Number of interfaces, switches and edges. */
    public int size() {
        return names.length;
    }

    /** The number of the component that has this id in the model. */
    public int component(int modelId) {
        int position = Arrays.binarySearch(ids, modelId);
        if (position < 0) {
            throw new UnsupportedModelException("component id=" + modelId + " takes no part in the network");
        }
        return numbersById[position];
    }

    /** Unique name in the model. */
    public String name(int component) {
        return names[component];
    }

    Kind kind(int component) {
        return kinds[component];
    }

    /** What sort of component it is, as the model spells it. */
    public String typeName(int component) {
        return switch (kinds[component]) {
            case NIC, NIC_ANALYTICAL -> "NIC";
            case EDGE, EDGE_CUT_THROUGH -> "NetworkEdge";
            case NODE, NODE_LOCAL, NODE_MEMORY, NODE_CUT_THROUGH -> "NetworkNode";
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

    /** How long packets take at a component where that isn't their size over the bandwidth; null for most. */
    Pace pace(int component) {
        return edges[component] == null ? null : Pace.of(edges[component]);
    }

    /** What may pass a component at once after a pause, in ns at its rate; 0 for most. */
    long burstNanos(int component) {
        return edges[component] instanceof SimpleNetworkEdge simple
                ? TransferTime.nanos(simple.burstBytes(), simple.bandwidth())
                : 0;
    }

    /** Whether some interface sends packets that come out at the receiving one at once, not over the edge in front of it. */
    public boolean hasAnalytical() {
        return Arrays.asList(kinds).contains(Kind.NIC_ANALYTICAL);
    }

    /** Whether a component treats messages by their size, which {@link Kind#NIC_ANALYTICAL} can't sum up. */
    boolean dependsOnMessage(int component) {
        return edges[component] instanceof MemoryCopy;
    }

    /** Number of the host of an interface, -1 for a switch or edge. */
    public int host(int component) {
        return hosts[component];
    }

    /** Whether a component serves packets in the order of arrival, not streams in turn. */
    boolean isFifo(int component) {
        return fifo[component];
    }

    /** Position of the topology of an edge in the model. */
    public int topology(int edge) {
        return topologies[edge];
    }

    /** Number of edges that an interface or switch sends into. */
    public int outCount(int vertex) {
        return out.count(vertex);
    }

    /** An edge that an interface or switch sends into, in the order of the model: its port of that number. */
    public int outEdge(int vertex, int port) {
        return out.edge(vertex, port);
    }

    /** Number of edges that end at an interface or switch. */
    public int inCount(int vertex) {
        return in.count(vertex);
    }

    /** An edge that ends at an interface or switch, in the order of the model. */
    public int inEdge(int vertex, int port) {
        return in.edge(vertex, port);
    }

    /** The interface or switch that sends into an edge, -1 when the edge isn't connected. */
    public int edgeSource(int edge) {
        return edgeSource[edge];
    }

    /** Whether a component is an edge into which a single interface or switch sends, in all topologies. */
    boolean hasOneSource(int component) {
        return hasOneSource[component];
    }

    /** Whether a component is an edge at whose end is a single interface or switch, in all topologies. */
    boolean hasOneTarget(int component) {
        return hasOneTarget[component];
    }

    /** The interface or switch at the end of a connected edge. */
    public int edgeTarget(int edge) {
        return edgeTarget[edge];
    }

    /** A switch or interface between several topologies does as the first one says. */
    private void belongs(int component, int topology, boolean inOrder) {
        if (topologies[component] == NONE) {
            topologies[component] = topology;
            fifo[component] = inOrder;
        }
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
            add(node, Kind.NODE_CUT_THROUGH, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 0, -1);
        }
    }

    private void addEdge(NetworkEdgeModel edge) {
        edges[count] = edge;
        Kind kind = edge instanceof CutThroughNetworkEdge ? Kind.EDGE_CUT_THROUGH : Kind.EDGE;
        add(edge, kind, edge.bandwidth(), edge.bandwidth(), edge.latencyNanos(), -1);
    }

    private void add(Component component, Kind kind, double bandwidth, double local, long latency, int host) {
        int number = count++;
        ids[number] = component.id();
        names[number] = component.name();
        kinds[number] = kind;
        bandwidths[number] = bandwidth;
        localBandwidths[number] = local;
        latencies[number] = latency;
        hosts[number] = host;
    }

    /** Ids are any integers; sorted together with their numbers they are found without boxes. */
    private int[] sortIds() {
        long[] keys = new long[count];
        for (int number = 0; number < count; number++) {
            keys[number] = (long) ids[number] << 32 | number;
        }
        Arrays.sort(keys);
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            ids[i] = (int) (keys[i] >> 32);
            numbers[i] = (int) keys[i];
        }
        return numbers;
    }

    private static int interfaces(ClusterModel model) {
        return (int) model.nodes().stream()
                .flatMap(node -> node.hosted().stream())
                .filter(process -> process.nic() != null)
                .count();
    }
}
