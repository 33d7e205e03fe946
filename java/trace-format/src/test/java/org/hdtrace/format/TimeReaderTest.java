// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Remembering how times begin changes none of them. */
class TimeReaderTest {
    private static final String AHEAD = "<A time='";

    @Test
    void forgetsNothingOfTheSign() {
        assertSame(List.of("-0.012345678", "-0.012345679", "0.012345678", "-0.000000000", "-0.012345678"));
    }

    @Test
    void takesAPointAheadOfTheTimeForNoneOfIt() {
        byte[] text = "0000000000.123456789".getBytes(StandardCharsets.US_ASCII);
        TimeReader times = new TimeReader();
        assertEquals(TimeText.parse("123456789"), times.parse(text, 11, 20));
        byte[] next = "0000000000.198765432".getBytes(StandardCharsets.US_ASCII);
        assertEquals(TimeText.parse("198765432"), times.parse(next, 11, 20));
    }

    @Property
    void readsWhatTimeTextReads(@ForAll("texts") List<String> texts) {
        assertSame(texts);
    }

    @Provide
    Arbitrary<List<String>> texts() {
        // Few seconds, so that beginnings come again.
        Arbitrary<String> whole =
                Arbitraries.of("0", "1", "7", "10", "123456", "1234567", "1300000000", "", " 1", "-3", "+3");
        Arbitrary<String> fraction = Arbitraries.strings()
                .withChars("01234567890s. -")
                .ofMinLength(0)
                .ofMaxLength(10);
        Arbitrary<String> nine = Arbitraries.strings().withCharRange('0', '9').ofLength(9);
        Arbitrary<String> either = Arbitraries.oneOf(nine, nine, nine, fraction);
        Arbitrary<String> point = Arbitraries.of(".", ".", ".", "");
        return Combinators.combine(whole, point, either)
                .as((before, dot, behind) -> before + dot + behind)
                .list()
                .ofMaxSize(30);
    }

    private static void assertSame(List<String> texts) {
        TimeReader times = new TimeReader();
        for (String text : texts) {
            byte[] bytes = (AHEAD + text + "'").getBytes(StandardCharsets.US_ASCII);
            byte[] alone = text.getBytes(StandardCharsets.US_ASCII);
            long expected = TimeText.parse(alone, 0, alone.length);
            assertEquals(expected, times.parse(bytes, AHEAD.length(), bytes.length - 1), text);
            assertEquals(expected, times.parse(alone, 0, alone.length), text);
        }
    }
}
