// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document.legacy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hdtrace.piosim.model.document.Element;
import org.hdtrace.piosim.model.document.Faults;
import org.hdtrace.piosim.model.document.Names;

/** Collects switches, cards and connections of a file and makes network nodes, edges and a topology of them. */
final class LegacyNetwork {
    private final Faults faults;
    private final LegacyParts parts;
    private final Element place;
    /** Components of today by what connections call them: the id of a card or port, the name of a card or switch. */
    private final Map<String, End> ends = new HashMap<>();

    private final List<Cable> cables = new ArrayList<>();
    private final List<Element> networkNodes = new ArrayList<>();
    private final List<Element> edges = new ArrayList<>();
    private final Map<String, List<Element>> links = new LinkedHashMap<>();
    private String routing = "";

    /** Something that edges lead from and to. */
    private record End(String component, String name) {}

    /** A connection as written, and what it leaves from. */
    private record Cable(Element connection, End from, boolean fromPort) {}

    LegacyNetwork(Faults faults, LegacyParts parts, Element place) {
        this.faults = faults;
        this.parts = parts;
        this.place = place;
    }

    /** Every component may name a routing algorithm; the first one counts for all. */
    void noteRouting(Element component) {
        if (routing.isEmpty()) {
            routing = LegacyParts.routing(component).orElse("");
        }
    }

    void addSwitch(Element old) {
        noteRouting(old);
        String id = parts.idOf(old);
        End end = new End(id, Names.nameOf(old).orElse("switch" + id));
        networkNodes.add(parts.networkSwitch(old).withAttribute("id", id));
        ends.put(end.name(), end);
        List<Element> ports = new ArrayList<>(old.children("Port"));
        old.children("PORTS").forEach(wrapper -> {
            parts.onlyChildren(wrapper, List.of("Port"));
            ports.addAll(wrapper.children());
        });
        ports.forEach(port -> addEnd(port, end));
    }

    /** What several processes of a computer, or several of its cards, share; the result is its id. */
    String addHub(Element computer, String bandwidth) {
        String id = parts.newId();
        networkNodes.add(LegacyParts.make("NetworkNode", computer)
                .withAttribute("implementation", "StoreForwardLocalNode")
                .withAttribute("name", "node-" + Names.nameOf(computer).orElse(id))
                .withAttribute("id", id)
                .plus(LegacyParts.make("TotalBandwidth", computer).withText(bandwidth)));
        return id;
    }

    /** A card, whose cable leaves from a component. */
    void addCard(Element card, String component, String name) {
        addEnd(card, new End(component, name));
    }

    private void addEnd(Element cardOrPort, End end) {
        parts.onlyChildren(cardOrPort, List.of("Connection"));
        Names.idOf(cardOrPort).ifPresent(id -> ends.put(id, end));
        Names.nameOf(cardOrPort).ifPresent(name -> ends.put(name, end));
        for (Element child : cardOrPort.children("Connection")) {
            // Wrapped in an element of the same name, but for the case of its letters, or not.
            Element connection = child.child("Connection").orElse(child);
            if (connection.attribute("to").isPresent()) {
                cables.add(new Cable(connection, end, cardOrPort.is("Port")));
            }
        }
    }

    /** Edges that cost nothing between a process and its computer's hub. */
    void join(Element process, String nic, String name, String hub) {
        addFree(process, name + "_TX", nic, hub);
        addFree(process, name + "_RX", hub, nic);
    }

    private void addFree(Element process, String name, String from, String to) {
        Element edge = LegacyParts.make("NetworkEdge", process)
                .withAttribute("implementation", "SimpleNetworkEdge")
                .withAttribute("name", name)
                .plus(LegacyParts.make("Latency", process).withText("0s"))
                .plus(LegacyParts.make("Bandwidth", process).withText("inf"));
        link(edge, parts.newId(), from, to);
    }

    /** Adds the blocks of the new file, once everything is known. */
    void finish(List<Element> computers, List<Element> blocks) {
        Set<String> ways = new HashSet<>();
        for (Cable cable : cables) {
            Optional<End> to = target(cable);
            if (to.isEmpty()) {
                faults.add(
                        cable.connection(),
                        "to='" + cable.connection().attribute("to").orElse("") + "': is no card, port or switch");
                continue;
            }
            ways.add(cable.from().component() + ">" + to.get().component());
            lay(cable, to.get());
        }
        for (Cable cable : cables) {
            target(cable)
                    .filter(to ->
                            !ways.contains(to.component() + ">" + cable.from().component()))
                    .ifPresent(to -> faults.add(
                            cable.connection(),
                            "leads from '" + cable.from().name() + "' to '" + to.name() + "', which isn't connected"
                                    + " back"));
        }
        blocks.add(LegacyParts.make("ComponentList", place)
                .plus(list("NodeList", computers))
                .plus(list("NetworkEdgeList", edges))
                .plus(list("NetworkNodeList", networkNodes)));
        blocks.add(list("TopologyList", List.of(topology())));
    }

    private Optional<End> target(Cable cable) {
        return Optional.ofNullable(
                ends.get(cable.connection().attribute("to").orElse("").strip()));
    }

    private void lay(Cable cable, End to) {
        Element edge = parts.edge(cable.connection());
        if (Names.nameOf(edge).isEmpty()) {
            edge = edge.withAttribute(
                    "name", cable.fromPort() ? to.name() + "_RX" : cable.from().name() + "_TX");
        }
        link(edge, parts.idOf(cable.connection()), cable.from().component(), to.component());
    }

    private void link(Element edge, String id, String from, String to) {
        edges.add(edge.withAttribute("id", id));
        links.computeIfAbsent(from, key -> new ArrayList<>())
                .add(LegacyParts.make("Edge", edge).withAttribute("id", id).withAttribute("to", to));
    }

    private Element topology() {
        Element algorithm = LegacyParts.make("PaketRoutingAlgorithm", place)
                .withAttribute("implementation", routing.isEmpty() ? "PaketFirstRoute" : routing);
        List<Element> children = new ArrayList<>();
        children.add(list("ROUTINGALGORITHM", List.of(algorithm)));
        links.forEach((from, list) -> children.add(
                LegacyParts.make("Node", place).withAttribute("id", from).withChildren(list)));
        return LegacyParts.make("Topology", place).withAttribute("name", "LAN").withChildren(children);
    }

    private Element list(String tag, List<Element> members) {
        return LegacyParts.make(tag, place).withChildren(members);
    }
}
