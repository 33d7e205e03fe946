// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueTextTest {
    @ParameterizedTest
    @CsvSource({
        "0, ns, 0 ns",
        "6570000, ns, 6.57 ms",
        "20000000, ns, 20 ms",
        "1500, ms, 1.50 s",
        "2500, ns, 2.50 µs",
        "4, us, 4 µs",
        "4, µs, 4 µs",
        "4000, us, 4 ms",
        "90000, s, 90000 s",
        "2970000, Byte, 2.97 MB",
        "1230000, B, 1.23 MB",
        "5810, Blocks, 5.81 k Blocks",
        "33500000, B/s, 33.5 MB/s",
        "285, #, 285",
        "1866, %, 1866 %",
        "-0.25, W, −0.250 W",
        "-2970000, Byte, −2.97 MB",
        "-6570000, ns, −6.57 ms",
    })
    void keepsThreeDigitsAndTheUnitPeopleSay(double value, String unit, String text) {
        assertEquals(text, ValueText.of(value, unit));
    }

    @Test
    void onlyTheSignOfANumberBecomesAMinus() {
        assertEquals("−1.2e-06 B", ValueText.of(-1.2e-6, "B"));
        assertEquals("−1.5 s", ValueText.minus("-1.5 s"));
        assertEquals("+3 ms", ValueText.minus("+3 ms"));
        assertEquals("", ValueText.minus(""));
    }
}
