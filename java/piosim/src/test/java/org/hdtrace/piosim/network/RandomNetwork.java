// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.Component;
import org.hdtrace.piosim.model.cluster.CutThroughForwardNode;
import org.hdtrace.piosim.model.cluster.CutThroughNetworkEdge;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NetworkEdgeModel;
import org.hdtrace.piosim.model.cluster.NetworkInterface;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.NicAnalytical;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardLocalNode;
import org.hdtrace.piosim.model.cluster.StoreForwardMemoryNode;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.cluster.Topology;

/** A small network of any shape and some messages on it, the same ones for the same seed. */
final class RandomNetwork {
    private static final String APPLICATION = "A";
    private static final long SECOND = 1_000_000_000;

    private final Random random;
    private final ModelBuilder builder = new ModelBuilder();
    private final List<Component> interfaces = new ArrayList<>();
    private final List<ModelBuilder.TopologyBuilder> topologies = new ArrayList<>();
    private final int granularity;
    private final boolean bursts;
    private int clients;

    RandomNetwork(long seed) {
        this(seed, false);
    }

    /**
     * A network.
     *
     * @param bursts whether some edges let bytes pass at once after a pause
     */
    RandomNetwork(long seed, boolean bursts) {
        this.bursts = bursts;
        random = new Random(seed * 0x9E3779B97F4A7C15L);
        granularity = 1 + random.nextInt(3000);
        builder.setApplication(APPLICATION, "").transferGranularity(granularity);
        topologies.add(topology("LAN"));
        if (random.nextInt(4) == 0) {
            topologies.add(topology("SAN"));
        }
        List<Component> switches = switches();
        int hosts = 1 + random.nextInt(4);
        for (int host = 0; host < hosts; host++) {
            Node node = builder.addNode("n" + host, Node.of(1, 1e9, 1L << 30));
            for (int process = random.nextInt(3); process >= 0 || interfaces.size() < 2; process--) {
                NetworkInterface nic = builder.addClient(node, "c", APPLICATION, clients++, nic())
                        .nic();
                for (int cables = random.nextInt(6) == 0 ? 2 : 1; cables > 0; cables--) {
                    cable(nic, switches.get(random.nextInt(switches.size())));
                }
                interfaces.add(nic);
            }
        }
    }

    ClusterModel model() {
        return builder.build();
    }

    /** Messages between random interfaces, of which many meet. */
    Traffic traffic() {
        List<Traffic.Post> posts = new ArrayList<>();
        int count = 1 + random.nextInt(6);
        long span = random.nextInt(3) == 0 ? 1000 : 20_000_000;
        int favourite = random.nextInt(interfaces.size());
        for (int number = 0; number < count; number++) {
            int source = interfaces.get(random.nextInt(interfaces.size())).id();
            int target = interfaces
                    .get(random.nextBoolean() ? favourite : random.nextInt(interfaces.size()))
                    .id();
            posts.add(new Traffic.Post(number, source, target, supplies(span), holds()));
        }
        return new Traffic(posts);
    }

    private List<Traffic.Supply> supplies(long span) {
        List<Traffic.Supply> all = new ArrayList<>();
        long time = (long) (random.nextDouble() * span);
        int parts = random.nextInt(4) == 0 ? 3 : 1;
        for (int i = 0; i < parts; i++) {
            all.add(new Traffic.Supply(time, parts == 1 ? bytes() : 1 + bytes()));
            time += 1 + (long) (random.nextDouble() * span);
        }
        return all;
    }

    private long bytes() {
        return switch (random.nextInt(8)) {
            case 0 -> random.nextInt(20);
            case 1 -> (long) granularity * (1 + random.nextInt(4));
            default -> (long) (random.nextDouble() * random.nextDouble() * 12 * granularity);
        };
    }

    private List<Long> holds() {
        if (random.nextInt(4) != 0) {
            return List.of(0L);
        }
        return List.of((long) random.nextInt(2_000_000), 0L, (long) random.nextInt(2_000_000));
    }

    private ModelBuilder.TopologyBuilder topology(String name) {
        Routing routing = random.nextInt(3) == 0 ? new Routing.RoundRobinRoute() : new Routing.FirstRoute();
        Topology.Scheduling scheduling =
                random.nextInt(3) == 0 ? Topology.Scheduling.FIFO : Topology.Scheduling.ROUND_ROBIN;
        return builder.createTopology(name, routing).scheduling(scheduling);
    }

    private List<Component> switches() {
        List<Component> all = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            NetworkNodeModel added = builder.addNetworkNode("s" + i, node());
            if (i > 0) {
                cable(added, all.get(random.nextInt(i)));
            }
            all.add(added);
        }
        for (int more = random.nextInt(4); more > 0; more--) {
            cable(all.get(random.nextInt(count)), all.get(random.nextInt(count)));
        }
        return all;
    }

    private void cable(Component from, Component to) {
        ModelBuilder.TopologyBuilder topology = topologies.get(random.nextInt(topologies.size()));
        topology.connect("e", from, edge(), to);
        topology.connect("e", to, edge(), from);
    }

    private NetworkInterface nic() {
        return random.nextInt(12) == 0 ? NicAnalytical.of(bandwidth()) : Nic.of(bandwidth());
    }

    private NetworkNodeModel node() {
        return switch (random.nextInt(6)) {
            case 0 -> StoreForwardLocalNode.of(2 * bandwidth());
            case 1 -> StoreForwardMemoryNode.of(bandwidth(), bandwidth());
            case 2 -> CutThroughForwardNode.of();
            default -> StoreForwardNode.of(bandwidth());
        };
    }

    private NetworkEdgeModel edge() {
        long latency = random.nextInt(4) == 0 ? 0 : (long) (random.nextDouble() * random.nextDouble() * 5_000_000);
        return random.nextInt(4) == 0
                ? CutThroughNetworkEdge.of(latency, bandwidth())
                : SimpleNetworkEdge.of(latency, bandwidth()).withBurst(bursts ? random.nextInt(4 * granularity) : 0);
    }

    /** Whole bytes per second between 100 kB/s and 100 MB/s, or infinite. */
    private double bandwidth() {
        return random.nextInt(12) == 0
                ? Double.POSITIVE_INFINITY
                : (double) (SECOND / (10 + (long) (random.nextDouble() * random.nextDouble() * 10_000))
                        + random.nextInt(10_000));
    }
}
