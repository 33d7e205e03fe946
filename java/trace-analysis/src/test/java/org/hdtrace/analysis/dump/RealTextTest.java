// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expectations were printed by a C program with %.16e and %.8e. */
class RealTextTest {
    @ParameterizedTest
    @CsvSource({
        "0.1, 1.0000000000000001e-01",
        "-2.5, -2.5000000000000000e+00",
        "1e300, 1.0000000000000001e+300",
        "4.9e-324, 4.9406564584124654e-324",
        "123456789, 1.2345678900000000e+08",
        "9007199254740993, 9.0071992547409920e+15",
        "0, 0.0000000000000000e+00",
        "-0.0, -0.0000000000000000e+00"
    })
    void doublesArePrintedFromTheirExactValue(double value, String text) {
        assertEquals(text, RealText.scientific(value, 16));
    }

    @Test
    void floatsHaveEightDecimals() {
        assertEquals("1.00000001e-01", RealText.scientific(0.1f, 8));
        assertEquals("3.40282347e+38", RealText.scientific(Float.MAX_VALUE, 8));
        assertEquals("9.99999975e-05", RealText.scientific(1e-4f, 8));
    }

    @Test
    void whatIsNoNumberIsNamedAsInC() {
        assertEquals("nan", RealText.scientific(Double.NaN, 16));
        assertEquals("inf", RealText.scientific(Double.POSITIVE_INFINITY, 16));
        assertEquals("-inf", RealText.scientific(Double.NEGATIVE_INFINITY, 16));
    }

    @Property
    void seventeenDigitsReadBackAsTheSameDouble(@ForAll double value) {
        assertEquals(value, Double.parseDouble(RealText.scientific(value, 16)));
    }
}
