// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrowTableTest {
    private static final int ROWS = 7;

    private static ArrowTable random(long seed, int count) {
        Random random = new Random(seed);
        ArrowTable.Builder builder = new ArrowTable.Builder();
        for (int row = 0; row < ROWS; row++) {
            builder.end("row" + row);
        }
        for (int i = 0; i < count; i++) {
            long start = random.nextInt(1_000_000);
            // Most are short, some reach over everything.
            long duration = random.nextInt(50) == 0 ? random.nextInt(1_000_000) : random.nextInt(500);
            builder.add(random.nextInt(ROWS), start, random.nextInt(ROWS), start + duration, random.nextInt(100));
        }
        return builder.build();
    }

    private static List<Integer> found(ArrowLevel level, long from, long to) {
        List<Integer> all = new ArrayList<>();
        assertTrue(level.visit(from, to, all::add));
        return all;
    }

    /** Their columns are files. */
    @Test
    void manyAreTheSameAsWrittenAndOutsideOfTheHeap() {
        int count = 300_000;
        ArrowTable table = random(4, count);
        ArrowLevel all = table.levels().get(0);
        assertEquals(count, found(all, Long.MIN_VALUE, Long.MAX_VALUE).size());
        Random random = new Random(4);
        List<List<Long>> written = new ArrayList<>();
        List<List<Long>> read = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long start = random.nextInt(1_000_000);
            long duration = random.nextInt(50) == 0 ? random.nextInt(1_000_000) : random.nextInt(500);
            long from = random.nextInt(ROWS);
            written.add(
                    List.of(start, start + duration, from, (long) random.nextInt(ROWS), (long) random.nextInt(100)));
            read.add(List.of(all.startNanos(i), all.endNanos(i), (long) all.from(i), (long) all.to(i), all.bytes(i)));
        }
        // What starts at the same time keeps its order.
        written.sort(Comparator.comparing(arrow -> arrow.get(0)));
        assertEquals(written, read);
        List<ByteBuffer> pieces = ArrowCodec.encode(table);
        assertEquals(
                5,
                pieces.stream()
                        .filter(piece -> piece.capacity() >= 4 * count && piece.isDirect())
                        .count());
        assertTrue(pieces.stream().noneMatch(piece -> piece.capacity() > 1 << 20 && !piece.isDirect()));
    }

    /** Also long ones that began long before. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 15, 16, 17, 300, 5000})
    void visitsAllThatTouchAnInterval(int count) {
        ArrowTable table = random(count, count);
        Random random = new Random(7);
        for (ArrowLevel level : table.levels()) {
            for (int view = 0; view < 50; view++) {
                long from = random.nextInt(1_100_000);
                long to = from + 1 + random.nextInt(random.nextBoolean() ? 1000 : 1_000_000);
                List<Integer> expected = new ArrayList<>();
                for (int i = 0; i < level.size(); i++) {
                    if (level.startNanos(i) < to && level.endNanos(i) >= from) {
                        expected.add(i);
                    }
                }
                assertEquals(expected, found(level, from, to));
            }
        }
    }

    @Test
    void coarserLevelsHoldTheSameArrowsInFewerBundles() {
        ArrowTable table = random(1, 60_000);
        assertTrue(table.levels().size() >= 3, "levels: " + table.levels().size());
        ArrowLevel coarsest = table.levels().get(table.levels().size() - 1);
        assertTrue(coarsest.size() <= 2048, "bundles: " + coarsest.size());
        int before = Integer.MAX_VALUE;
        for (ArrowLevel level : table.levels()) {
            assertTrue(level.size() < before);
            before = level.size();
            long[][] counts = new long[ROWS][ROWS];
            long[][] bytes = new long[ROWS][ROWS];
            for (int i = 0; i < level.size(); i++) {
                counts[level.from(i)][level.to(i)] += level.count(i);
                bytes[level.from(i)][level.to(i)] += level.bytes(i);
                assertTrue(i == 0 || level.startNanos(i - 1) <= level.startNanos(i));
            }
            assertEquals(pairs(table, false), text(counts));
            assertEquals(pairs(table, true), text(bytes));
        }
    }

    private static String pairs(ArrowTable table, boolean bytes) {
        ArrowLevel finest = table.levels().get(0);
        long[][] sums = new long[ROWS][ROWS];
        for (int i = 0; i < finest.size(); i++) {
            sums[finest.from(i)][finest.to(i)] += bytes ? finest.bytes(i) : 1;
        }
        return text(sums);
    }

    private static String text(long[][] sums) {
        StringBuilder text = new StringBuilder();
        for (long[] row : sums) {
            text.append(LongStream.of(row).boxed().toList()).append('\n');
        }
        return text.toString();
    }

    @Test
    void bundlesLieAtTheMeanOfTheirArrows() {
        ArrowTable.Builder builder = new ArrowTable.Builder();
        int a = builder.end("a");
        int b = builder.end("b");
        for (int i = 0; i < 4096; i++) {
            builder.add(a, i, b, i + 10_000, 1);
        }
        ArrowTable table = builder.build();
        ArrowLevel coarsest = table.levels().get(table.levels().size() - 1);
        double start = 0;
        double end = 0;
        for (int i = 0; i < coarsest.size(); i++) {
            start += (double) coarsest.startNanos(i) * coarsest.count(i) / 4096;
            end += (double) coarsest.endNanos(i) * coarsest.count(i) / 4096;
        }
        assertEquals(2047.5, start, 1.5);
        assertEquals(12_047.5, end, 1.5);
    }
}
