// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Expands {@code <Star hosts= servers= ranks= application= node= nic= edge= switch= server=/>} inside a ComponentList
 * into the components and the topology that it stands for.
 *
 * <p>Each of the hosts is connected to one switch. Ranks are placed in host order, one per host, on all hosts or as
 * many as {@code ranks} says; the last {@code servers} hosts hold a file server each. So a pure server host is one
 * beyond the ranks. The five names are those of templates; a server whose template has an interface of its own uses
 * that instead of {@code nic}; {@code topology} and {@code routing} may name the network
 * and its routing.
 */
final class StarGenerator {
    private static final List<String> ALLOWED = List.of(
            "hosts",
            "servers",
            "ranks",
            "application",
            "node",
            "nic",
            "edge",
            "switch",
            "server",
            "topology",
            "routing",
            "name");

    private final Element star;
    private final Faults faults;
    private final List<Element> nodes = new ArrayList<>();
    private final List<Element> edges = new ArrayList<>();
    private final Map<Integer, List<Element>> links = new LinkedHashMap<>();
    private final boolean serverHasNic;
    private final int switchId;
    private int nextId;

    StarGenerator(Element star, Map<String, Element> templates, int firstId, Faults faults) {
        this.star = star;
        Element serverTemplate = templates.get(value("server"));
        this.serverHasNic = serverTemplate != null
                && serverTemplate.child("NETWORKINTERFACE").isPresent();
        this.faults = faults;
        this.switchId = firstId;
        this.nextId = firstId + 1;
    }

    /** The project with this star in the place of its element. */
    Element expand(Element project) {
        int hosts = count("hosts", OptionalInt.empty());
        int servers = count("servers", OptionalInt.of(0));
        int ranks = count("ranks", OptionalInt.of(hosts));
        star.attributes().keySet().stream()
                .filter(name -> ALLOWED.stream().noneMatch(name::equalsIgnoreCase))
                .forEach(name -> faults.add(
                        star, "unknown attribute '" + name + "'; allowed are: " + String.join(", ", ALLOWED)));
        checkNames(ranks, servers);
        if (faults.isEmpty() && (ranks > hosts || servers > hosts)) {
            faults.add(star, "hosts=" + hosts + " is less than ranks=" + ranks + " or servers=" + servers);
        }
        if (!faults.isEmpty()) {
            return project;
        }
        for (int host = 0; host < hosts; host++) {
            addHost(host, host < ranks, host >= hosts - servers ? host - (hosts - servers) : -1);
        }
        return insert(project);
    }

    private void checkNames(int ranks, int servers) {
        for (String name : List.of("node", "nic", "edge", "switch")) {
            require(name, "the name of a template");
        }
        if (ranks > 0) {
            require("application", "the alias of an application");
        }
        if (servers > 0) {
            require("server", "the name of a template");
        }
    }

    private void require(String attribute, String meaning) {
        if (star.attribute(attribute).isEmpty()) {
            faults.add(star, "needs the attribute " + attribute + ", " + meaning);
        }
    }

    private int count(String name, OptionalInt otherwise) {
        String text = star.attribute(name).orElse("");
        if (text.isEmpty() && otherwise.isPresent()) {
            return otherwise.getAsInt();
        }
        if (!text.matches("[0-9]{1,7}")) {
            faults.add(star, name + "='" + text + "': must be a number of hosts");
            return 0;
        }
        return Integer.parseInt(text);
    }

    private void addHost(int host, boolean hasRank, int server) {
        int id = nextId++;
        List<Element> hosted = new ArrayList<>();
        List<Element> cables = new ArrayList<>();
        boolean pureServer = !hasRank && server >= 0;
        if (hasRank) {
            hosted.add(client(host, cables));
        }
        if (server >= 0) {
            hosted.add(server(server, cables));
        }
        Element node = at("Node", Map.of("template", value("node")))
                .withChildren(List.of(
                        identifier(pureServer ? "sn" + server : "n" + host, id),
                        at("HOSTEDCOMPONENTS", Map.of()).withChildren(hosted)));
        nodes.add(node);
        edges.addAll(cables);
    }

    private Element client(int rank, List<Element> cables) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("application", value("application"));
        attributes.put("rank", Integer.toString(rank));
        int id = nextId++;
        int nic = nextId++;
        cable("e" + rank, nic, cables);
        return at("ClientProcess", attributes)
                .withChildren(List.of(identifier("c" + rank, id), networkInterface("nic" + rank, nic, false)));
    }

    private Element server(int number, List<Element> cables) {
        int id = nextId++;
        int disk = nextId++;
        int cache = nextId++;
        int nic = nextId++;
        cable("s" + number, nic, cables);
        Element storage =
                at("IOSUBSYSTEM", Map.of()).plus(at("IOSubsystem", Map.of()).plus(identifier("disk" + number, disk)));
        Element layer = at("CACHESTRATEGY", Map.of())
                .plus(at("ServerCacheLayer", Map.of()).plus(identifier("cache" + number, cache)));
        return at("Server", Map.of("template", value("server")))
                .withChildren(List.of(
                        identifier("srv" + number, id),
                        storage,
                        layer,
                        networkInterface("snic" + number, nic, serverHasNic)));
    }

    private Element networkInterface(String name, int id, boolean fromServer) {
        Map<String, String> attributes = fromServer ? Map.of() : Map.of("template", value("nic"));
        return at("NETWORKINTERFACE", Map.of()).plus(at("NIC", attributes).plus(identifier(name, id)));
    }

    /** Two edges between an interface and the switch. */
    private void cable(String name, int nic, List<Element> cables) {
        link(cables, name + "_TX", nic, switchId);
        link(cables, name + "_RX", switchId, nic);
    }

    private void link(List<Element> cables, String name, int from, int to) {
        int id = nextId++;
        cables.add(at("NetworkEdge", Map.of("template", value("edge"))).plus(identifier(name, id)));
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("id", Integer.toString(id));
        attributes.put("to", Integer.toString(to));
        links.computeIfAbsent(from, key -> new ArrayList<>()).add(at("Edge", attributes));
    }

    private Element insert(Element project) {
        Element middle = at("NetworkNode", Map.of("template", value("switch")))
                .plus(identifier(star.attribute("name").orElse("SW"), switchId));
        List<Element> blocks = new ArrayList<>();
        for (Element block : project.children()) {
            if (!block.children().contains(star)) {
                blocks.add(block);
                continue;
            }
            Element rest = block.replace(star, List.of());
            rest = extend(rest, "NodeList", nodes);
            rest = extend(rest, "NetworkEdgeList", edges);
            blocks.add(extend(rest, "NetworkNodeList", List.of(middle)));
        }
        return extend(project.withChildren(blocks), "TopologyList", List.of(topology()));
    }

    private Element topology() {
        String routing = star.attribute("routing").orElse("PaketSymmetricHierarchicalRoute");
        Element algorithm =
                at("ROUTINGALGORITHM", Map.of()).plus(at("PaketRoutingAlgorithm", Map.of("implementation", routing)));
        List<Element> children = new ArrayList<>();
        children.add(algorithm);
        links.forEach((from, list) ->
                children.add(at("Node", Map.of("id", Integer.toString(from))).withChildren(list)));
        return at("Topology", Map.of("name", star.attribute("topology").orElse("LAN")))
                .withChildren(children);
    }

    /** Append elements to the list with a tag, which is made when the parent has none. */
    private Element extend(Element parent, String listTag, List<Element> added) {
        Element list = parent.child(listTag).orElse(null);
        if (list == null) {
            return parent.plus(at(listTag, Map.of()).withChildren(added));
        }
        List<Element> all = new ArrayList<>(list.children());
        all.addAll(added);
        return parent.replace(list, List.of(list.withChildren(all)));
    }

    private String value(String name) {
        return star.attribute(name).orElse("");
    }

    private Element identifier(String name, int id) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("name", name);
        attributes.put("id", Integer.toString(id));
        return at("IDENTIFIER", Map.of()).plus(at("ComponentIdentifier", attributes));
    }

    /** An element that reports faults at the generator's line. */
    private Element at(String tag, Map<String, String> attributes) {
        return new Element(tag, attributes, "", List.of(), star.line());
    }
}
