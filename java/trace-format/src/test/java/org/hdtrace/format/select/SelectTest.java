// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectTest {
    @Property
    void globAgreesWithTheRegularExpressionOfTheSameMeaning(
            @ForAll @StringLength(max = 8) @Chars({'a', 'b', '*', '?'}) String pattern,
            @ForAll @StringLength(max = 10) @Chars({'a', 'b'}) String text) {
        String expression = pattern.replace("*", ".*").replace("?", ".");
        assertEquals(Pattern.matches(expression, text), new Glob(pattern).matches(text));
    }

    @ParameterizedTest
    @CsvSource({"File_*,File_open", "*/3/*,node01/3/0", "Send,Send", "node0?,node07", "a.c,a.c"})
    void globFits(String pattern, String text) {
        assertTrue(new Glob(pattern).matches(text));
    }

    @ParameterizedTest
    @CsvSource({"File_*,file_open", "Send,Isend", "Send,Sendrecv", "a.c,abc", "node0?,node0"})
    void globDoesNotFit(String pattern, String text) {
        assertFalse(new Glob(pattern).matches(text));
    }

    @Test
    void manyStarsTakeNoExponentialTime() {
        assertFalse(new Glob("*a".repeat(50) + "b").matches("a".repeat(5000)));
    }

    @Test
    void oneOfSeveralGlobsSuffices() {
        Globs globs = Globs.parse("Send, File_*");
        assertTrue(globs.matches("File_open"));
        assertTrue(globs.matches("Send"));
        assertFalse(globs.matches("Recv"));
        assertTrue(Globs.all().matches("anything"));
        assertThrows(IllegalArgumentException.class, () -> Globs.parse("Send,,Recv"));
    }

    @Test
    void ranksAreListsOfRanges() {
        Ranks ranks = Ranks.parse("0-3, 7 ,9-9");
        for (int rank = 0; rank < 12; rank++) {
            assertEquals(rank <= 3 || rank == 7 || rank == 9, ranks.contains(rank), "rank " + rank);
        }
        assertFalse(ranks.contains(-1));
        assertTrue(Ranks.all().contains(-1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "1-", "-1", "3-1", "1,,2", "1.5", "12345678901", "0-3;7"})
    void textThatIsNoRankListIsRefused(String text) {
        String message = assertThrows(IllegalArgumentException.class, () -> Ranks.parse(text))
                .getMessage();
        assertTrue(message.startsWith("'"), message);
    }

    @ParameterizedTest
    @CsvSource({
        "0,0",
        "1.5,1500000000",
        "-2,-2000000000",
        ".25,250000000",
        "0.000000001,1",
        "999999999.999999999,999999999999999999"
    })
    void secondsAreReadExactly(String text, long nanos) {
        assertEquals(nanos, Interval.parseSeconds(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "1e3", "0x1", "1.0000000001", "1s", "NaN", " 1", "12345678901"})
    void textThatIsNoSecondsIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> Interval.parseSeconds(text));
    }

    @Test
    void intervalTakesItsBeginningAndNotItsEnd() {
        Interval interval = Interval.relative(10L, 20L, 1000);
        assertEquals(new Interval(1010, 1020), interval);
        assertTrue(interval.touches(1010, 1010));
        assertFalse(interval.touches(1020, 1020));
        assertFalse(interval.touches(1000, 1010));
        assertTrue(interval.touches(1000, 1011));
        assertFalse(interval.touches(1020, 1030));
        assertTrue(interval.touches(1019, 1030));
        assertEquals(10, interval.overlap(0, 5000));
        assertEquals(1, interval.overlap(1000, 1011));
        assertEquals(0, interval.overlap(1020, 1030));
        assertThrows(IllegalArgumentException.class, () -> Interval.relative(2L, 1L, 0));
    }

    @Test
    void openIntervalHoldsEverythingWhole() {
        assertTrue(Interval.all().touches(Long.MIN_VALUE, Long.MIN_VALUE));
        assertEquals(5, Interval.all().overlap(-2, 3));
        assertEquals(7, Interval.relative(null, null, 42).overlap(0, 7));
    }
}
