// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class TextSumsTest {
    private static final int LONGEST = 3 * IndexFormat.BLOCK_BYTES + 1000;

    /** More text than expected, as of a trace that grows while it is read, ends like any other. */
    @Test
    void sumsEachBlockAndTheEndHoweverTheTextComes() {
        Random random = new Random(3);
        byte[] text = new byte[LONGEST];
        random.nextBytes(text);
        for (int i = 0; i < 200; i++) {
            int length = random.nextInt(LONGEST + 1);
            TextSums sums = new TextSums();
            sums.expect(i % 4 == 0 ? length : random.nextInt(length + 1));
            for (int at = 0; at < length; ) {
                int piece = Math.min(length - at, 1 + random.nextInt(random.nextBoolean() ? 300 : LONGEST));
                sums.add(text, at, piece);
                at += piece;
            }
            assertTrue(sums.hasEnd());
            assertEquals(length, sums.length());
            int from = Math.max(0, length - IndexFormat.BLOCK_BYTES);
            assertEquals(checksum(text, from, length), sums.ofEnd(), "length=" + length);
            for (int begin = 0; begin < length; begin += IndexFormat.BLOCK_BYTES) {
                int end = Math.min(length, begin + IndexFormat.BLOCK_BYTES);
                assertEquals(checksum(text, begin, end), sums.of(begin / IndexFormat.BLOCK_BYTES));
            }
        }
    }

    @Test
    void knowsThatTextIsMissing() {
        TextSums sums = new TextSums();
        sums.expect(LONGEST);
        sums.add(new byte[LONGEST], 0, LONGEST - 1);
        assertFalse(sums.hasEnd());
        sums.add(new byte[1], 0, 1);
        assertTrue(sums.hasEnd());
    }

    private static int checksum(byte[] text, int from, int to) {
        CRC32C sum = new CRC32C();
        sum.update(text, from, to - from);
        return (int) sum.getValue();
    }
}
