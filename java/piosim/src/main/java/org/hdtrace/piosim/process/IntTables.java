// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Arrays full of -1 that wait for their next use, by length: those who need long ones seldom share them. */
final class IntTables {
    private static final int FREE = -1;

    private final List<Pool<int[]>> byLength =
            IntStream.range(0, Integer.SIZE - 1).mapToObj(IntTables::pool).toList();

    /** One that nobody uses, of a length that is a power of two. */
    int[] take(int length) {
        return byLength.get(Integer.numberOfTrailingZeros(length)).take();
    }

    /** Nobody uses it any more, and it is full of -1 again. */
    void give(int[] table) {
        byLength.get(Integer.numberOfTrailingZeros(table.length)).give(table);
    }

    private static Pool<int[]> pool(int bits) {
        return new Pool<>(() -> {
            int[] table = new int[1 << bits];
            Arrays.fill(table, FREE);
            return table;
        });
    }
}
