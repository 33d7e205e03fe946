// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeOrderTest {
    private final NodeOrder order = new NodeOrder(7, 2, 7, 9, 2, 7);

    @Test
    void namesWhoSharesANode() {
        assertArrayEquals(new int[] {0, 2, 5}, members(order.sameNode(2)));
        assertArrayEquals(new int[] {1, 4}, members(order.sameNode(4)));
        assertArrayEquals(new int[] {3}, members(order.sameNode(3)));
    }

    @Test
    void firstRankOfEachNodeSpeaks() {
        assertArrayEquals(new int[] {0, 1, 3}, members(order.speakers()));
        assertEquals(2, order.speakers().place(3));
    }

    @Test
    void goesFromNodeToNodeInTheOrderOfTheirFirstRanks() {
        assertArrayEquals(new int[] {0, 2, 5, 1, 4, 3}, members(order.byNode()));
    }

    @Test
    void placesAreThoseOfTheMembers() {
        for (int relative = 0; relative < 6; relative++) {
            assertEquals(
                    relative,
                    order.sameNode(relative).get(order.sameNode(relative).place(relative)));
            assertEquals(relative, order.byNode().get(order.byNode().place(relative)));
        }
    }

    private static int[] members(NodeOrder.Group group) {
        return IntStream.range(0, group.size()).map(group::get).toArray();
    }
}
