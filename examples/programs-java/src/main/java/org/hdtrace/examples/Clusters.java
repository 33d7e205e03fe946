// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples;

import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;

/**
 * Clusters built in Java: one rank on each node, all nodes at one switch. The figures are the original simulator's
 * presets of that name.
 */
public final class Clusters {
    /** Alias under which the clusters run a program. */
    public static final String ALIAS = "A";

    private static final double GIB = 1L << 30;

    private Clusters() {}

    /** Gigabit Ethernet. */
    public static ClusterModel gigabit(int ranks) {
        return star(ranks, SimpleNetworkEdge.of(19_982, 117e6));
    }

    /** 10 Gigabit Ethernet. */
    public static ClusterModel tenGigabit(int ranks) {
        return star(ranks, SimpleNetworkEdge.of(3_000, 1e9));
    }

    private static ClusterModel star(int ranks, SimpleNetworkEdge cable) {
        Node host = Node.of(1, 2.66e9, 12_000_000_000L);
        return new ModelBuilder()
                .star(ranks, ALIAS, host, Nic.of(40 * GIB), cable, StoreForwardNode.of(48e9))
                .build();
    }
}
