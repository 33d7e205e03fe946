// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CutThroughForwardNode;
import org.hdtrace.piosim.model.cluster.CutThroughNetworkEdge;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NetworkEdgeModel;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.cluster.Topology;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.SendMode;

/** A tree of switches with one or two applications that compute and send messages of up to 8 MB. The same seed gives the same. */
final class LongMessages {
    /** Few, so that rates have small common multiples. */
    private static final double[] BANDWIDTHS = {1e8, 2e8, 5e7, 1e9, 117e6, Double.POSITIVE_INFINITY, 3.3e7};

    private static final int USUAL = 3;

    private final Random random;
    private final ClusterModel model;
    private final Map<String, Application> programs = new HashMap<>();
    private int tag;
    private long request;

    LongMessages(long seed) {
        random = new Random(seed * 0x9E3779B97F4A7C15L);
        ModelBuilder builder = new ModelBuilder().transferGranularity(1000L * (1 + random.nextInt(20)));
        ModelBuilder.TopologyBuilder tree =
                builder.createTopology("tree", new Routing.FirstRoute()).scheduling(any(Topology.Scheduling.values()));
        List<NetworkNodeModel> switches = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            NetworkNodeModel next = builder.addNetworkNode("switch" + i, forwarding());
            if (!switches.isEmpty()) {
                tree.cable("between" + i, next, edge(), any(switches.toArray(NetworkNodeModel[]::new)));
            }
            switches.add(next);
        }
        for (String application : random.nextInt(3) == 0 ? List.of("A", "B") : List.of("A")) {
            int ranks = 2 + random.nextInt(4);
            builder.setApplication(application, "");
            for (int rank = 0; rank < ranks; rank++) {
                String name = application + rank;
                Node host = builder.addNode("host" + name, Node.of(1, 1e9, 1L << 32));
                Nic nic = Nic.of(random.nextInt(3) == 0 ? anyBandwidth() : 1e10);
                tree.cable(
                        "edge" + name,
                        builder.addClient(host, name, application, rank, nic).nic(),
                        edge(),
                        any(switches.toArray(NetworkNodeModel[]::new)));
            }
            programs.put(application, program(ranks));
        }
        model = builder.build();
    }

    ClusterModel model() {
        return model;
    }

    Map<String, Application> programs() {
        return programs;
    }

    private <T> T any(T[] of) {
        return of[random.nextInt(of.length)];
    }

    private double anyBandwidth() {
        return BANDWIDTHS[random.nextInt(BANDWIDTHS.length)];
    }

    private NetworkNodeModel forwarding() {
        return switch (random.nextInt(3)) {
            case 0 -> CutThroughForwardNode.of();
            case 1 -> StoreForwardNode.of(anyBandwidth());
            default -> StoreForwardNode.of(1e10);
        };
    }

    private NetworkEdgeModel edge() {
        long latency = random.nextInt(2) == 0 ? 0 : random.nextInt(8) == 0 ? random.nextInt(5_000_000) : 20_000;
        double bandwidth = random.nextInt(3) == 0 ? anyBandwidth() : BANDWIDTHS[random.nextInt(USUAL)];
        return random.nextInt(4) == 0
                ? CutThroughNetworkEdge.of(latency, bandwidth)
                : SimpleNetworkEdge.of(latency, bandwidth);
    }

    private Application program(int ranks) {
        ProgramBuilder program = new ProgramBuilder("long", ranks).addInit();
        for (int steps = random.nextInt(6); steps >= 0; steps--) {
            int one = random.nextInt(ranks);
            int other = (one + 1 + random.nextInt(ranks - 1)) % ranks;
            tag += 2;
            switch (random.nextInt(7)) {
                case 0 -> exchange(program, one, other);
                case 1 -> overlap(program, one, other);
                case 2 -> shift(program, ranks);
                case 3 -> gather(program, one, ranks);
                case 4 -> program.addBroadcast(program.world(), one, bytes());
                case 5 -> program.addAllreduce(program.world(), bytes());
                default -> program.addCompute(one, random.nextInt(50_000_000));
            }
        }
        return program.addFinalize().build();
    }

    private long bytes() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(100_000);
            case 1 -> 100_000L * (1 + random.nextInt(40));
            default -> random.nextInt(8_000_000);
        };
    }

    private void mayCompute(ProgramBuilder program, int rank) {
        if (random.nextBoolean()) {
            program.addCompute(rank, random.nextInt(30_000_000));
        }
    }

    private void exchange(ProgramBuilder program, int one, int other) {
        program.addSendrecv(one, other, bytes(), tag, other, tag + 1);
        mayCompute(program, other);
        program.addSendrecv(other, one, bytes(), tag + 1, one, tag);
    }

    /** Several messages of a pair at once, while both may compute. */
    private void overlap(ProgramBuilder program, int one, int other) {
        long first = request;
        for (int i = random.nextInt(4); i >= 0; i--) {
            program.addIsend(one, other, bytes(), tag, SendMode.STANDARD, request);
            program.addIrecv(other, one, tag, request++);
        }
        mayCompute(program, one);
        mayCompute(program, other);
        program.addWaitAll(one, LongStream.range(first, request).toArray());
        program.addWaitAll(other, LongStream.range(first, request).toArray());
    }

    private void shift(ProgramBuilder program, int ranks) {
        long bytes = bytes();
        for (int rank = 0; rank < ranks; rank++) {
            program.addIsend(rank, (rank + 1) % ranks, bytes, tag, SendMode.STANDARD, request);
            program.addIrecv((rank + 1) % ranks, rank, tag, request + 1);
        }
        for (int rank = 0; rank < ranks; rank++) {
            program.addWaitAll(rank, request, request + 1);
        }
        request += 2;
    }

    private void gather(ProgramBuilder program, int root, int ranks) {
        for (int rank = 0; rank < ranks; rank++) {
            if (rank != root) {
                program.addSend(rank, root, bytes(), tag);
                program.addRecv(root, Command.ANY_SOURCE, tag);
            }
        }
    }
}
