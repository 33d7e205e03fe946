// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network.route;

import java.util.Arrays;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.Topology;

/** How each topology of a model uses several shortest ways. Immutable. */
public final class Spreads {
    /** How the ways are used. */
    enum Spread {
        /** Only the first one found. */
        NONE,
        /** Packets of a pair take turns. */
        TURNS,
        /** Each pair has one, by a hash. */
        FLOWS
    }

    private final Spread[] byTopology;
    private final boolean none;
    private final long seed;

    private Spreads(Spread[] byTopology, long seed) {
        this.byTopology = byTopology;
        this.none = Arrays.stream(byTopology).allMatch(spread -> spread == Spread.NONE);
        this.seed = seed;
    }

    /**
     * What the topologies of a model ask for.
     *
     * @param seed of the hash
     */
    public static Spreads of(ClusterModel model, long seed) {
        return new Spreads(
                model.topologies().stream()
                        .map(Topology::routing)
                        .map(Spreads::spread)
                        .toArray(Spread[]::new),
                seed);
    }

    private static Spread spread(Routing routing) {
        if (routing instanceof Routing.RoundRobinRoute) {
            return Spread.TURNS;
        }
        return routing instanceof Routing.EqualCostMultiPath ? Spread.FLOWS : Spread.NONE;
    }

    /** Whether every topology uses the first way only. */
    boolean areNone() {
        return none;
    }

    /** For edges of a topology. */
    Spread of(int topology) {
        return byTopology[topology];
    }

    /** Which of some equally short ways on from a vertex the packets from one interface to another take. */
    int choice(int source, int target, int vertex, int choices) {
        long flow = mix(mix(seed + ((long) source << 32 | target)) + vertex);
        return (int) Long.remainderUnsigned(flow, choices);
    }

    /** Every bit of the result depends on all bits: the last step of SplitMix64 (Steele, Lea, Flood: OOPSLA 2014). */
    private static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
