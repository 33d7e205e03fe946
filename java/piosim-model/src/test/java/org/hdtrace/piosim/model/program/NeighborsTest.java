// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class NeighborsTest {
    @Test
    void aGridHasNeighboursBeforeAndBehindInEachDimension() {
        Neighbors grid = Neighbors.grid(new int[] {3, 4}, true, false);
        assertArrayEquals(new int[] {8, 4, 1}, grid.destinations(0), "no left neighbour, the row above is the last");
        assertArrayEquals(new int[] {2, 10, 5, 7}, grid.destinations(6));
        assertArrayEquals(new int[] {7, 3, 10}, grid.sources(11));
        assertArrayEquals(new int[] {0, 0}, Neighbors.grid(new int[] {1}, true).sources(0), "itself on both sides");
    }

    @Test
    void aGraphTurnsDestinationsIntoSources() {
        Neighbors graph = Neighbors.graph(new int[] {1, 2, 2}, new int[] {}, new int[] {2, 0});
        assertArrayEquals(new int[] {1, 2, 2}, graph.destinations(0));
        assertArrayEquals(new int[] {2}, graph.sources(0));
        assertArrayEquals(new int[] {0}, graph.sources(1));
        assertArrayEquals(new int[] {0, 0, 2}, graph.sources(2));
    }

    @Test
    void aCommunicatorHasThemOnlyWhenItIsMadeWithSuch() {
        ProgramBuilder program = new ProgramBuilder("p", 4);
        assertEquals(0, program.world().neighbors().sources(3).length);
        Neighbors ring = Neighbors.grid(new int[] {3}, true);
        assertArrayEquals(
                new int[] {1, 0},
                program.createCommunicator("ring", ring, 3, 1, 0).neighbors().sources(2));
    }

    @Test
    void refusesWhatDoesntFit() {
        assertThrows(IllegalArgumentException.class, () -> Neighbors.graph(new int[] {1}));
        assertThrows(IllegalArgumentException.class, () -> Neighbors.grid(new int[] {2, 0}, true, true));
        assertThrows(IllegalArgumentException.class, () -> Neighbors.grid(new int[] {2}));
        Neighbors two = Neighbors.grid(new int[] {2}, false);
        assertThrows(IllegalArgumentException.class, () -> new Communicator(1, "c", two, 0, 1, 2));
    }
}
