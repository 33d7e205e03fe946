// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.hdtrace.piosim.io.CollectivePlan.Phase;
import org.hdtrace.piosim.io.CollectivePlan.Splitting;
import org.hdtrace.piosim.io.CollectivePlan.Transfer;
import org.hdtrace.piosim.io.WindowSweep.Share;
import org.hdtrace.piosim.io.WindowSweep.Window;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.model.file.Piece;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Plans against the bytes of a file, one by one. */
class CollectivePlanTest {
    private static NavigableSet<Long> bytes(FileRanges ranges, long limit) {
        TreeSet<Long> bytes = new TreeSet<>();
        for (Piece piece : ranges.list()) {
            LongStream.range(piece.offset(), Math.min(limit, piece.offset() + piece.size()))
                    .forEach(bytes::add);
        }
        return bytes;
    }

    /** Ranges with gaps, in any order, that may lie over those of the same or of other ranks; sometimes none. */
    private static List<FileRanges> random(Random random, int ranks) {
        List<FileRanges> all = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            List<Piece> pieces = new ArrayList<>();
            long at = random.nextInt(60);
            boolean shuffled = random.nextInt(4) == 0;
            for (int i = random.nextInt(7); i > 0; i--) {
                long size = 1L + random.nextInt(12);
                pieces.add(new Piece(shuffled ? random.nextInt(90) : at, size));
                at += size + random.nextInt(9);
            }
            all.add(FileRanges.of(pieces));
        }
        return all;
    }

    @Property(tries = 2000)
    void accessesEachByteOnceAndMovesEachToOrFromItsRank(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 7) int ranks,
            @ForAll @IntRange(min = 1, max = 7) int aggregating,
            @ForAll @LongRange(min = 1, max = 70) long buffer,
            @ForAll @LongRange(min = 1, max = 150) long limit,
            @ForAll Splitting splitting) {
        List<FileRanges> ranges = random(new Random(seed), ranks);
        int[] aggregators = LongStream.range(0, Math.min(ranks, aggregating))
                .mapToInt(i -> (int) i)
                .toArray();
        CollectivePlan plan = new CollectivePlan(ranges, aggregators, splitting, buffer, limit);
        Map<Integer, Long> moved = new HashMap<>();
        TreeSet<Long> accessed = new TreeSet<>();
        for (long number = 0; number < plan.phases(); number++) {
            Phase phase = plan.phase(number);
            for (int other = 1; other < ranks; other++) {
                assertEquals(phase, plan.phase(number));
            }
            phase.windows().forEach((aggregator, window) -> {
                assertTrue(aggregator < aggregators.length);
                assertTrue(window.end() - window.first() <= buffer, "a buffer holds a window");
                long end = -1;
                for (Piece piece : window.pieces()) {
                    assertTrue(piece.offset() > end, "pieces are in order and don't touch");
                    end = piece.offset() + piece.size();
                    LongStream.range(piece.offset(), end).forEach(one -> assertTrue(accessed.add(one), one + " twice"));
                }
                window.shares().forEach(share -> {
                    assertEquals(share.bytes(), overlap(ranges.get(share.rank()), window, limit));
                    moved.merge(share.rank(), share.bytes(), Long::sum);
                });
            });
            assertEquals(transfers(phase, ranks), shares(phase));
        }
        TreeSet<Long> wanted = new TreeSet<>();
        for (int rank = 0; rank < ranks; rank++) {
            Set<Long> own = bytes(ranges.get(rank), limit);
            assertEquals(own.size(), moved.getOrDefault(rank, 0L), "bytes of rank " + rank);
            wanted.addAll(own);
        }
        assertEquals(wanted, accessed);
    }

    private static long overlap(FileRanges ranges, Window window, long limit) {
        return bytes(ranges, limit).subSet(window.first(), window.end()).size();
    }

    /** What ranks are told to exchange, in the order of aggregators and ranks. */
    private static List<Transfer> transfers(Phase phase, int ranks) {
        List<Transfer> all = new ArrayList<>();
        for (int aggregator = 0; aggregator < ranks; aggregator++) {
            for (int rank = 0; rank < ranks; rank++) {
                for (Transfer transfer : phase.of(rank)) {
                    if (transfer.aggregator() == aggregator) {
                        all.add(transfer);
                    }
                }
            }
        }
        return all;
    }

    private static List<Transfer> shares(Phase phase) {
        List<Transfer> all = new ArrayList<>();
        phase.windows().keySet().stream().sorted().forEach(aggregator -> {
            for (Share share : phase.windows().get(aggregator).shares()) {
                all.add(new Transfer(aggregator, share.rank(), share.bytes()));
            }
        });
        return all;
    }

    /** 100 bytes among 4: 25 each in windows of 10; or windows of 10 in turn. */
    @Test
    void splitsBothWays() {
        List<FileRanges> all = List.of(FileRanges.of(0, 100), FileRanges.NONE, FileRanges.NONE, FileRanges.NONE);
        CollectivePlan parts = new CollectivePlan(all, new int[] {0, 1, 2, 3}, Splitting.PARTS, 10, 1000);
        assertEquals(3, parts.phases());
        assertEquals(List.of(new Piece(25, 10)), parts.phase(0).windows().get(1).pieces());
        assertEquals(List.of(new Piece(35, 10)), parts.phase(1).windows().get(1).pieces());
        assertEquals(List.of(new Piece(95, 5)), parts.phase(2).windows().get(3).pieces());
        CollectivePlan turns = new CollectivePlan(all, new int[] {0, 1, 2, 3}, Splitting.ROUND_ROBIN, 10, 1000);
        assertEquals(3, turns.phases());
        assertEquals(List.of(new Piece(10, 10)), turns.phase(0).windows().get(1).pieces());
        assertEquals(List.of(new Piece(50, 10)), turns.phase(1).windows().get(1).pieces());
        assertEquals(List.of(new Piece(90, 10)), turns.phase(2).windows().get(1).pieces());
        assertFalse(turns.phase(2).windows().containsKey(2));
    }

    @Test
    void callsRanksInterleavedThatBeginBeforeTheOneBeforeEnds() {
        FileRanges low = FileRanges.of(0, 10);
        FileRanges high = FileRanges.of(10, 10);
        assertFalse(CollectivePlan.isInterleaved(List.of(low, FileRanges.NONE, high)));
        assertTrue(CollectivePlan.isInterleaved(List.of(low, high, low)));
        // ROMIO compares with the last byte, 10 and 11 here, so a single byte in common is none to it.
        assertFalse(CollectivePlan.isInterleaved(List.of(FileRanges.of(0, 11), high)));
        assertTrue(CollectivePlan.isInterleaved(List.of(FileRanges.of(0, 12), high)));
        // It looks at neighbours only.
        assertFalse(CollectivePlan.isInterleaved(List.of(high, FileRanges.NONE, low)));
        assertTrue(CollectivePlan.isInterleaved(List.of(high, low)));
    }

    /** 2,000 ranks with 500 ranges each and as many aggregators: two million million looks, were it one for each three. */
    @ParameterizedTest
    @EnumSource
    void looksAtEachRangeOnce(Splitting splitting) {
        int ranks = 2000;
        List<FileRanges> ranges = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            List<Piece> pieces = new ArrayList<>();
            for (long i = 0; i < 500; i++) {
                pieces.add(new Piece((rank * 500L + i) * 10, 7));
            }
            ranges.add(FileRanges.of(pieces));
        }
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            int[] aggregators = IntStream.range(0, ranks).toArray();
            CollectivePlan plan = new CollectivePlan(ranges, aggregators, splitting, 999, Long.MAX_VALUE);
            long bytes = 0;
            for (long number = 0; number < plan.phases(); number++) {
                for (Window window : plan.phase(number).windows().values()) {
                    bytes += window.shares().stream().mapToLong(Share::bytes).sum();
                }
            }
            assertEquals(ranks * 500L * 7, bytes);
        });
    }
}
