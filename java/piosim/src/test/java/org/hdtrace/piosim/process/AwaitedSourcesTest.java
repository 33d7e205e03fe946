// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class AwaitedSourcesTest {
    private static final int RANKS = 60;
    private static final int FAR = 1 << 20;

    @Property(tries = 500)
    void actsAsAnyMultiset(@ForAll @Size(max = 300) List<@IntRange(min = 0, max = 2 * RANKS - 1) Integer> choices) {
        AwaitedSources sources = new AwaitedSources(new IntTables());
        List<Integer> expected = new ArrayList<>();
        for (int choice : choices) {
            Integer rank = choice % RANKS * FAR;
            if (choice < RANKS) {
                sources.add(rank);
                expected.add(rank);
            } else {
                assertEquals(expected.remove(rank), sources.remove(rank));
            }
            assertEquals(expected.isEmpty(), sources.isEmpty());
        }
        int[] sorted = expected.stream().mapToInt(rank -> rank).sorted().toArray();
        assertArrayEquals(sorted, sources.sorted());
    }

    @Test
    void longTablesGoFromOneToTheNext() {
        IntTables tables = new IntTables();
        int[] table = tables.take(64);
        assertNotSame(table, tables.take(64));
        tables.give(table);
        assertNotSame(table, tables.take(128));
        assertSame(table, tables.take(64));
    }

    @Test
    void tablesAreEmptyWhenTheyAreGivenBack() {
        IntTables tables = new IntTables();
        AwaitedSources first = new AwaitedSources(tables);
        for (int rank = 0; rank < 1000; rank++) {
            first.add(rank);
        }
        for (int rank = 999; rank >= 0; rank--) {
            first.remove(rank);
        }
        for (int length = 16; length <= 2048; length *= 2) {
            int[] expected = new int[length];
            Arrays.fill(expected, -1);
            assertArrayEquals(expected, tables.take(length));
        }
    }
}
