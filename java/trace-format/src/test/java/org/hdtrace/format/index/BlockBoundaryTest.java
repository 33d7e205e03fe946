// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockBoundaryTest {
    private static final int BLOCK = IndexFormat.BLOCK_BYTES;
    private static final int STATES = 3000;

    @TempDir
    Path folder;

    /** Of a state that ends right at a block's end, or a byte before or behind it, with and without a line end. */
    @Test
    void standsBehindTheFirstStateThatEndsInTheBlock() throws Exception {
        for (String lineEnd : new String[] {"\n", ""}) {
            for (int shift = -3; shift <= 3; shift++) {
                check(lineEnd, shift);
            }
        }
    }

    /** The last state that begins before the second block ends that far behind the first block's end. */
    private void check(String lineEnd, int shift) throws Exception {
        StringBuilder text = new StringBuilder("<Program timeAdjustment='0'>\n");
        List<Integer> ends = new ArrayList<>();
        ends.add(text.length());
        boolean placed = false;
        for (int i = 0; i < STATES; i++) {
            String head = "<S size='" + i + "' time='" + i + ".5' end='" + (i + 1) + ".25' note='";
            String tail = "'/>" + lineEnd;
            int room = BLOCK + shift - text.length() - head.length() - tail.length();
            boolean last = !placed && room < 200;
            placed |= last;
            text.append(head).append("x".repeat(last ? room : 1)).append(tail);
            ends.add(text.length());
        }
        Path trace = Files.writeString(folder.resolve("a.trc"), text.append("</Program>\n"));
        IndexStore.beside().build(trace, () -> false);
        try (TraceIndex index = IndexStore.beside().open(trace).orElseThrow()) {
            BlockTable blocks = index.blocks();
            for (int k = 0; k < blocks.size(); k++) {
                long from = (long) k * BLOCK;
                long expected = ends.stream()
                        .mapToLong(Integer::longValue)
                        .filter(end -> end >= from)
                        .findFirst()
                        .orElseThrow();
                assertEquals(expected < from + BLOCK ? expected : -1, blocks.boundary(k), "shift=" + shift);
                assertEquals(earliest(ends, from), blocks.earliestNanos(k), "shift=" + shift);
            }
        }
    }

    /** Start of the first state that ends behind a place, which is that of its block. */
    private static long earliest(List<Integer> ends, long from) {
        int state = 0;
        while (ends.get(state + 1) <= from) {
            state++;
        }
        return state * 1_000_000_000L + 500_000_000L;
    }
}
