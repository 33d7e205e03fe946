// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.model.file.Piece;
import org.junit.jupiter.api.Test;

/** The requests that accesses come to, as "r" or "w" with offset+size of each range. */
class OperationsTest {
    private static List<String> all(Operations operations) {
        List<String> texts = new ArrayList<>();
        while (operations.next()) {
            StringBuilder text = new StringBuilder(operations.isRead() ? "r" : "w");
            operations
                    .pieces()
                    .forEach(piece ->
                            text.append(' ').append(piece.offset()).append('+').append(piece.size()));
            texts.add(text.toString());
        }
        return texts;
    }

    private static FileRanges ranges(long... offsetsAndSizes) {
        List<Piece> pieces = new ArrayList<>();
        for (int i = 0; i < offsetsAndSizes.length; i += 2) {
            pieces.add(new Piece(offsetsAndSizes[i], offsetsAndSizes[i + 1]));
        }
        return FileRanges.of(pieces);
    }

    @Test
    void listsAsManyRangesAsARequestTakes() {
        FileRanges three = ranges(0, 4, 8, 4, 12, 4, 20, 1);
        assertEquals(List.of("r 0+4 8+8", "r 20+1"), all(new ListRequests(true, three, 2)));
        assertEquals(List.of("w 0+4", "w 8+8", "w 20+1"), all(new ListRequests(false, three, 1)));
        assertEquals(List.of(), all(new ListRequests(false, FileRanges.NONE, 64)));
    }

    /** The wanted bytes 0-3, 10-13, 30-49 with buffers of 16: 0-15, 30-45, 46-49. */
    @Test
    void readsBuffersFromWantedBytesOn() {
        FileRanges wanted = ranges(0, 4, 10, 4, 30, 20);
        assertEquals(List.of("r 0+16", "r 30+16", "r 46+4"), all(new SievedAccess(false, wanted, 16)));
        assertEquals(
                List.of("r 0+16", "w 0+16", "r 30+16", "w 30+16", "r 46+4", "w 46+4"),
                all(new SievedAccess(true, wanted, 16)));
        // The buffer ends with the access, and a range that it cuts goes on in the next one.
        assertEquals(List.of("r 5+11", "r 16+4"), all(new SievedAccess(false, ranges(5, 2, 12, 8), 11)));
    }

    @Property(tries = 500)
    void sievesAllThatIsWantedOnceAndNothingOutside(
            @ForAll @Size(min = 1, max = 20) List<@IntRange(min = 1, max = 9) Integer> steps,
            @ForAll @IntRange(min = 1, max = 20) int buffer) {
        List<Piece> pieces = new ArrayList<>();
        long at = 0;
        for (int i = 0; i + 1 < steps.size(); i += 2) {
            at += steps.get(i);
            pieces.add(new Piece(at, steps.get(i + 1)));
            at += steps.get(i + 1);
        }
        FileRanges ranges = FileRanges.of(pieces);
        List<Long> read = new ArrayList<>();
        if (!pieces.isEmpty()) {
            for (Operations sieve = new SievedAccess(false, ranges, buffer); sieve.next(); ) {
                Piece piece = sieve.pieces().get(0);
                assertTrue(piece.size() <= buffer);
                LongStream.range(piece.offset(), piece.offset() + piece.size()).forEach(read::add);
            }
        }
        assertEquals(read.stream().distinct().toList(), read, "nothing is read twice");
        for (Piece piece : pieces) {
            LongStream.range(piece.offset(), piece.offset() + piece.size())
                    .forEach(wanted -> assertTrue(read.contains(wanted), wanted + " of " + pieces + " is missing"));
        }
        read.forEach(one -> assertTrue(one >= ranges.first() && one < ranges.end()));
    }

    /** 40 MiB in pieces of 16 MiB, of which 20 MiB are there: read and written 16 and 4, then written 16 and 4. */
    @Test
    void preallocatesByWritingWhatWasReadAndTheRest() {
        long mib = 1 << 20;
        assertEquals(
                List.of(
                        "r 0+" + 16 * mib,
                        "w 0+" + 16 * mib,
                        "r " + 16 * mib + "+" + 4 * mib,
                        "w " + 16 * mib + "+" + 4 * mib,
                        "w " + 20 * mib + "+" + 16 * mib,
                        "w " + 36 * mib + "+" + 4 * mib),
                all(new Preallocation(20 * mib, 40 * mib)));
        assertEquals(List.of("r 0+5", "w 0+5"), all(new Preallocation(9, 5)));
        assertEquals(List.of(), all(new Preallocation(9, 0)));
    }
}
