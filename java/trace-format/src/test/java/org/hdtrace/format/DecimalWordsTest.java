// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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
                byte[] text = text(number % limit);
                assertEquals(number % limit, DecimalWords.behind(beginning(text, WORD - count), 0, count));
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
                        long expected = digitByDigit(text, count);
                        assertEquals(expected, DecimalWords.before(text, WORD, count));
                        assertEquals(expected, DecimalWords.behind(beginning(text, WORD - count), 0, count));
                    }
                }
            }
        }
    }

    /** What is in the text from a place on, and then bytes that are no digits. */
    private static byte[] beginning(byte[] text, int place) {
        byte[] moved = new byte[WORD];
        Arrays.fill(moved, (byte) '\'');
        System.arraycopy(text, place, moved, 0, WORD - place);
        return moved;
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
