// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.Component;
import org.hdtrace.piosim.model.cluster.Identity;
import org.hdtrace.piosim.model.cluster.MemoryCopy;
import org.hdtrace.piosim.model.cluster.NetworkEdgeModel;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.SharedMemoryEdge;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.cluster.Topology;
import org.hdtrace.piosim.model.cluster.UniqueNames;

/**
 * Replaces each {@link SharedMemoryEdge} by what it stands for: an edge for the copy in, which keeps its name, a buffer that
 * takes no time, and an edge for the copy out; with a single copy for large messages two {@link MemoryCopy}. Source: MODEL A4. A network with such edges has more switches than its file says,
 * so that a computed routing doesn't fit it.
 */
public final class SharedMemoryCopies {
    private final ClusterModel model;
    private final List<NetworkEdgeModel> edges = new ArrayList<>();
    private final List<NetworkNodeModel> buffers;
    /** The buffer and the copy out by the id of the copy in. */
    private final Map<Integer, int[]> behind = new HashMap<>();

    private final UniqueNames names = new UniqueNames();
    private int nextId;

    private SharedMemoryCopies(ClusterModel model) {
        this.model = model;
        this.buffers = new ArrayList<>(model.networkNodes());
    }

    /** The same model, or one without such edges. */
    public static ClusterModel expand(ClusterModel model) {
        boolean none = model.networkEdges().stream().noneMatch(SharedMemoryEdge.class::isInstance);
        return none ? model : new SharedMemoryCopies(model).expanded();
    }

    private ClusterModel expanded() {
        for (Component component : model.components()) {
            names.unique(component.name());
            nextId = Math.max(nextId, component.id() + 1);
        }
        for (NetworkEdgeModel edge : model.networkEdges()) {
            if (edge instanceof SharedMemoryEdge shared) {
                split(shared);
            } else {
                edges.add(edge);
            }
        }
        return new ClusterModel(
                model.templates(),
                model.applications(),
                model.globalSettings(),
                model.nodes(),
                edges,
                buffers,
                model.topologies().stream().map(this::linked).toList(),
                model.ioRedirections());
    }

    private void split(SharedMemoryEdge shared) {
        Identity buffer = new Identity(names.unique(shared.name() + "-buffer"), nextId++);
        Identity out = new Identity(names.unique(shared.name() + "-out"), nextId++);
        edges.add(copy(shared, shared.identity(), shared.latencyNanos(), false));
        edges.add(copy(shared, out, 0, true));
        buffers.add(new StoreForwardNode(buffer, Double.POSITIVE_INFINITY));
        behind.put(shared.id(), new int[] {buffer.id(), out.id()});
    }

    private static NetworkEdgeModel copy(SharedMemoryEdge shared, Identity identity, long latencyNanos, boolean out) {
        return shared.singleCopy().isNever()
                ? new SimpleNetworkEdge(identity, latencyNanos, shared.bandwidth())
                : new MemoryCopy(identity, latencyNanos, shared.bandwidth(), shared.singleCopy(), out);
    }

    private Topology linked(Topology topology) {
        List<Topology.Link> links = new ArrayList<>();
        for (Topology.Link link : topology.links()) {
            int[] copy = behind.get(link.edge());
            if (copy == null) {
                links.add(link);
            } else {
                links.add(new Topology.Link(link.from(), link.edge(), copy[0]));
                links.add(new Topology.Link(copy[0], copy[1], link.to()));
            }
        }
        return new Topology(topology.name(), topology.routing(), topology.scheduling(), links, topology.logGops());
    }
}
