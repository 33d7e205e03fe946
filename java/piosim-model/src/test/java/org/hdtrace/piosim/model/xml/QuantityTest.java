// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "100K, 102400",
        "1.5K, 1536",
        "10M, 10485760",
        "1G, 1073741824",
        "1T, 1099511627776",
        "1P, 1125899906842624",
        "67MiB/s, 70254592",
        "1kB, 1000",
        "1MB, 1000000",
        "1 KiB, 1024",
        "117000000, 117000000",
        ".5k, 512",
        "3B, 3",
        "0.1K, 102",
        "1e9, 1000000000",
        "2.66E9, 2660000000",
        "1e-3K, 1"
    })
    void readsSizes(String text, long expected) {
        assertEquals((double) expected, Quantity.parse(text, Quantity.Unit.COUNT));
    }

    @ParameterizedTest
    @CsvSource({
        "0.000019982s, 19982",
        "0.2875ms, 287500",
        "10 ms, 10000000",
        "3us, 3000",
        "38ns, 38",
        "1500ps, 1",
        "0, 0",
        "1.9999ns, 1"
    })
    void readsTimesAndCutsBelowANanosecond(String text, long expected) {
        assertEquals((double) expected, Quantity.parse(text, Quantity.Unit.TIME));
    }

    @Property(tries = 200)
    void readsBackEveryRate(@ForAll @DoubleRange(min = 0.01, max = 1e17) double rate) {
        assertEquals(rate, Quantity.parse(Quantity.format(rate, Quantity.Unit.RATE), Quantity.Unit.RATE));
    }

    @Property(tries = 200)
    void readsBackEveryTimeAndSize(@ForAll @LongRange(min = 0, max = 1L << 52) long number) {
        for (Quantity.Unit unit : new Quantity.Unit[] {Quantity.Unit.TIME, Quantity.Unit.COUNT}) {
            assertEquals((double) number, Quantity.parse(Quantity.format((double) number, unit), unit));
        }
    }
}
