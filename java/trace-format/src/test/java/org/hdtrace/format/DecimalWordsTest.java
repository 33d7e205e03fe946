// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DecimalWordsTest {
    private static final int WORD = 8;

    private static byte[] text(long number) {
        return String.format("%08d", number).getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void parsesTheLastDigitsOfAnyNumber() {
        SplittableRandom random = new SplittableRandom(7);
        long limit = 1;
        for (int count = 1; count <= WORD; count++) {
            limit *= 10;
            for (int i = 0; i < 2000; i++) {
                long number = i < 20 ? Math.max(0, limit - 1 - i) : random.nextLong(100_000_000);
                assertEquals(number % limit, DecimalWords.before(text(number), WORD, count), number + " of " + count);
            }
        }
    }

    /** Any byte at any place, between digits that could take a carry from it or give one. */
    @Test
    void refusesAnythingButDigitsAmongThem() {
        for (long others : new long[] {0, 11_111_111, 99_999_999}) {
            for (int count = 1; count <= WORD; count++) {
                for (int place = 0; place < WORD; place++) {
                    for (int value = 0; value < 256; value++) {
                        byte[] text = text(others);
                        text[place] = (byte) value;
                        assertEquals(digitByDigit(text, count), DecimalWords.before(text, WORD, count));
                    }
                }
            }
        }
    }

    private static long digitByDigit(byte[] text, int count) {
        long number = 0;
        for (int i = WORD - count; i < WORD; i++) {
            int digit = text[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number;
    }
}
