// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class StateFilterTest {
    private record Facts(String name, long durationNanos, Map<String, String> attributes) implements StateFilter.Facts {
        @Override
        public String attribute(String key) {
            return attributes.get(key);
        }
    }

    private static final Facts WRITE =
            new Facts("File_write_at", 20_000_000, Map.of("size", "4096", "name", "out put.dat", "fid", "07"));

    private static final StatisticSeries POWER = new StatisticSeries(
            "P", "W", "Energy", new long[] {0, 1_000_000_000, 3_000_000_000L}, new double[] {80, 240});

    /** Numbers of the records that pass, "row" for the row as it is, "none" for no row. */
    private static String sift(String filter) {
        StatisticSeries left = StateFilter.parse(filter).sift(POWER).orElse(null);
        if (left == null) {
            return "none";
        }
        return left == POWER ? "row" : (left.has(0) ? "0" : "") + (left.has(1) ? "1" : "");
    }

    private static boolean passes(String filter) {
        return StateFilter.parse(filter).passes(WRITE);
    }

    @Test
    void comparesAttributesAsNumbersOrText() {
        assertTrue(passes("size > 4095"));
        assertFalse(passes("size < 4096"));
        assertTrue(passes("size = 4096.0"));
        assertTrue(passes("fid = 7"), "numbers are compared as numbers");
        assertTrue(passes("name = 'out put.dat'"));
        assertFalse(passes("name > 3"), "a text is not above a number");
        assertFalse(passes("missing = 1"));
    }

    @Test
    void comparesDurationInSecondsAndCategoryByExpression() {
        assertTrue(passes(".duration > 0.019"));
        assertFalse(passes(".duration > 0.02"));
        assertTrue(passes(".category = File_.*"));
        assertFalse(passes(".category = write"), "the whole name must fit");
    }

    @Test
    void theNameOfAStatisticAloneLeavesNoState() {
        assertFalse(passes("P > 90"));
        assertEquals("1", sift("P > 90"));
        assertEquals("row", sift("CPU_TOTAL > 90"), "other statistics are as they were");
        assertTrue(passes(".statistic = P & .value > 90"));
        assertEquals("1", sift(".statistic = P & .value > 90"));
        assertEquals("none", sift(".statistic = CPU_TOTAL & .value > 90"));
        assertTrue(passes("P > 90 | .category = .*"));
        assertEquals("1", sift("P > 90 | .category = .*"));
        assertEquals("row", sift("CPU_TOTAL > 90 | .category = .*"));
    }

    @Test
    void evaluatesFromLeftToRightWithoutPrecedence() {
        assertFalse(passes("size = 4096 | size = 1 & size = 2"), "(true | false) & false");
        assertTrue(passes("size = 4096 | (size = 1 & size = 2)"));
    }

    @Test
    void recordsOfStatisticsAreSiftedByValueNameUnitAndDuration() {
        assertEquals("1", sift("P > 100"));
        assertEquals("0", sift(".value < 100"));
        assertEquals("row", sift(".unit = W"));
        assertEquals("none", sift(".unit = J"));
        assertEquals("none", sift(".statistic = CPU.*"));
        assertEquals("1", sift(".statistic = 'P|Q' & .duration > 1.5"));
        assertEquals("1", sift("P = 240"));
        assertEquals("none", sift("P > 300"));
        assertEquals("1", sift("P < 100 | .value > 200 & .unit = W & .duration > 1"));
    }

    @Test
    void statisticsThatAreNotAskedForStayAsTheyAre() {
        for (String filter : new String[] {"", "size > 1000", ".duration > 100", ".category = Send", "Q > 1"}) {
            assertEquals("row", sift(filter), filter);
        }
    }

    @Test
    void whatConcernsTheOthersIsLeftAway() {
        assertTrue(passes(".value > 1000"), "a state has no value");
        assertTrue(passes(".unit = J & size > 4000"));
        assertFalse(passes(".unit = J & size > 5000"));
        assertFalse(passes(".unit = J | size > 5000"));
        assertTrue(passes(".unit = J | size > 4000"));
        assertEquals("1", sift("size > 5000 & .value > 100"), "a record has no size");
        assertEquals("1", sift("(size > 5000 | .value > 100) & .unit = W"));
        assertFalse(StateFilter.parse(".unit = J").finds(WRITE), "yet a search finds no state by it");
        assertTrue(StateFilter.parse(".unit = J | size > 4000").finds(WRITE));
        assertFalse(StateFilter.parse(".unit = W & .value > 3").concernsStates());
        assertTrue(StateFilter.parse(".unit = W & .duration > 3").concernsStates());
    }

    @Test
    void anEmptyFilterPassesEverything() {
        assertTrue(passes("  "));
    }

    @Test
    void namesTheColumnOfAnError() {
        assertError("filter: column 7: expected a value", "size >");
        assertError("filter: column 6: expected <, > or =", "size ~ 3");
        assertError("filter: column 7: expected a number", "size > x");
        assertError("filter: column 9: expected a number", ".value > W");
        assertError("filter: column 7: expected = after .unit", ".unit > 3");
        assertError("filter: column 12: expected = after .statistic", ".statistic < P");
        assertError("filter: column 8: not a regular expression (Unclosed character class)", ".unit = [");
        assertError(
                "filter: column 10: expected .category, .duration, .value, .unit, .statistic or an attribute, not .values",
                "size > 1&.values > 3");
        assertError("filter: column 12: expected )", "(size > 3  ");
        assertError("filter: column 10: expected & or |", "size = 3 size = 4");
        assertError("filter: column 8: missing closing '", "name = 'x");
    }

    private static void assertError(String message, String filter) {
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> StateFilter.parse(filter))
                        .getMessage());
    }
}
