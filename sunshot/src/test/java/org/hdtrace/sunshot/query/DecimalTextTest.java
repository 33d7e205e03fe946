// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The same texts as those of the formatter. */
class DecimalTextTest {
    private static final long[] UNITS = {1, 1_000, 1_000_000, 1_000_000_000};

    @Test
    void writesPartsAsTheFormatterDoes() {
        Random random = new Random(5);
        for (int i = 0; i < 5_000; i++) {
            long value = random.nextLong() >> random.nextInt(64);
            for (long unit : UNITS) {
                compare(value, unit, random.nextInt(12));
            }
        }
    }

    @Test
    void roundsHalvesUpAndKeepsTheSign() {
        for (long value = -2_600; value <= 2_600; value++) {
            compare(value, 1_000, 0);
            compare(value, 1_000, 2);
            compare(value * 5, 1_000, 1);
        }
        compare(Long.MIN_VALUE, 1_000, 3);
        compare(Long.MAX_VALUE, 1, 2);
    }

    private static void compare(long value, long unit, int decimals) {
        String wanted = String.format(Locale.ROOT, "%." + decimals + "f", (double) value / unit);
        assertEquals(wanted, DecimalText.of(value, unit, decimals), value + " / " + unit + ", " + decimals);
    }

    @Test
    void countsHaveGapsBetweenThousands() {
        Random random = new Random(6);
        for (int i = 0; i < 2_000; i++) {
            long value = random.nextLong() >> random.nextInt(64);
            assertEquals(String.format(Locale.ROOT, "%,d", value).replace(',', ' '), ValueText.count(value));
        }
        assertEquals("0", ValueText.count(0));
        assertEquals("-999", ValueText.count(-999));
        assertEquals("-1 000", ValueText.count(-1000));
    }
}
