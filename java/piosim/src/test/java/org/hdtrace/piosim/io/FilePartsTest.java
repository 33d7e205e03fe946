// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.hdtrace.piosim.io.WindowSweep.Window;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.model.file.Piece;
import org.junit.jupiter.api.Test;

/** Parts and windows against a plain walk over the bytes of a file. */
class FilePartsTest {
    private static List<FileRanges> random(Random random) {
        List<FileRanges> all = new ArrayList<>();
        for (int rank = 1 + random.nextInt(5); rank > 0; rank--) {
            List<Piece> pieces = new ArrayList<>();
            long at = random.nextInt(80);
            for (int i = random.nextInt(6); i > 0; i--) {
                long size = 1L + random.nextInt(20);
                pieces.add(new Piece(at, size));
                at += size + 1 + random.nextInt(30);
            }
            all.add(FileRanges.of(pieces));
        }
        return all;
    }

    private static NavigableSet<Long> bytes(List<FileRanges> ranges) {
        NavigableSet<Long> bytes = new TreeSet<>();
        for (FileRanges one : ranges) {
            for (Piece piece : one.list()) {
                LongStream.range(piece.offset(), piece.offset() + piece.size()).forEach(bytes::add);
            }
        }
        return bytes;
    }

    /** Where parts begin, the last one's end behind: even shares, none too small, begun at the nearest multiple. */
    private static long[] bounds(long first, long end, int count, long least, long unit) {
        long[] bounds = new long[count + 1];
        double share = Math.max((double) least, Math.ceil((end - first) / (double) count));
        bounds[0] = first;
        for (int i = 1; i < count; i++) {
            double bound = Math.min((double) end, first + i * share);
            double nearest = unit == 0 ? bound : Math.floor(bound / unit + 0.5) * unit;
            bounds[i] = (long) Math.max((double) first, Math.min((double) end, nearest));
        }
        bounds[count] = end;
        return bounds;
    }

    @Property(tries = 2000)
    void windowsGoFromTheFirstToTheLastByteOfAPart(@ForAll long seed) {
        Random random = new Random(seed);
        List<FileRanges> ranges = random(random);
        NavigableSet<Long> all = bytes(ranges);
        if (all.isEmpty()) {
            return;
        }
        long first = all.first();
        long end = random.nextInt(4) == 0 ? Math.max(first, all.last() - random.nextInt(40)) : all.last() + 1;
        int count = 1 + random.nextInt(6);
        long buffer = 1L + random.nextInt(60);
        long least = random.nextInt(3) == 0 ? random.nextInt(60) : 0;
        long unit = random.nextInt(2) == 0 ? 1L + random.nextInt(50) : 0;
        FileParts parts = new FileParts(ranges, count, first, end, buffer, new FileParts.Rules(least, unit));
        long[] bounds = bounds(first, end, count, least, unit);
        long rounds = 0;
        for (int part = 0; part < count; part++) {
            NavigableSet<Long> own = all.subSet(bounds[part], true, bounds[part + 1], false);
            long bytes = own.isEmpty() ? 0 : own.last() + 1 - own.first();
            rounds = Math.max(rounds, (bytes + buffer - 1) / buffer);
            for (long round = 0; round * buffer < bytes + buffer; round++) {
                Window window = parts.window(part, round);
                long start = own.isEmpty() ? 0 : own.first() + round * buffer;
                long stop = own.isEmpty() ? 0 : Math.min(own.last() + 1, start + buffer);
                NavigableSet<Long> wanted = start < stop ? own.subSet(start, true, stop, false) : new TreeSet<>();
                assertEquals(wanted, bytes(List.of(FileRanges.of(window.pieces()))));
                if (!wanted.isEmpty()) {
                    assertEquals(new Piece(start, stop - start), window.span());
                    assertEquals(wanted.size() < stop - start, window.hasGaps());
                }
            }
        }
        assertEquals(rounds, parts.rounds());
        for (Piece piece : ranges.get(0).list()) {
            long until = Math.min(end, piece.offset() + piece.size());
            if (piece.offset() < until) {
                long[] counts = new long[count];
                parts.count(piece.offset(), until, counts);
                long[] expected = new long[count];
                for (int part = 0; part < count; part++) {
                    boolean touched = Math.max(bounds[part], piece.offset()) < Math.min(bounds[part + 1], until);
                    expected[part] = touched ? 1 : 0;
                }
                assertArrayEquals(expected, counts);
            }
        }
    }

    /** 1,000 bytes from 30 on among 4: 250 each; in stripes of 64 from 30, 256, 512, 768; none below 400: from 30, 430, 830. */
    @Test
    void hintsMoveTheBounds() {
        List<FileRanges> all = List.of(FileRanges.of(30, 1000));
        assertEquals(List.of(30L, 280L, 530L, 780L), firsts(all, new FileParts.Rules(0, 0)));
        assertEquals(List.of(30L, 256L, 512L, 768L), firsts(all, new FileParts.Rules(0, 64)));
        assertEquals(List.of(30L, 430L, 830L), firsts(all, new FileParts.Rules(400, 0)));
        // The nearest multiple of 5,000 to all of them is 0, so all is the last one's.
        assertEquals(List.of(30L), firsts(all, new FileParts.Rules(0, 5000)));
    }

    private static List<Long> firsts(List<FileRanges> ranges, FileParts.Rules rules) {
        FileParts parts = new FileParts(ranges, 4, 30, 1030, 10_000, rules);
        List<Long> firsts = new ArrayList<>();
        for (int part = 0; part < 4; part++) {
            Window window = parts.window(part, 0);
            if (!window.isEmpty()) {
                firsts.add(window.first());
            }
        }
        return firsts;
    }
}
