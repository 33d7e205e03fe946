// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.List;

/** How a topology finds the way of a packet. */
public sealed interface Routing
        permits Routing.FirstRoute,
                Routing.RoundRobinRoute,
                Routing.SymmetricHierarchicalRoute,
                Routing.EqualCostMultiPath,
                Routing.FatTree,
                Routing.DimensionOrder,
                Routing.Dragonfly {
    /** The first shortest path found ({@code PaketFirstRoute}). */
    record FirstRoute() implements Routing {}

    /** All shortest paths in turn, one per packet ({@code PaketRoundRobinRoute}). */
    record RoundRobinRoute() implements Routing {}

    /**
     * All shortest paths, one for each pair of interfaces, chosen by a hash of the pair ({@code ECMPRoute}), as Ethernet and
     * IP switches do (RFC 2992). Another seed of the simulation chooses others.
     */
    record EqualCostMultiPath() implements Routing {}

    /** Tree-like networks: one default edge up, explicit entries down ({@code PaketSymmetricHierarchicalRoute}). */
    record SymmetricHierarchicalRoute() implements Routing {}

    /**
     * Up to the lowest common switches of a k-ary n-tree by the digits of the target's number, then down.
     *
     * @param k ports down of a switch, at least 2
     * @param levels of switches, at least 1
     * @param upPorts ports up of a switch of the lowest level, 1 to k
     */
    record FatTree(int k, int levels, int upPorts) implements Routing {
        public FatTree {
            atLeast("k", k, 2);
            atLeast("levels", levels, 1);
            atLeast("upPorts", upPorts, 1);
            if (upPorts > k) {
                throw new IllegalArgumentException("upPorts=" + upPorts + ": must be <= k=" + k);
            }
        }
    }

    /**
     * In a torus one dimension after the other, each the shorter way round.
     *
     * @param dims points in each dimension, at least 1
     */
    record DimensionOrder(List<Integer> dims) implements Routing {
        public DimensionOrder {
            dims = List.copyOf(dims);
            if (dims.isEmpty()) {
                throw new IllegalArgumentException("dims=: must be at least one number");
            }
            dims.forEach(size -> atLeast("dims", size, 1));
        }
    }

    /**
     * In a dragonfly over the one cable between two groups, and at most one router on either side.
     *
     * @param groups at least 1
     * @param routers of each group, at least 1
     */
    record Dragonfly(int groups, int routers) implements Routing {
        public Dragonfly {
            atLeast("groups", groups, 1);
            atLeast("routers", routers, 1);
        }
    }

    private static void atLeast(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(name + "=" + value + ": must be >= " + least);
        }
    }
}
