// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.validation;

import org.hdtrace.examples.validation.Configuration.Relation;

/**
 * The least times, in ns, that operations can take on the paper's cluster, whatever the algorithm (but for {@link
 * #scatterAllgather}): what has to pass a part divided by its bandwidth, for the part where that is most, and the latency of
 * the way once. Packets and processor time come on top, so a simulation is above.
 */
final class Bounds {
    private static final double NANOS = 1e9;

    private final Figures figures;

    Bounds(Figures figures) {
        this.figures = figures;
    }

    /** A message. */
    double oneWay(Relation relation, double bytes) {
        return transfer(relation, bytes, bytes);
    }

    /** Messages in both directions at once: cables carry one each, sockets and switches both. */
    double bothWays(Relation relation, double bytes) {
        return transfer(relation, bytes, 2 * bytes);
    }

    private double transfer(Relation relation, double onEdge, double onNode) {
        double most =
                switch (relation) {
                    case INTRA_SOCKET -> Math.max(onEdge / figures.core().bandwidth(), onNode / figures.socketLocal());
                    case INTER_SOCKET -> withinNode(onEdge, onNode);
                    case INTER_NODE ->
                        Math.max(
                                withinNode(onEdge, onNode),
                                Math.max(onEdge / figures.ethernet().bandwidth(), onNode / figures.middle()));
                };
        return most * NANOS + latency(relation);
    }

    private double withinNode(double onEdge, double onNode) {
        double edges =
                onEdge / Math.min(figures.core().bandwidth(), figures.qpi().bandwidth());
        return Math.max(edges, onNode / Math.min(figures.socketTotal(), figures.hub()));
    }

    /** Of the way between two ranks. */
    private double latency(Relation relation) {
        double socket = 2.0 * figures.core().latencyNanos();
        double node = socket + 2.0 * figures.qpi().latencyNanos();
        return switch (relation) {
            case INTRA_SOCKET -> socket;
            case INTER_SOCKET -> node;
            case INTER_NODE -> node + 2.0 * figures.ethernet().latencyNanos();
        };
    }

    /** Rank 0 exchanges with one rank after the other. */
    double exchanges(Configuration configuration, double bytes) {
        double sum = 0;
        for (int rank = 1; rank < configuration.processes(); rank++) {
            sum += bothWays(configuration.relation(0, rank), bytes);
        }
        return sum;
    }

    /** Each rank has to get the blocks of all others, each node those of all other nodes. */
    double allgather(Configuration configuration, double bytes) {
        int ranks = configuration.processes();
        if (ranks == 1) {
            return 0;
        }
        double intoRank = (ranks - 1) * bytes / figures.core().bandwidth();
        if (configuration.nodes() == 1) {
            return intoRank * NANOS + latency(farthest(configuration));
        }
        double intoNode = (ranks - configuration.fewestOnANode())
                * bytes
                / figures.ethernet().bandwidth();
        return Math.max(intoRank, intoNode) * NANOS + latency(Relation.INTER_NODE);
    }

    /**
     * Each element has to travel n-1 times to be reduced and n-1 times to be known, over n nodes or within one over n
     * ranks; the one that takes in most takes in at least the mean.
     */
    double allreduce(Configuration configuration, double bytes) {
        if (configuration.processes() == 1) {
            return 0;
        }
        boolean within = configuration.nodes() == 1;
        int parts = within ? configuration.processes() : configuration.nodes();
        double bandwidth =
                within ? figures.core().bandwidth() : figures.ethernet().bandwidth();
        return 2.0 * (parts - 1) / parts * bytes / bandwidth * NANOS + latency(farthest(configuration));
    }

    /**
     * Broadcast by scatter along a binomial tree and allgather round a ring: the root sends halves of what it has until
     * each rank has its block, then each sends a block in every round. Source: HDTrace paper, figure 4.
     */
    double scatterAllgather(Configuration configuration, double bytes) {
        double block = bytes / configuration.processes();
        double sent = bytes - block + (configuration.processes() - 1) * block;
        return sent / figures.ethernet().bandwidth() * NANOS + latency(Relation.INTER_NODE);
    }

    private static Relation farthest(Configuration configuration) {
        return configuration.nodes() > 1 ? Relation.INTER_NODE : configuration.relation(0, 1);
    }
}
