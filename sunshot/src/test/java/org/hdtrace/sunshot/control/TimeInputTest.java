// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimeInputTest {
    @Test
    void unitsAreUnderstood() {
        assertEquals(1_500_000_000L, TimeInput.parse("1.5"));
        assertEquals(1_500_000_000L, TimeInput.parse(" 1.5 s "));
        assertEquals(250_000L, TimeInput.parse("0.25ms"));
        assertEquals(-3_000L, TimeInput.parse("-3 us"));
        assertEquals(7L, TimeInput.parse("7 ns"));
        assertEquals(1L, TimeInput.parse(".6 ns"));
    }

    @Test
    void whatIsNoTimeIsRefused() {
        for (String text : List.of("", "abc", "1 min", "1e3", "99999999999999999999")) {
            assertThrows(IllegalArgumentException.class, () -> TimeInput.parse(text), text);
        }
    }

    @Test
    void formattedTimesAreReadWithoutLoss() {
        Random random = new Random(3);
        for (int i = 0; i < 1000; i++) {
            long nanos = random.nextLong() >> random.nextInt(60);
            assertEquals(nanos, TimeInput.parse(TimeInput.format(nanos)));
        }
    }
}
