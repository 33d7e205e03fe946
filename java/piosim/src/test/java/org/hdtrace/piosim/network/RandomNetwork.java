// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.Component;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
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

/** A small network of any shape and some messages on it, the same ones for the same seed. */
final class RandomNetwork {
    private static final String APPLICATION = "A";
    private static final long SECOND = 1_000_000_000;

    private final Random random;
    private final ModelBuilder builder = new ModelBuilder();
    private final List<Component> interfaces = new ArrayList<>();
    private final int granularity;
    private int clients;

    RandomNetwork(long seed) {
        random = new Random(seed * 0x9E3779B97F4A7C15L);
        granularity = 1 + random.nextInt(3000);
        builder.setApplication(APPLICATION, "").transferGranularity(granularity);
        ModelBuilder.TopologyBuilder topology = builder.createTopology("LAN", new Routing.FirstRoute());
        List<Component> switches = switches(topology);
        int hosts = 1 + random.nextInt(4);
        for (int host = 0; host < hosts; host++) {
            Node node = builder.addNode("n" + host, Node.of(1, 1e9, 1L << 30));
            for (int process = random.nextInt(3); process >= 0 || interfaces.size() < 2; process--) {
                NetworkInterface nic = builder.addClient(node, "c", APPLICATION, clients++, nic())
                        .nic();
                cable(topology, nic, switches.get(random.nextInt(switches.size())));
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

    private List<Component> switches(ModelBuilder.TopologyBuilder topology) {
        List<Component> all = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            NetworkNodeModel added = builder.addNetworkNode("s" + i, node());
            if (i > 0) {
                cable(topology, added, all.get(random.nextInt(i)));
            }
            all.add(added);
        }
        if (count > 2 && random.nextBoolean()) {
            cable(topology, all.get(0), all.get(count - 1));
        }
        return all;
    }

    private void cable(ModelBuilder.TopologyBuilder topology, Component from, Component to) {
        topology.connect("e", from, edge(), to);
        topology.connect("e", to, edge(), from);
    }

    private NetworkInterface nic() {
        return random.nextInt(12) == 0 ? NicAnalytical.of(bandwidth()) : Nic.of(bandwidth());
    }

    private NetworkNodeModel node() {
        return switch (random.nextInt(4)) {
            case 0 -> StoreForwardLocalNode.of(2 * bandwidth());
            case 1 -> StoreForwardMemoryNode.of(bandwidth(), bandwidth());
            default -> StoreForwardNode.of(bandwidth());
        };
    }

    private SimpleNetworkEdge edge() {
        long latency = random.nextInt(4) == 0 ? 0 : (long) (random.nextDouble() * random.nextDouble() * 5_000_000);
        return SimpleNetworkEdge.of(latency, bandwidth());
    }

    /** Whole bytes per second between 100 kB/s and 100 MB/s, or infinite. */
    private double bandwidth() {
        return random.nextInt(12) == 0
                ? Double.POSITIVE_INFINITY
                : (double) (SECOND / (10 + (long) (random.nextDouble() * random.nextDouble() * 10_000))
                        + random.nextInt(10_000));
    }
}
