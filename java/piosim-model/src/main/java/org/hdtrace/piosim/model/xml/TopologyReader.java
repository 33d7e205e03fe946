// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.hdtrace.piosim.model.cluster.LogGops;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.Topology;
import org.hdtrace.piosim.model.document.Element;
import org.hdtrace.piosim.model.document.Faults;
import org.hdtrace.piosim.model.document.Names;
import org.hdtrace.piosim.model.document.Stated;

/** Makes topologies from their elements. */
final class TopologyReader {
    private final Faults faults;
    private final Fields fields;
    private final BiConsumer<Object, Stated> places;

    /**
     * For one document.
     *
     * @param places is told where each link stands
     */
    TopologyReader(Faults faults, Fields fields, BiConsumer<Object, Stated> places) {
        this.faults = faults;
        this.fields = fields;
        this.places = places;
    }

    List<Topology> topologies(Element list) {
        fields.onlyChildren(list, List.of("Topology"));
        fields.onlyAttributes(list, List.of());
        List<Topology> all = new ArrayList<>();
        for (Element element : list.children("Topology")) {
            all.add(topology(element, all.size()));
        }
        return all;
    }

    /** Whether an attribute of a generator names a routing, or is empty; if it doesn't, that is a fault of the attribute. */
    boolean knowsRouting(Element generator, String attribute) {
        String name = generator.attribute(attribute).orElse("");
        boolean known =
                name.isEmpty() || RoutingRegistry.names().stream().anyMatch(one -> RoutingRegistry.same(one, name));
        if (!known) {
            faults.add(generator, attribute, attribute + "='" + name + "': must be one of " + RoutingRegistry.list());
        }
        return known;
    }

    /** One topology; it may lack a name. */
    Topology topology(Element element, int number) {
        String name = element.attribute("name").orElse("topology" + number);
        String implementation = Names.implementationOf(element).orElse("");
        if (implementation.equalsIgnoreCase(LogGopsValues.NAME)) {
            LogGops costs = new LogGopsValues(faults, fields).read(element);
            return costs == null
                    ? new Topology(name, new Routing.FirstRoute(), Topology.Scheduling.ROUND_ROBIN, List.of())
                    : Topology.of(name, costs);
        }
        if (!implementation.isEmpty()) {
            faults.add(
                    element,
                    "implementation='" + implementation + "' is unknown; allowed are: none, " + LogGopsValues.NAME);
        }
        fields.onlyChildren(element, List.of("ROUTINGALGORITHM", "Node"));
        fields.onlyAttributes(element, List.of("name", "scheduling", "implementation"));
        List<Topology.Link> links = new ArrayList<>();
        for (Element node : element.children("Node")) {
            fields.onlyChildren(node, List.of("Edge"));
            fields.onlyAttributes(node, List.of("id"));
            int from = fields.id(node, "id");
            for (Element edge : node.children("Edge")) {
                fields.onlyAttributes(edge, List.of("id", "to"));
                Topology.Link link = new Topology.Link(from, fields.id(edge, "id"), fields.id(edge, "to"));
                places.accept(link, Stated.of(edge));
                links.add(link);
            }
        }
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
        return RoutingRegistry.read(algorithm, faults, fields);
    }
}
