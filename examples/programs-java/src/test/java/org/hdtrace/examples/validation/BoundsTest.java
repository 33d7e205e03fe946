// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hdtrace.examples.validation.Configuration.Relation;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.junit.jupiter.api.Test;

/** Bounds worked out by hand for round figures. */
class BoundsTest {
    private static final Bounds BOUNDS = new Bounds(new Figures(
            SimpleNetworkEdge.of(10, 4e9),
            SimpleNetworkEdge.of(20, 2e9),
            SimpleNetworkEdge.of(100, 1e8),
            3e9,
            5e9,
            10e9,
            50e9));

    @Test
    void oneWayIsLimitedByTheSlowestCable() {
        assertEquals(250_000 + 20, BOUNDS.oneWay(Relation.INTRA_SOCKET, 1e6));
        assertEquals(500_000 + 60, BOUNDS.oneWay(Relation.INTER_SOCKET, 1e6));
        assertEquals(10_000_000 + 260, BOUNDS.oneWay(Relation.INTER_NODE, 1e6));
    }

    @Test
    void bothWaysShareTheSocket() {
        assertEquals(400_000 + 20, BOUNDS.bothWays(Relation.INTRA_SOCKET, 1e6));
        assertEquals(2e6 / 3e9 * 1e9 + 60, BOUNDS.bothWays(Relation.INTER_SOCKET, 1e6));
        assertEquals(10_000_000 + 260, BOUNDS.bothWays(Relation.INTER_NODE, 1e6));
    }

    @Test
    void rankZeroExchangesWithNeighboursAndOthers() {
        // Ranks 1 and 3 are on the other node, 2 is in the other socket.
        double sum = 2 * BOUNDS.bothWays(Relation.INTER_NODE, 1e6) + BOUNDS.bothWays(Relation.INTER_SOCKET, 1e6);
        assertEquals(sum, BOUNDS.exchanges(new Configuration(2, 4), 1e6), 1e-6);
    }

    @Test
    void allgatherHasToBringAllIntoEachNode() {
        assertEquals(0, BOUNDS.allgather(new Configuration(1, 1), 1e6));
        assertEquals(250_000 + 60, BOUNDS.allgather(new Configuration(1, 2), 1e6));
        assertEquals(2 * 10_000_000 + 260, BOUNDS.allgather(new Configuration(2, 4), 1e6));
    }

    @Test
    void allreduceHasToReduceAndTell() {
        assertEquals(0, BOUNDS.allreduce(new Configuration(1, 1), 1e6));
        assertEquals(250_000 + 60, BOUNDS.allreduce(new Configuration(1, 2), 1e6));
        assertEquals(1.5 * 10_000_000 + 260, BOUNDS.allreduce(new Configuration(4, 8), 1e6), 1e-6);
    }
}
