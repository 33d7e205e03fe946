// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.Arrays;

/**
 * The ranks that a {@link Call} waits for a message of its own from, as often as it waits for one. A few are kept in a list,
 * more in a table with open addressing that is borrowed until all of them have sent; removal shifts back, so it never
 * degrades.
 */
final class AwaitedSources {
    private static final int FEW = 4;
    private static final int SMALLEST_TABLE = 16;
    private static final int FREE = -1;

    private final IntTables tables;
    private final int[] few = new int[FEW];
    /** Null while a list is enough. */
    private int[] table;

    private int count;

    /** Nobody. */
    AwaitedSources(IntTables tables) {
        this.tables = tables;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** One more message of a rank. */
    void add(int rank) {
        if (table == null && count < FEW) {
            few[count++] = rank;
            return;
        }
        if (table == null || (count + 1) * 4 > table.length * 3) {
            grow();
        }
        insert(rank);
        count++;
    }

    /** A message of a rank is there; false when none of it is awaited. */
    boolean remove(int rank) {
        return table == null ? removeFromFew(rank) : removeFromTable(rank);
    }

    /** Ascending, each as often as it is awaited. */
    int[] sorted() {
        int[] ranks = table == null
                ? Arrays.copyOf(few, count)
                : Arrays.stream(table).filter(rank -> rank != FREE).toArray();
        Arrays.sort(ranks);
        return ranks;
    }

    private boolean removeFromFew(int rank) {
        for (int i = 0; i < count; i++) {
            if (few[i] == rank) {
                few[i] = few[--count];
                return true;
            }
        }
        return false;
    }

    private boolean removeFromTable(int rank) {
        int mask = table.length - 1;
        int hole = home(rank);
        while (table[hole] != rank) {
            if (table[hole] == FREE) {
                return false;
            }
            hole = hole + 1 & mask;
        }
        for (int i = hole + 1 & mask; table[i] != FREE; i = i + 1 & mask) {
            if ((i - home(table[i]) & mask) >= (i - hole & mask)) {
                table[hole] = table[i];
                hole = i;
            }
        }
        table[hole] = FREE;
        if (--count == 0) {
            tables.give(table);
            table = null;
        }
        return true;
    }

    private void grow() {
        int[] before = table == null ? few : table;
        table = tables.take(table == null ? SMALLEST_TABLE : table.length * 2);
        for (int i = 0; i < before.length; i++) {
            if (before[i] != FREE) {
                insert(before[i]);
            }
        }
        if (before != few) {
            Arrays.fill(before, FREE);
            tables.give(before);
        }
    }

    private void insert(int rank) {
        int slot = home(rank);
        while (table[slot] != FREE) {
            slot = slot + 1 & table.length - 1;
        }
        table[slot] = rank;
    }

    private int home(int rank) {
        return (rank * 0x9E3779B9) >>> (Integer.numberOfLeadingZeros(table.length) + 1);
    }
}
