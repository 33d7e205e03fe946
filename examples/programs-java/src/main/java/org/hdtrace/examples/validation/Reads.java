// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.validation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.HostedComponent;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Server;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.cluster.Tmpfs;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.xml.ModelReader;

/**
 * Figure 5 of the validation paper: clients read records of a file in turn from servers that keep it in memory, and its
 * experiment with smaller packets. Clients and servers are on nodes of their own, so nothing but the cables can limit them.
 */
public final class Reads {
    /** Records of figure 5a and 5b. */
    public static final List<Long> RECORDS = List.of(100L << 20, 100L << 10);
    /** Packets of the paper's network: as a rule, and in its last experiment. */
    public static final List<Long> PACKETS = List.of(100L << 10, 10L << 10);

    static final List<Integer> SERVERS = List.of(1, 2, 5, 10);
    static final List<Integer> CLIENTS = List.of(1, 2, 3, 4, 5, 6, 8, 10);

    /** Enough of the paper's 1 GiB: all records after the first look alike. */
    private static final Map<Long, Integer> RECORDS_OF_A_CLIENT = Map.of(100L << 20, 2, 100L << 10, 100);

    private static final long MESSAGE = 1 << 20;
    private static final double MEMORY = 2000.0 * (1 << 20);
    private static final String ALIAS = "A";

    private final Path model;

    private Reads(Path model) {
        this.model = model;
    }

    /**
     * Carry all of them out.
     *
     * @param model the paper's cluster
     * @throws IllegalArgumentException when the model isn't made as the paper's cluster
     */
    public static List<Reading> run(Path model) throws ModelFormatException, TraceFormatException {
        Reads reads = new Reads(model);
        List<Reading> all = new ArrayList<>();
        for (long bytes : RECORDS) {
            for (int servers : SERVERS) {
                for (int clients : CLIENTS) {
                    all.add(reads.read(bytes, RECORDS_OF_A_CLIENT.get(bytes), PACKETS.get(0), clients, servers));
                }
            }
        }
        int most = SERVERS.get(SERVERS.size() - 1);
        long small = RECORDS.get(1);
        all.add(reads.read(small, RECORDS_OF_A_CLIENT.get(small), PACKETS.get(1), most, most));
        for (long packet : PACKETS) {
            all.add(message(packet));
        }
        return all;
    }

    /**
     * Carry one of them out.
     *
     * @param model the paper's cluster
     * @param bytes of a record
     * @param records that each client reads
     * @param packet bytes of packets of the network
     * @throws IllegalArgumentException when the model isn't made as the paper's cluster
     */
    static Reading one(Path model, long bytes, int records, long packet, int clients, int servers)
            throws ModelFormatException, TraceFormatException {
        return new Reads(model).read(bytes, records, packet, clients, servers);
    }

    private Reading read(long bytes, int records, long packet, int clients, int servers)
            throws ModelFormatException, TraceFormatException {
        ClusterModel cluster = inMemory(cluster(packet, clients, servers));
        long time = time(cluster, program(bytes, records, clients));
        long moved = bytes * records * clients;
        double cable = Figures.of(cluster).ethernet().bandwidth();
        return new Reading(
                bytes, packet, clients, servers, moved, time, moved / (Math.min(clients, servers) * cable) * 1e9);
    }

    /** Record n of rank r is number n * clients + r of the file. */
    private static Application program(long bytes, int records, int clients) {
        ProgramBuilder program = new ProgramBuilder("reads", clients);
        ApplicationFile file = program.createFile("records", bytes * records * clients, SimpleStripe.DEFAULT);
        for (int record = 0; record < records; record++) {
            for (int rank = 0; rank < clients; rank++) {
                program.addReadSequential(rank, file, ((long) record * clients + rank) * bytes, bytes);
            }
        }
        return program.build();
    }

    private ClusterModel cluster(long packet, int clients, int servers) throws ModelFormatException {
        return ModelReader.read(
                model,
                List.of(
                        "SMPNodes[*]/hosts=" + (clients + servers),
                        "SMPNodes[*]/ranks=" + clients,
                        "SMPNodes[*]/placement=cyclic",
                        "SMPNodes[*]/servers=" + servers,
                        "GlobalSettings/TransferGranularity=" + packet));
    }

    /** The same cluster whose servers keep files in memory. */
    private static ClusterModel inMemory(ClusterModel cluster) {
        List<Node> nodes = cluster.nodes().stream()
                .map(node -> node.withHosted(
                        node.hosted().stream().map(Reads::inMemory).toList()))
                .toList();
        return new ClusterModel(
                cluster.templates(),
                cluster.applications(),
                cluster.globalSettings(),
                nodes,
                cluster.networkEdges(),
                cluster.networkNodes(),
                cluster.topologies(),
                cluster.ioRedirections());
    }

    private static HostedComponent inMemory(HostedComponent hosted) {
        return hosted instanceof Server server
                ? new Server(
                        server.identity(),
                        server.nic(),
                        Tmpfs.of(MEMORY).withIdentity(server.ioSubsystem().identity()),
                        server.cache())
                : hosted;
    }

    /** MODEL C1: a message over two cables and a switch of no account, with its request and acknowledgement. */
    private static Reading message(long packet) throws TraceFormatException {
        long latency = 25_000;
        double cable = 125e6;
        ClusterModel star = new ModelBuilder()
                .star(
                        2,
                        ALIAS,
                        Node.of(1, 1e9, 1L << 30),
                        Nic.of(1e12),
                        SimpleNetworkEdge.of(latency, cable),
                        StoreForwardNode.of(1e12))
                .transferGranularity(packet)
                .build();
        long time = time(
                star,
                new ProgramBuilder("message", 2)
                        .addSendAndRecv(0, 1, MESSAGE, 0)
                        .build());
        double handshake = 4 * latency + 2 * (48 + 140) / cable * 1e9;
        double data = 2 * latency + (MESSAGE + 48 + packet) / cable * 1e9;
        return new Reading(MESSAGE, packet, 2, 0, MESSAGE, time, handshake + data);
    }

    private static long time(ClusterModel cluster, Application program) throws TraceFormatException {
        SimulationResult result = new Simulation(cluster, Map.of(ALIAS, program)).run(SimulationOptions.UNLIMITED);
        if (result.outcome() != SimulationResult.Outcome.FINISHED) {
            throw new IllegalStateException(program.name() + ": " + result.deadlock());
        }
        return result.virtualTimeNanos();
    }
}
