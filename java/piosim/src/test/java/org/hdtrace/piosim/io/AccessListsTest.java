// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hdtrace.piosim.io.AccessLists.Entry;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.model.file.Piece;
import org.junit.jupiter.api.Test;

/** How many pieces ranks tell aggregators of. */
class AccessListsTest {
    /** Units of 10 for ranks 3 and 0 in turn; 5-44 is 5-9 and 20-29 and 40-44 for 3, 10-19 and 30-39 for 0; 47-50 is 47-49 for 3. */
    @Test
    void countsWhatEachUnitHasOfARange() {
        List<FileRanges> ranges = List.of(
                FileRanges.of(List.of(new Piece(5, 40), new Piece(47, 4))),
                FileRanges.NONE,
                FileRanges.NONE,
                FileRanges.NONE);
        AccessLists lists = new AccessLists(ranges, new int[] {3, 0}, 50, AccessLists.inTurn(0, 10));
        assertEquals(List.of(new Entry(3, 4), new Entry(0, 2)), lists.sentBy(0));
        assertEquals(List.of(), lists.sentBy(1));
        assertEquals(List.of(new Entry(0, 4)), lists.receivedBy(3));
        assertEquals(List.of(new Entry(0, 2)), lists.receivedBy(0));
    }

    /** Against a walk over all bytes: a piece begins where a range or a unit does. */
    @Property(tries = 500)
    void countsAsAWalkOverAllBytes(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 5) int aggregating,
            @ForAll @IntRange(min = 1, max = 30) int unit) {
        Random random = new Random(seed);
        long first = random.nextInt(20);
        long end = first + 1 + random.nextInt(200);
        List<FileRanges> ranges = new ArrayList<>();
        int[] aggregators = new int[aggregating];
        for (int rank = 0; rank < 5; rank++) {
            if (rank < aggregating) {
                aggregators[rank] = 4 - rank;
            }
            List<Piece> pieces = new ArrayList<>();
            long at = first + random.nextInt(30);
            for (int i = random.nextInt(5); i > 0; i--) {
                pieces.add(new Piece(at, 1L + random.nextInt(60)));
                at = pieces.get(pieces.size() - 1).offset()
                        + pieces.get(pieces.size() - 1).size()
                        + 1
                        + random.nextInt(20);
            }
            ranges.add(FileRanges.of(pieces));
        }
        AccessLists lists = new AccessLists(ranges, aggregators, end, AccessLists.inTurn(first, unit));
        Map<Integer, List<Entry>> told = new TreeMap<>();
        for (int rank = 0; rank < 5; rank++) {
            Map<Integer, Long> counts = new TreeMap<>();
            for (Piece piece : ranges.get(rank).list()) {
                for (long at = piece.offset(); at < Math.min(end, piece.offset() + piece.size()); at++) {
                    if (at == piece.offset() || (at - first) % unit == 0) {
                        counts.merge((int) ((at - first) / unit % aggregating), 1L, Long::sum);
                    }
                }
            }
            List<Entry> expected = new ArrayList<>();
            int from = rank;
            counts.forEach((index, count) -> {
                expected.add(new Entry(aggregators[index], count));
                told.computeIfAbsent(aggregators[index], key -> new ArrayList<>())
                        .add(new Entry(from, count));
            });
            assertEquals(expected, lists.sentBy(rank));
        }
        for (int rank = 0; rank < 5; rank++) {
            assertEquals(told.getOrDefault(rank, List.of()), lists.receivedBy(rank));
        }
    }
}
