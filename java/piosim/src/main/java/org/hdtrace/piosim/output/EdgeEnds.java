// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.util.HashMap;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.HostedComponent;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Topology;

/**
 * What each edge of a network joins, for those who read its name in a project: hosts, with the process where a host has several, and
 * switches. Immutable.
 */
final class EdgeEnds {
    private final Map<String, String> byName = new HashMap<>();

    EdgeEnds(ClusterModel model) {
        Map<Integer, String> ends = new HashMap<>();
        model.nodes().forEach(node -> addInterfaces(node, ends));
        model.networkNodes().forEach(node -> ends.put(node.id(), node.name()));
        Map<Integer, String> edges = new HashMap<>();
        model.networkEdges().forEach(edge -> edges.put(edge.id(), edge.name()));
        for (Topology topology : model.topologies()) {
            for (Topology.Link link : topology.links()) {
                byName.put(edges.get(link.edge()), ends.get(link.from()) + " to " + ends.get(link.to()));
            }
        }
    }

    private static void addInterfaces(Node node, Map<Integer, String> ends) {
        long count = node.hosted().stream().filter(part -> part.nic() != null).count();
        for (HostedComponent part : node.hosted()) {
            if (part.nic() != null) {
                ends.put(part.nic().id(), count == 1 ? node.name() : node.name() + "/" + part.name());
            }
        }
    }

    /** The name of a component, of an edge with what it joins: {@code c0_TX (n0 to SW)}. */
    String label(String component) {
        String ends = byName.get(component);
        return ends == null ? component : component + " (" + ends + ")";
    }
}
