// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts a {@link ClusterModel} together in code. Components are given as prototypes ({@code X.of(...)}); the builder
 * numbers them from 0 in the order in which they are added and makes their names unique by appending a counter. Not
 * safe for use by several threads.
 *
 * <pre>{@code
 * ClusterModel model = new ModelBuilder()
 *         .star(4, "A", Node.of(1, 1e9, 12_000_000_000L), Nic.of(42_949_672_960.0),
 *                 SimpleNetworkEdge.of(19_982, 117e6), StoreForwardNode.of(48e9))
 *         .method(CommandType.BCAST, "BinaryTreeSimple")
 *         .build();
 * }</pre>
 */
public final class ModelBuilder {
    private final List<Template> templates = new ArrayList<>();
    private final List<ApplicationReference> applications = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final Map<Integer, Integer> nodePositions = new HashMap<>();
    private final List<NetworkEdgeModel> edges = new ArrayList<>();
    private final List<NetworkNodeModel> networkNodes = new ArrayList<>();
    private final List<TopologyBuilder> topologies = new ArrayList<>();
    private final List<Topology> replacements = new ArrayList<>();
    private final List<IoRedirection> redirections = new ArrayList<>();
    private final Map<CommandType, MethodChoice> methods = new EnumMap<>(CommandType.class);
    private final UniqueNames names = new UniqueNames();
    private GlobalSettings settings = GlobalSettings.DEFAULT;
    private int nextId;

    /** All settings at once, with its methods; later calls of {@link #method} add to them. */
    public ModelBuilder settings(GlobalSettings newSettings) {
        settings = newSettings;
        methods.putAll(newSettings.methods());
        return this;
    }

    /** Set the largest payload of a packet in bytes. */
    public ModelBuilder transferGranularity(long bytes) {
        settings = new GlobalSettings(bytes, settings.ioGranularity(), settings.maxEagerSendSize(), Map.of());
        return this;
    }

    /** Set the largest disk job in bytes. */
    public ModelBuilder ioGranularity(long bytes) {
        settings = new GlobalSettings(settings.transferGranularity(), bytes, settings.maxEagerSendSize(), Map.of());
        return this;
    }

    /** Set the size in bytes of the largest message without handshake. */
    public ModelBuilder maxEagerSendSize(long bytes) {
        settings = new GlobalSettings(settings.transferGranularity(), settings.ioGranularity(), bytes, Map.of());
        return this;
    }

    /**
     * Choose how a command is simulated.
     *
     * @throws IllegalArgumentException when the command has no such implementation
     */
    public ModelBuilder method(CommandType command, String implementation) {
        return method(command, implementation, Map.of());
    }

    /**
     * Choose how a command is simulated, with parameters of the implementation.
     *
     * @throws IllegalArgumentException when the command has no such implementation
     */
    public ModelBuilder method(CommandType command, String implementation, Map<String, Long> parameters) {
        methods.put(command, new MethodChoice(implementation, parameters).resolved(command));
        return this;
    }

    /**
     * Name an application.
     *
     * @param projectFile relative to the model file, or empty when the program is given in code
     */
    public ModelBuilder setApplication(String alias, String projectFile) {
        applications.removeIf(application -> application.alias().equals(alias));
        applications.add(new ApplicationReference(alias, projectFile));
        return this;
    }

    public ModelBuilder addTemplate(Template template) {
        templates.add(template);
        return this;
    }

    /** Add a host; the result has its number and name. */
    public Node addNode(String name, Node prototype) {
        Node node = prototype.withHosted(List.of()).withIdentity(identify(name));
        nodePositions.put(node.id(), nodes.size());
        nodes.add(node);
        return node;
    }

    /** Add a rank to a host. */
    public ClientProcess addClient(Node host, String name, String application, int rank, NetworkInterface nic) {
        Identity identity = identify(name);
        NetworkInterface own = nic.withIdentity(identify("nic-" + identity.name()));
        ClientProcess client = new ClientProcess(identity, application, rank, 0, own);
        return host(host, client);
    }

    /** Add a further thread of a rank, which uses the network interface of thread 0. */
    public ClientProcess addThread(Node host, String name, String application, int rank, int thread) {
        return host(host, new ClientProcess(identify(name), application, rank, thread, null));
    }

    /** Add a file server to a host. */
    public Server addServer(Node host, String name, NetworkInterface nic, IoSubsystem storage, CacheLayer cache) {
        return addServer(host, name, nic, storage, cache, 0);
    }

    /** Add a file server that takes a time in ns for each request that moves no data. */
    public Server addServer(
            Node host, String name, NetworkInterface nic, IoSubsystem storage, CacheLayer cache, long metadataNanos) {
        return addServer(host, name, nic, storage, cache, metadataNanos, Server.UNLIMITED);
    }

    /** Add a file server that has room for so many bytes of files. */
    public Server addServer(
            Node host,
            String name,
            NetworkInterface nic,
            IoSubsystem storage,
            CacheLayer cache,
            long metadataNanos,
            long capacityBytes) {
        Identity identity = identify(name);
        IoSubsystem ownStorage = identified(storage, "disk-" + identity.name());
        CacheLayer ownCache = cache.withIdentity(identify("cache-" + identity.name()));
        NetworkInterface ownNic = nic.withIdentity(identify("nic-" + identity.name()));
        return host(
                host, new Server(identity, ownNic, ownStorage, ownCache, metadataNanos, Capacity.of(capacityBytes)));
    }

    /** Add an I/O forwarder to a host. */
    public Router addRouter(Node host, String name, NetworkInterface nic) {
        Identity identity = identify(name);
        return host(host, new Router(identity, nic.withIdentity(identify("nic-" + identity.name()))));
    }

    /** Add a switch. */
    public NetworkNodeModel addNetworkNode(String name, NetworkNodeModel prototype) {
        NetworkNodeModel node = prototype.withIdentity(identify(name));
        networkNodes.add(node);
        return node;
    }

    public TopologyBuilder createTopology(String name, Routing routing) {
        TopologyBuilder topology = new TopologyBuilder(name, routing);
        topologies.add(topology);
        return topology;
    }

    /** Charge messages by these costs instead of looking at the networks of the model. */
    public ModelBuilder logGops(String name, LogGops costs) {
        replacements.add(Topology.of(name, costs));
        return this;
    }

    public ModelBuilder addIoRedirection(IoRedirection redirection) {
        redirections.add(redirection);
        return this;
    }

    /** A star without servers, see {@link #star(Star)}. */
    public ModelBuilder star(
            int ranks,
            String application,
            Node node,
            NetworkInterface nic,
            NetworkEdgeModel edge,
            NetworkNodeModel networkSwitch) {
        return star(new Star(ranks, application, node, nic, edge, networkSwitch, 0, null, null));
    }

    /**
     * One switch in the middle, one rank on each of the first nodes, one server on each of the others. Components are
     * numbered switch first, then per node: node, process, its parts, edge to the switch, edge from it.
     */
    public ModelBuilder star(Star star) {
        NetworkNodeModel middle = addNetworkNode("SW", star.networkSwitch());
        TopologyBuilder topology = createTopology("LAN", new Routing.SymmetricHierarchicalRoute());
        for (int rank = 0; rank < star.ranks(); rank++) {
            Node host = addNode("n" + rank, star.node());
            ClientProcess client = addClient(host, "c" + rank, star.application(), rank, star.nic());
            topology.cable("e" + rank, client.nic(), star.edge(), middle);
        }
        for (int number = 0; number < star.servers(); number++) {
            Node host = addNode("sn" + number, star.node());
            Server server = addServer(host, "srv" + number, star.nic(), star.storage(), star.cache());
            topology.cable("s" + number, server.nic(), star.edge(), middle);
        }
        boolean known = applications.stream().anyMatch(a -> a.alias().equals(star.application()));
        return known ? this : setApplication(star.application(), "");
    }

    /**
     * What {@link #star(Star)} builds.
     *
     * @param storage null when there are no servers
     * @param cache null when there are no servers
     */
    public record Star(
            int ranks,
            String application,
            Node node,
            NetworkInterface nic,
            NetworkEdgeModel edge,
            NetworkNodeModel networkSwitch,
            int servers,
            IoSubsystem storage,
            CacheLayer cache) {}

    /**
     * The model.
     *
     * @throws IllegalArgumentException naming the first fault
     */
    public ClusterModel build() {
        GlobalSettings complete = new GlobalSettings(
                settings.transferGranularity(), settings.ioGranularity(), settings.maxEagerSendSize(), methods);
        List<Topology> all =
                new ArrayList<>(topologies.stream().map(TopologyBuilder::build).toList());
        all.addAll(replacements);
        return new ClusterModel(templates, applications, complete, nodes, edges, networkNodes, all, redirections);
    }

    private Identity identify(String wanted) {
        return new Identity(names.unique(wanted), nextId++);
    }

    private IoSubsystem identified(IoSubsystem storage, String name) {
        IoSubsystem own = storage.withIdentity(identify(name));
        return own instanceof Raid raid
                ? raid.withDevices(raid.devices().stream()
                        .map(device -> identified(device, name))
                        .toList())
                : own;
    }

    private <T extends HostedComponent> T host(Node host, T process) {
        Integer position = nodePositions.get(host.id());
        if (position == null) {
            throw new IllegalArgumentException("host='" + host.name() + "': not a node of this model");
        }
        Node node = nodes.get(position);
        List<HostedComponent> all = new ArrayList<>(node.hosted());
        all.add(process);
        nodes.set(position, node.withHosted(all));
        return process;
    }

    /** Connects interfaces and switches by edges. */
    public final class TopologyBuilder {
        private final String name;
        private final Routing routing;
        private final List<Topology.Link> links = new ArrayList<>();
        private Topology.Scheduling scheduling = Topology.Scheduling.ROUND_ROBIN;

        private TopologyBuilder(String name, Routing routing) {
            this.name = name;
            this.routing = routing;
        }

        public TopologyBuilder scheduling(Topology.Scheduling order) {
            scheduling = order;
            return this;
        }

        /** One direction: {@code from} sends over a new edge to {@code to}. */
        public NetworkEdgeModel connect(String edgeName, Component from, NetworkEdgeModel prototype, Component to) {
            NetworkEdgeModel edge = prototype.withIdentity(identify(edgeName));
            edges.add(edge);
            links.add(new Topology.Link(from.id(), edge.id(), to.id()));
            return edge;
        }

        /** Both directions; the edges are called {@code name_TX} (away from {@code from}) and {@code name_RX}. */
        public TopologyBuilder cable(String cableName, Component from, NetworkEdgeModel prototype, Component to) {
            connect(cableName + "_TX", from, prototype, to);
            connect(cableName + "_RX", to, prototype, from);
            return this;
        }

        private Topology build() {
            return new Topology(name, routing, scheduling, links);
        }
    }
}
