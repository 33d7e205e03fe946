// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Finds what a valid model states for nothing; processes of applications that aren't listed are {@link IdleClients}. */
public final class UnusedParts {
    private UnusedParts() {}

    /** One line for each part, in the order of the model. */
    public static List<String> of(ClusterModel model) {
        List<String> unused = new ArrayList<>();
        Set<String> placed = new TreeSet<>();
        model.clients().forEach(client -> placed.add(client.application()));
        for (ApplicationReference application : model.applications()) {
            if (!placed.remove(application.alias())) {
                unused.add("application '" + application.alias() + "': no ClientProcess is of it");
            }
        }
        if (model.logGops().isPresent()) {
            model.topologies().stream()
                    .filter(topology -> topology.logGops().isEmpty())
                    .forEach(topology ->
                            unused.add("topology '" + topology.name() + "': a LogGOPS topology replaces it"));
            return List.copyOf(unused);
        }
        Set<Integer> linked = new HashSet<>();
        for (Topology topology : model.topologies()) {
            for (Topology.Link link : topology.links()) {
                linked.addAll(List.of(link.from(), link.edge(), link.to()));
            }
        }
        for (NetworkNodeModel node : model.networkNodes()) {
            addUnlinked(unused, linked, "network node", node);
        }
        for (NetworkEdgeModel edge : model.networkEdges()) {
            addUnlinked(unused, linked, "network edge", edge);
        }
        return List.copyOf(unused);
    }

    private static void addUnlinked(List<String> unused, Set<Integer> linked, String kind, Component component) {
        if (!linked.contains(component.id())) {
            unused.add(kind + " '" + component.name() + "': no topology has it");
        }
    }
}
