// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.Topology;
import org.hdtrace.piosim.model.document.Element;
import org.hdtrace.piosim.model.document.Faults;
import org.hdtrace.piosim.model.document.Names;

/** Makes topologies from their elements. */
final class TopologyReader {
    static final Map<String, Routing> ROUTINGS = Map.of(
            "PaketFirstRoute", new Routing.FirstRoute(),
            "PaketRoundRobinRoute", new Routing.RoundRobinRoute(),
            "PaketSymmetricHierarchicalRoute", new Routing.SymmetricHierarchicalRoute());

    private static final String PREFIX = "paket";

    private final Faults faults;
    private final Fields fields;

    TopologyReader(Faults faults, Fields fields) {
        this.faults = faults;
        this.fields = fields;
    }

    List<Topology> topologies(Element list) {
        fields.onlyChildren(list, List.of("Topology"));
        List<Topology> all = new ArrayList<>();
        for (Element element : list.children("Topology")) {
            all.add(topology(element, all.size()));
        }
        return all;
    }

    private Topology topology(Element element, int number) {
        fields.onlyChildren(element, List.of("ROUTINGALGORITHM", "Node"));
        fields.onlyAttributes(element, List.of("name", "scheduling"));
        List<Topology.Link> links = new ArrayList<>();
        for (Element node : element.children("Node")) {
            fields.onlyChildren(node, List.of("Edge"));
            int from = fields.id(node, "id");
            for (Element edge : node.children("Edge")) {
                links.add(new Topology.Link(from, fields.id(edge, "id"), fields.id(edge, "to")));
            }
        }
        String name = element.attribute("name").orElse("topology" + number);
        return new Topology(name, routing(element), scheduling(element), links);
    }

    private Topology.Scheduling scheduling(Element element) {
        String text = element.attribute("scheduling").orElse("RoundRobin");
        if (text.equalsIgnoreCase("FIFO")) {
            return Topology.Scheduling.FIFO;
        }
        if (!text.equalsIgnoreCase("RoundRobin")) {
            faults.add(element, "scheduling='" + text + "': must be one of RoundRobin, FIFO");
        }
        return Topology.Scheduling.ROUND_ROBIN;
    }

    private Routing routing(Element topology) {
        Element algorithm = topology.child("ROUTINGALGORITHM")
                .flatMap(wrapper -> wrapper.children().stream().findFirst())
                .orElse(null);
        if (algorithm == null) {
            return new Routing.FirstRoute();
        }
        String name = plain(Names.implementationOf(algorithm).orElse(algorithm.tag()));
        for (Map.Entry<String, Routing> routing : ROUTINGS.entrySet()) {
            if (plain(routing.getKey()).equals(name)) {
                return routing.getValue();
            }
        }
        faults.add(
                algorithm,
                "implementation='" + Names.implementationOf(algorithm).orElse("") + "' is unknown; allowed are: "
                        + String.join(", ", ROUTINGS.keySet().stream().sorted().toList()));
        return new Routing.FirstRoute();
    }

    /** Without the original's prefix and case. */
    private static String plain(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.startsWith(PREFIX) ? lower.substring(PREFIX.length()) : lower;
    }
}
