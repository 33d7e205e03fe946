// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hdtrace.piosim.model.file.Distribution.ServerPiece;
import org.junit.jupiter.api.Test;

class SimpleStripeTest {
    private static final SimpleStripe TEN = new SimpleStripe(10);

    private static List<ServerPiece> pieces(long... serverOffsetSize) {
        List<ServerPiece> pieces = new ArrayList<>();
        for (int i = 0; i < serverOffsetSize.length; i += 3) {
            pieces.add(new ServerPiece((int) serverOffsetSize[i], serverOffsetSize[i + 1], serverOffsetSize[i + 2]));
        }
        return pieces;
    }

    @Test
    void splitsARequestThatBeginsAndEndsInsideChunks() {
        // Bytes 11 to 27: 11-19 are chunk 1 (server 1, from byte 1), 20-27 chunk 2 (server 2, from byte 0).
        assertEquals(pieces(1, 1, 9, 2, 0, 8), TEN.split(11, 17, 3));
    }

    @Test
    void keepsARequestInsideOneChunkOnOneServer() {
        assertEquals(pieces(0, 3, 4), TEN.split(3, 4, 3));
        assertEquals(pieces(0, 0, 10), TEN.split(0, 10, 3));
        // Byte 35 is in chunk 3, which is the second chunk of server 0.
        assertEquals(pieces(0, 15, 2), TEN.split(35, 2, 3));
    }

    @Test
    void joinsTheChunksOfOneServer() {
        // Bytes 5 to 64 over 3 servers: server 0 has chunks 0, 3 and 6 (5 + 10 + 5 bytes), and so on.
        assertEquals(pieces(0, 5, 20, 1, 0, 20, 2, 0, 20), TEN.split(5, 60, 3));
        // Bytes 12 to 44: server 1 has 12-19 and 40-44, server 2 chunk 2, server 0 chunk 3.
        assertEquals(pieces(1, 2, 13, 2, 0, 10, 0, 10, 10), TEN.split(12, 33, 3));
    }

    @Test
    void leavesAFileOnOneServerAsItIs() {
        assertEquals(pieces(0, 123, 456), TEN.split(123, 456, 1));
    }

    @Test
    void givesNothingForAnEmptyRequest() {
        assertEquals(List.of(), TEN.split(7, 0, 3));
    }

    @Test
    void refusesImpossibleArguments() {
        assertThrows(IllegalArgumentException.class, () -> new SimpleStripe(0));
        assertThrows(IllegalArgumentException.class, () -> TEN.split(-1, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> TEN.split(0, 1, 0));
    }

    @Property(tries = 300)
    void coversEveryByteExactlyOnce(
            @ForAll @IntRange(min = 1, max = 20) int chunk,
            @ForAll @IntRange(max = 200) int offset,
            @ForAll @IntRange(max = 200) int size,
            @ForAll @IntRange(min = 1, max = 7) int servers) {
        Set<List<Long>> expected = new HashSet<>();
        for (long at = offset; at < offset + size; at++) {
            long n = at / chunk;
            expected.add(List.of(n % servers, n / servers * chunk + at % chunk));
        }
        Set<List<Long>> found = new HashSet<>();
        Set<Integer> seen = new HashSet<>();
        long total = 0;
        for (ServerPiece piece : new SimpleStripe(chunk).split(offset, size, servers)) {
            assertTrue(seen.add(piece.server()), "one piece per server");
            total += piece.size();
            for (long at = piece.offset(); at < piece.offset() + piece.size(); at++) {
                found.add(List.of((long) piece.server(), at));
            }
        }
        assertEquals(expected, found);
        assertEquals(size, total);
    }
}
