// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import org.hdtrace.piosim.model.cluster.Aggregation;
import org.hdtrace.piosim.model.cluster.CacheLayer;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.RefinedDisk;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.SimpleWriteBehind;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;

/** The stars that are simulated; each host has one rank. */
final class Clusters {
    static final String ALIAS = "A";
    private static final long MEMORY = 12_000_000_000L;
    private static final double MIB = 1 << 20;

    private Clusters() {}

    /**
     * 125 MB/s and 25 us in each direction, the network that other simulators are given; interfaces and switch move
     * 10^12 B/s and have flow control.
     */
    static ModelBuilder gigabit(int ranks) {
        return star(ranks, 1e12, 2.66e9);
    }

    /** The same with interfaces, a switch and processors that take no time. */
    static ModelBuilder ideal(int ranks) {
        return star(ranks, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    /** The star that the original was measured with, and its methods. */
    static ModelBuilder golden(int ranks) {
        return golden(ranks, 0, SimpleWriteBehind.of(1));
    }

    /** The same with servers. */
    static ModelBuilder golden(int ranks, int servers, CacheLayer cache) {
        return new ModelBuilder()
                .star(new ModelBuilder.Star(
                        ranks,
                        ALIAS,
                        Node.of(1, 1e9, MEMORY),
                        Nic.of(42_949_672_960.0),
                        SimpleNetworkEdge.of(19_982, 117e6),
                        StoreForwardNode.of(48e9),
                        servers,
                        RefinedDisk.of(1_000_000, 9_000_000, 7200, 100e6, 1_000_000, 1),
                        cache))
                .method(CommandType.REDUCE, "BinaryTreeSimple")
                .method(CommandType.BCAST, "BinaryTreeSimple")
                .method(CommandType.ALLREDUCE, "ReduceBroadcast")
                .method(CommandType.BARRIER, "BinaryTree")
                .method(CommandType.GATHER, "GatherMPICH2");
    }

    /** Clients and one server that joins accesses, as the HDTrace paper has them in section 7. Source: MODEL C2. */
    static ModelBuilder paper(int ranks) {
        return new ModelBuilder()
                .star(new ModelBuilder.Star(
                        ranks,
                        ALIAS,
                        Node.of(1, 2.66e9, MEMORY),
                        Nic.of(7629 * MIB),
                        SimpleNetworkEdge.of(287_500, 67 * MIB),
                        StoreForwardNode.of(48 * 1024 * MIB),
                        1,
                        RefinedDisk.of(1_000_000, 10_000_000, 7200, 100 * MIB, 5 << 20, 1),
                        Aggregation.of(1)));
    }

    private static ModelBuilder star(int ranks, double bandwidth, double speed) {
        return new ModelBuilder()
                .star(
                        ranks,
                        ALIAS,
                        Node.of(1, speed, MEMORY),
                        Nic.of(bandwidth),
                        SimpleNetworkEdge.of(25_000, 125e6),
                        StoreForwardNode.of(bandwidth));
    }
}
