// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.calibration.fit.ClassFit;
import org.hdtrace.calibration.fit.MachineFit;
import org.hdtrace.calibration.fit.StorageFit;
import org.hdtrace.calibration.table.Place;
import org.hdtrace.piosim.model.cluster.ClientProcess;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.Component;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.ModelBuilder.TopologyBuilder;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.NoCache;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.Server;
import org.hdtrace.piosim.model.cluster.SharedMemoryEdge;
import org.hdtrace.piosim.model.cluster.SimpleDisk;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.SingleCopy;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.process.Framing;

/**
 * The model of a machine: a node for each host; between ranks of a host a {@link SharedMemoryEdge} in each direction; between
 * hosts one cable each to a switch that is no bottleneck. The switch sends a packet when it has all of it; packets are small, so the
 * time of a message is its latency and its bytes, as it was fitted. A file system is a server that no messages pass.
 */
public final class ModelMaker {
    /** Alias of the application that the ranks belong to. */
    public static final String APPLICATION = "A";

    private static final long MEMORY_BYTES = 16L << 30;
    private static final double UNKNOWN_RATE = 1e9;
    private static final List<CommandType> OF_LIBRARY = List.of(
            CommandType.BARRIER,
            CommandType.BCAST,
            CommandType.REDUCE,
            CommandType.ALLREDUCE,
            CommandType.GATHER,
            CommandType.SCATTER,
            CommandType.ALLGATHER,
            CommandType.ALLTOALL,
            CommandType.REDUCE_SCATTER,
            CommandType.REDUCE_SCATTER_BLOCK);

    private final MachineFit fit;
    private final ModelBuilder builder = new ModelBuilder();
    private final List<Node> hosts = new ArrayList<>();
    private final List<ClientProcess> clients = new ArrayList<>();

    private ModelMaker(MachineFit fit) {
        this.fit = fit;
    }

    /**
     * Make a model.
     *
     * @param library whose choice of algorithms collectives follow: {@code MPICH} or {@code OpenMPI}
     */
    public static ClusterModel make(MachineFit fit, String library) {
        return new ModelMaker(fit).make(library);
    }

    /** Alias of the application whose ranks a model has a place for: models that weren't made here may call it otherwise. */
    public static String applicationOf(ClusterModel model) {
        return model.applications().isEmpty()
                ? APPLICATION
                : model.applications().get(0).alias();
    }

    private ClusterModel make(String library) {
        builder.setApplication(APPLICATION, "")
                .transferGranularity(packet())
                .maxEagerSendSize(fit.eagerLimit() < 0 ? 1L << 40 : fit.eagerLimit());
        OF_LIBRARY.stream()
                .filter(command -> command.methods().contains(library))
                .forEach(command -> builder.method(command, library, parameters(command, library)));
        Map<String, List<Place>> byHost = new LinkedHashMap<>();
        fit.places().forEach(place -> byHost.computeIfAbsent(place.host(), unused -> new ArrayList<>())
                .add(place));
        TopologyBuilder network = builder.createTopology("machine", new Routing.FirstRoute());
        Map<String, Node> nodes = new LinkedHashMap<>();
        byHost.forEach((host, ranks) ->
                nodes.put(host, builder.addNode(host, Node.of(ranks.size(), instructionsPerSecond(), MEMORY_BYTES))));
        hosts.addAll(nodes.values());
        fit.places()
                .forEach(place -> clients.add(builder.addClient(
                        nodes.get(place.host()),
                        "rank" + place.rank(),
                        APPLICATION,
                        place.rank(),
                        Nic.of(Double.POSITIVE_INFINITY))));
        byHost.values().forEach(ranks -> shareMemory(network, ranks));
        if (byHost.size() > 1) {
            join(network, byHost);
        }
        if (fit.storage() != null) {
            addStorage(network, byHost.size() > 1, fit.storage());
        }
        return builder.build();
    }

    /** MPICH's reductions copy the data before; what a KiB of that costs is in instructions, as sums are. */
    private Map<String, Long> parameters(CommandType command, String library) {
        boolean copies = command == CommandType.REDUCE || command == CommandType.ALLREDUCE;
        double rate = fit.copyRate().value();
        return copies && library.equals("MPICH") && Double.isFinite(rate)
                ? Map.of("copyInstructions", Math.round(1024 * instructionsPerSecond() / rate))
                : Map.of();
    }

    /** Sums cost an instruction a byte (MODEL B2.4). */
    private double instructionsPerSecond() {
        double rate = fit.sumRate().value();
        return Double.isFinite(rate) ? rate : UNKNOWN_RATE;
    }

    /** That of the network where there is one. */
    private long packet() {
        return fit.classes().stream()
                .sorted(java.util.Comparator.comparing(ClassFit::sharedMemory))
                .mapToLong(ClassFit::modelPacket)
                .findFirst()
                .orElse(64 << 10);
    }

    private void shareMemory(TopologyBuilder network, List<Place> ranks) {
        for (Place first : ranks) {
            for (Place second : ranks) {
                if (first.rank() < second.rank()) {
                    ClassFit pair = fit.classOf(first.rank(), second.rank());
                    network.cable(
                            "memory" + first.rank() + "-" + second.rank(),
                            clients.get(first.rank()).nic(),
                            memory(pair),
                            clients.get(second.rank()).nic());
                }
            }
        }
    }

    private static SharedMemoryEdge memory(ClassFit pair) {
        long latency = Math.round(pair.latency().value());
        SharedMemoryEdge edge = SharedMemoryEdge.of(latency, pair.bandwidth().value(), 1);
        if (pair.large() == null) {
            return edge;
        }
        // The simulator's handshake takes three latencies.
        long besides = Math.max(0, Math.round(pair.large().nanos().value()) - 3 * latency);
        // The limit is of data alone; a message has what the protocol adds, too.
        long from = pair.eagerLimit() + Framing.ORIGINAL.pointToPoint();
        return edge.withSingleCopy(
                new SingleCopy(from, besides, pair.large().bandwidth().value()));
    }

    /** A cable from each host to a switch; ranks of a host share its cable. */
    private void join(TopologyBuilder network, Map<String, List<Place>> byHost) {
        ClassFit between = fit.classes().stream()
                .filter(one -> !one.sharedMemory())
                .findFirst()
                .orElseThrow();
        NetworkNodeModel middle = builder.addNetworkNode("switch", StoreForwardNode.of(Double.POSITIVE_INFINITY));
        SimpleNetworkEdge cable = SimpleNetworkEdge.of(
                        Math.round(between.latency().value() / 2),
                        between.bandwidth().value())
                .withBurst(between.burst());
        byHost.forEach((host, ranks) -> {
            Component end = clients.get(ranks.get(0).rank()).nic();
            if (ranks.size() > 1) {
                end = builder.addNetworkNode("adapter-" + host, StoreForwardNode.of(Double.POSITIVE_INFINITY));
                for (Place place : ranks) {
                    network.cable(
                            "in-" + place.rank(), clients.get(place.rank()).nic(), atOnce(), end);
                }
            }
            network.cable("cable-" + host, end, cable, middle);
        });
    }

    private static SimpleNetworkEdge atOnce() {
        return SimpleNetworkEdge.of(0, Double.POSITIVE_INFINITY);
    }

    /**
     * Blocks take what one client saw; the way to the server costs nothing, since that is in it. Written ones go there and read ones
     * back, so each direction has its own rate, and the disk, which they share, that of all clients together.
     */
    private void addStorage(TopologyBuilder network, boolean separate, StorageFit storage) {
        double access = (storage.writeAccess().value() + storage.readAccess().value()) / 2;
        // A request goes there and back.
        long oneWay = Math.round(access / 2);
        SimpleNetworkEdge there =
                SimpleNetworkEdge.of(oneWay, storage.writeRate().value());
        SimpleNetworkEdge back = SimpleNetworkEdge.of(oneWay, storage.readRate().value());
        // The disk gets and gives packet by packet, while others are on the way.
        builder.ioGranularity(packet());
        Server server = builder.addServer(
                hosts.get(0),
                "files",
                Nic.of(Double.POSITIVE_INFINITY),
                SimpleDisk.of(0, storage.commonRate(), 1),
                NoCache.of(1));
        if (!separate) {
            for (ClientProcess client : clients) {
                network.connect("files-" + client.rank() + "_TX", server.nic(), back, client.nic());
                network.connect("files-" + client.rank() + "_RX", client.nic(), there, server.nic());
            }
            return;
        }
        // Ways of their own: what a client saw has the network in it. So long that no messages take them.
        NetworkNodeModel hub = builder.addNetworkNode("files-hub", StoreForwardNode.of(Double.POSITIVE_INFINITY));
        network.cable("files", hub, atOnce(), server.nic());
        for (ClientProcess client : clients) {
            NetworkNodeModel between =
                    builder.addNetworkNode("files-way-" + client.rank(), StoreForwardNode.of(Double.POSITIVE_INFINITY));
            network.connect("files-from-" + client.rank() + "_TX", client.nic(), there, between);
            network.connect("files-from-" + client.rank() + "_RX", between, back, client.nic());
            network.cable("files-to-hub-" + client.rank(), between, atOnce(), hub);
        }
    }
}
