// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.hdtrace.piosim.model.cluster.ClientProcess;
import org.hdtrace.piosim.model.cluster.Component;
import org.hdtrace.piosim.model.cluster.HostedComponent;
import org.hdtrace.piosim.model.cluster.Identity;
import org.hdtrace.piosim.model.cluster.NetworkEdgeModel;
import org.hdtrace.piosim.model.cluster.NetworkInterface;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Topology;
import org.hdtrace.piosim.model.document.Element;
import org.hdtrace.piosim.model.document.Overrides;
import org.hdtrace.piosim.model.document.Stated;
import org.hdtrace.piosim.model.document.Templates;
import org.hdtrace.piosim.model.document.generate.Generator;
import org.hdtrace.piosim.model.document.generate.Layout;

/**
 * Makes the components of generators. A template is turned into a component once, and every host gets a copy with a
 * name and id of its own; only what an override selects by its name, and servers, are made one by one. So a network of
 * 16,384 hosts costs no element per host.
 *
 * <p>Ids in order: switches; per host node, process, its parts, edge to the switch, edge from it; edges between
 * switches by their port.
 */
final class GeneratedParts {
    /** What a node has to have enough of for a server. */
    static final String MEMORY = "MemorySize";

    /** Attributes that name templates, with the kind of component that each is. */
    private static final Map<String, String> KINDS = Map.of(
            "node", "Node",
            "nic", "NIC",
            "edge", "NetworkEdge",
            "hostEdge", "NetworkEdge",
            "socketEdge", "NetworkEdge",
            "qpiEdge", "NetworkEdge",
            "switch", "NetworkNode",
            "socket", "NetworkNode",
            "qpi", "NetworkNode",
            "server", "Server");

    private final ComponentReader components;
    private final Identities identities;
    private final TopologyReader networks;
    private final Templates templates;
    private final Overrides overrides;
    private final BiConsumer<Object, Stated> places;
    private int nextId;

    /**
     * Of one document.
     *
     * @param places takes the nodes of servers and where their memory is stated
     */
    GeneratedParts(
            ComponentReader components,
            Identities identities,
            TopologyReader networks,
            Templates templates,
            Overrides overrides,
            BiConsumer<Object, Stated> places) {
        this.components = components;
        this.identities = identities;
        this.networks = networks;
        this.templates = templates;
        this.overrides = overrides;
        this.places = places;
        this.nextId = identities.firstGeneratedId();
    }

    /** The parts of one generator; must be called in the order of the document. Incomplete after a fault. */
    Network make(Generator generator) {
        Network network = new Network(generator);
        network.make();
        return network;
    }

    /** Of one generator. */
    final class Network {
        private final Generator generator;
        private final Layout layout;
        private final List<Node> nodes = new ArrayList<>();
        private final List<NetworkEdgeModel> edges = new ArrayList<>();
        private final List<NetworkNodeModel> switches = new ArrayList<>();
        /** By the interface or switch that they leave from. */
        private final Map<Integer, List<Topology.Link>> links = new LinkedHashMap<>();

        private final Map<String, Component> prototypes = new HashMap<>();
        private final boolean plainClients = !overrides.concern("ClientProcess");
        private int firstSwitch;
        private boolean sound = true;
        private boolean serverTried;

        private Network(Generator generator) {
            this.generator = generator;
            this.layout = generator.layout();
        }

        void addTo(
                List<Node> allNodes,
                List<NetworkEdgeModel> allEdges,
                List<NetworkNodeModel> allSwitches,
                List<Topology> topologies) {
            if (sound) {
                allNodes.addAll(nodes);
                allEdges.addAll(edges);
                allSwitches.addAll(switches);
                topologies.add(topology());
            }
        }

        private void make() {
            boolean routed = networks.knowsRouting(generator.element(), "routing");
            sound = namesTemplates() && routed;
            if (!sound) {
                return;
            }
            firstSwitch = nextId;
            for (int i = 0; i < layout.switches() && sound; i++) {
                String name = layout.switchName(i);
                switches.add(copy("NetworkNode", layout.switchTemplate(i), NetworkNodeModel.class, name));
            }
            for (int host = 0; host < generator.hosts() && sound; host++) {
                addHost(host);
            }
            for (int i = 0; i < layout.switches() && sound; i++) {
                int[] neighbours = layout.neighbours(i);
                for (int port = 0; port < neighbours.length && sound; port++) {
                    String name = layout.switchName(i) + "_p" + port;
                    String template = layout.edgeTemplate(i, neighbours[port]);
                    link(name, template, firstSwitch + i, firstSwitch + neighbours[port]);
                }
            }
            if (!sound) {
                tryTemplates();
            }
        }

        private boolean namesTemplates() {
            boolean all = true;
            for (Map.Entry<String, String> kind : KINDS.entrySet()) {
                all &= templates.names(generator.element(), kind.getKey(), kind.getValue());
            }
            return all;
        }

        /** A fault ends the making; those of the other templates are found by making something of each. */
        private void tryTemplates() {
            Set<String> ofSwitches = new TreeSet<>();
            Set<String> ofEdges = new TreeSet<>(Set.of(generator.hostEdgeTemplate()));
            for (int i = 0; i < layout.switches(); i++) {
                ofSwitches.add(layout.switchTemplate(i));
                for (int neighbour : layout.neighbours(i)) {
                    ofEdges.add(layout.edgeTemplate(i, neighbour));
                }
            }
            ofSwitches.forEach(
                    template -> prototype(element("NetworkNode", template), "NetworkNode", NetworkNodeModel.class));
            prototype(element("Node", "node"), "Node", Node.class);
            prototype(element("NIC", "nic"), "NIC", NetworkInterface.class);
            ofEdges.forEach(
                    template -> prototype(element("NetworkEdge", template), "NetworkEdge", NetworkEdgeModel.class));
            if (generator.servers() > 0 && !serverTried) {
                server(0);
            }
        }

        private void addHost(int host) {
            int ranks = generator.ranksOf(host);
            int server = generator.serverOf(host);
            String name = ranks == 0 && server >= 0 ? "sn" + server : "n" + host;
            Node node = copy("Node", "node", Node.class, name);
            List<HostedComponent> hosted = new ArrayList<>();
            for (int i = 0; i < ranks && sound; i++) {
                hosted.add(client(generator.firstRank(host) + i * generator.rankStep()));
                cable("e" + (generator.firstRank(host) + i * generator.rankStep()), hosted.get(i), host, i);
            }
            if (server >= 0 && sound) {
                HostedComponent made = server(server);
                hosted.add(made);
                cable("s" + server, made, host, ranks);
            }
            Node made = sound ? node.withHosted(hosted) : null;
            if (made != null && server >= 0) {
                Element template = element("Node", "node").plus(identifier(name, node.id()));
                places.accept(made, Stated.of(overrides.applyTo(templates.applyTo(template)), MEMORY));
            }
            nodes.add(made);
        }

        /** Two edges between an interface and its switch. */
        private void cable(String name, HostedComponent process, int host, int slot) {
            if (sound) {
                int attached = firstSwitch + layout.switchOf(host, slot);
                link(name + "_TX", generator.hostEdgeTemplate(), process.nic().id(), attached);
                link(
                        name + "_RX",
                        generator.hostEdgeTemplate(),
                        attached,
                        process.nic().id());
            }
        }

        private void link(String name, String template, int from, int to) {
            NetworkEdgeModel edge = copy("NetworkEdge", template, NetworkEdgeModel.class, name);
            if (edge != null) {
                edges.add(edge);
                links.computeIfAbsent(from, key -> new ArrayList<>()).add(new Topology.Link(from, edge.id(), to));
            }
        }

        private HostedComponent client(int rank) {
            String name = "c" + rank;
            int id = nextId++;
            if (plainClients && !overrides.select(name)) {
                Identity identity = identities.generated(name, id);
                NetworkInterface nic = copy("NIC", "nic", NetworkInterface.class, "nic" + rank);
                return nic == null ? null : new ClientProcess(identity, generator.value("application"), rank, 0, nic);
            }
            Element nic = element("NIC", "nic").plus(identifier("nic" + rank, nextId++));
            return whole(element("ClientProcess", "")
                    .withAttribute("application", generator.value("application"))
                    .withAttribute("rank", Integer.toString(rank))
                    .plus(identifier(name, id))
                    .plus(element("NETWORKINTERFACE", "").plus(nic)));
        }

        private HostedComponent server(int number) {
            serverTried = true;
            Element template = templates.all().get(generator.value("server"));
            boolean hasNic =
                    template != null && template.child("NETWORKINTERFACE").isPresent();
            return whole(element("Server", "server")
                    .plus(identifier("srv" + number, nextId++))
                    .plus(part("IOSUBSYSTEM", "IOSubsystem", "", "disk" + number))
                    .plus(part("CACHESTRATEGY", "ServerCacheLayer", "", "cache" + number))
                    .plus(part("NETWORKINTERFACE", "NIC", hasNic ? "" : "nic", "snic" + number)));
        }

        private Element part(String wrapper, String tag, String template, String name) {
            return element(wrapper, "").plus(element(tag, template).plus(identifier(name, nextId++)));
        }

        /** A process that is made of an element of its own. */
        private HostedComponent whole(Element process) {
            HostedComponent made = components.hosted(overrides.applyTo(templates.applyTo(process)));
            sound &= made != null;
            return made;
        }

        /** A component like its template, with a name and the next id; null after a fault. */
        private <T extends Component> T copy(String tag, String template, Class<T> type, String name) {
            int id = nextId++;
            Component prototype;
            if (overrides.select(name)) {
                prototype = prototype(element(tag, template).plus(identifier(name, id)), tag, type);
            } else {
                // Two attributes may name the same template.
                prototype = prototypes.get(template);
                if (prototype == null) {
                    prototype = prototype(element(tag, template), tag, type);
                    prototypes.put(template, prototype);
                }
            }
            sound &= prototype != null;
            return sound ? type.cast(prototype.withIdentity(identities.generated(name, id))) : null;
        }

        private <T extends Component> T prototype(Element element, String tag, Class<T> type) {
            return components.prototype(overrides.applyTo(templates.applyTo(element)), tag, type);
        }

        /** An element that reports faults at the generator's line. */
        private Element element(String tag, String templateAttribute) {
            Map<String, String> attributes =
                    templateAttribute.isEmpty() ? Map.of() : Map.of("template", generator.value(templateAttribute));
            return new Element(
                    tag, attributes, "", List.of(), generator.element().line());
        }

        private Element identifier(String name, int id) {
            return element("IDENTIFIER", "")
                    .plus(element("ComponentIdentifier", "")
                            .withAttribute("name", name)
                            .withAttribute("id", Integer.toString(id)));
        }

        private Topology topology() {
            String own = generator.value("routing");
            Element algorithm = element("PaketRoutingAlgorithm", "")
                    .withAttribute("implementation", own.isEmpty() ? layout.routing() : own);
            if (own.isEmpty() || RoutingRegistry.same(own, layout.routing())) {
                for (Map.Entry<String, String> value : layout.routingValues().entrySet()) {
                    algorithm = algorithm.withAttribute(value.getKey(), value.getValue());
                }
            }
            String name = generator.value("topology");
            Element element = element("Topology", "")
                    .withAttribute("name", name.isEmpty() ? "LAN" : name)
                    .plus(element("ROUTINGALGORITHM", "").plus(algorithm));
            Topology empty = networks.topology(overrides.applyTo(element), 0);
            List<Topology.Link> all = new ArrayList<>(edges.size());
            links.values().forEach(all::addAll);
            return new Topology(empty.name(), empty.routing(), empty.scheduling(), all);
        }
    }
}
