// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class DecimalTest {
    private static final long OTHERWISE = -99;

    @Test
    void refusesWhatIsNoDecimalInteger() {
        for (String text :
                new String[] {"", " ", "-", "+", "1 2", "0x1", "1.0", "--1", "9223372036854775808", "12345678a"}) {
            assertEquals(OTHERWISE, parse("=\"00000000'", text), text);
        }
    }

    @Test
    void readsSignsAndBlanks() {
        assertEquals(-7, parse("a b c='", " -7 "));
        assertEquals(7, parse("a b c='", "+7"));
        assertEquals(Long.MIN_VALUE, parse("a b c='", "-9223372036854775808"));
    }

    @Property
    void readsEveryNumberWhereverItStands(@ForAll long number, @ForAll("digits") String small) {
        for (String ahead : new String[] {"", "1", "a='", "<Send size='"}) {
            assertEquals(number, parse(ahead, Long.toString(number)));
            assertEquals(Long.parseLong(small), parse(ahead, small));
        }
    }

    @Provide
    Arbitrary<String> digits() {
        return Arbitraries.strings().withCharRange('0', '9').ofMinLength(1).ofMaxLength(18);
    }

    private static long parse(String ahead, String text) {
        byte[] bytes = (ahead + text + "'").getBytes(StandardCharsets.US_ASCII);
        return Decimal.parse(bytes, ahead.length(), bytes.length - 1, OTHERWISE);
    }
}
