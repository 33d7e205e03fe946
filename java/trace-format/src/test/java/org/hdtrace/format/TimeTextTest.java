// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class TimeTextTest {

    @Test
    void readsSecondsWithAnyNumberOfDecimals() {
        assertEquals(1_000_000_000L, TimeText.parse("1"));
        assertEquals(1_100_000_000L, TimeText.parse("1.1"));
        assertEquals(251_003_000L, TimeText.parse("0.251003"));
        assertEquals(500_000_000L, TimeText.parse(".5"));
        assertEquals(5_000_000_000L, TimeText.parse("5."));
        assertEquals(1_240_651_036_309_884_000L, TimeText.parse("1240651036.309884"));
    }

    @Test
    void cutsDigitsBelowANanosecondOff() {
        assertEquals(1_123_456_789L, TimeText.parse("1.1234567899999"));
        assertEquals(-1_123_456_789L, TimeText.parse("-1.1234567899999"));
        assertEquals(1_000_001L, TimeText.parse("1.0000019ms"));
    }

    @Test
    void readsTheSuffixesOfTheOldestFiles() {
        assertEquals(12_500_000_000L, TimeText.parse("12.5s"));
        assertEquals(-5_020_000L, TimeText.parse("-5.02ms"));
        assertEquals(30_001_000_000L, TimeText.parse(" 30.001s "));
        assertEquals(-1_241_465_909_610_450_000L, TimeText.parse("-1241465909.61045s"));
    }

    @Test
    void keepsTheSignOfNumbersBetweenMinusOneAndZero() {
        assertEquals(-500_000_000L, TimeText.parse("-0.5"));
        assertEquals(0, TimeText.parse("-0000000000.000000000"));
        assertEquals("-0.500000000", TimeText.format(-500_000_000L));
    }

    @Test
    void readsTimesBehind2038() {
        assertEquals(5_000_000_000_000_000_000L, TimeText.parse("5000000000"));
    }

    @Test
    void refusesWhatIsNoTime() {
        for (String text :
                new String[] {"", "s", "ms", ".", "-", "1.2.3", "1e5", "0x1", "1,5", "9223372037", "--1", "1 2"}) {
            assertThrows(IllegalArgumentException.class, () -> TimeText.parse(text), text);
        }
    }

    @Property
    void readsWhatItFormats(@ForAll @LongRange(min = -Long.MAX_VALUE) long nanos) {
        assertEquals(nanos, TimeText.parse(TimeText.format(nanos)));
    }
}
