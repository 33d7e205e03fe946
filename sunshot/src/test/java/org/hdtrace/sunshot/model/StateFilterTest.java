// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
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

    /** As a cursor of a trace, which tells whole numbers without their text. */
    private static StateFilter.Facts knowingNumbers(String number) {
        return new StateFilter.Facts() {
            @Override
            public String name() {
                return "A";
            }

            @Override
            public long durationNanos() {
                return 0;
            }

            @Override
            public String attribute(String name) {
                return number;
            }

            @Override
            public long wholeNumber(String name) {
                return number.matches("-?[0-9]{1,18}") ? Long.parseLong(number) : Long.MAX_VALUE;
            }
        };
    }

    @Test
    void comparesAttributesAsNumbersOrText() {
        assertTrue(passes("size > 4095"));
        assertFalse(passes("size < 4096"));
        assertTrue(passes("size = 4096.0"));
        assertTrue(passes("fid = 7"), "numbers are compared as numbers");
        assertTrue(passes("name = 'out put.dat'"));
        assertFalse(passes("name > 3"), "a text is not above a number");
        for (String number : List.of(
                "0", "-1", "007", "1e3", "9007199254740992", "9007199254740993", "1.5", "12345678901234567890")) {
            double same = Double.parseDouble(number);
            for (StateFilter.Facts facts : List.of(new Facts("A", 0, Map.of("n", number)), knowingNumbers(number))) {
                assertTrue(StateFilter.parse("n > " + Math.nextDown(same)).passes(facts), number);
                assertFalse(StateFilter.parse("n > " + same).passes(facts), number);
                assertTrue(StateFilter.parse("n < " + Math.nextUp(same)).passes(facts), number);
                assertTrue(StateFilter.parse("n = " + same).passes(facts), number);
                assertTrue(StateFilter.parse("n = " + number).passes(facts), number);
                assertFalse(StateFilter.parse("n = x").passes(facts), number);
            }
        }
        assertFalse(StateFilter.parse("n < 1").passes(new Facts("A", 0, Map.of("n", ""))), "no number");
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

    /** Durations at and around those that are compared, and far from them. */
    private static long[] durations(Random random) {
        long[] all = new long[60];
        for (int i = 0; i < all.length; i++) {
            all[i] = switch (i % 4) {
                case 0 -> random.nextInt(5) * 1000L;
                case 1 -> random.nextInt(5) * 1000L + random.nextInt(3) - 1;
                case 2 -> random.nextLong() >>> (1 + random.nextInt(62));
                default -> i == 3 ? Long.MAX_VALUE : random.nextInt(6000);
            };
            all[i] = Math.max(0, all[i]);
        }
        return all;
    }

    private static String randomFilter(Random random, int depth) {
        if (depth == 0) {
            String operator = "<>=".substring(random.nextInt(3)).substring(0, 1);
            return switch (random.nextInt(5)) {
                case 0 -> ".category = " + (random.nextBoolean() ? "A" : "[AB]");
                case 1 -> random.nextBoolean() ? ".unit = W" : ".value > 3";
                case 2 -> ".duration " + operator + " 1e" + (random.nextInt(40) - 20);
                default -> ".duration " + operator + " 0.00000" + random.nextInt(5);
            };
        }
        String left = randomFilter(random, random.nextInt(depth));
        String right = randomFilter(random, random.nextInt(depth));
        return "(" + left + (random.nextBoolean() ? " & " : " | ") + right + ")";
    }

    private static boolean isIn(long[] ranges, long nanos) {
        boolean found = false;
        for (int i = 0; i < ranges.length; i += 2) {
            assertTrue(ranges[i] <= ranges[i + 1]);
            assertTrue(i == 0 || ranges[i - 1] + 1 < ranges[i], "neighbours are one range");
            found |= nanos >= ranges[i] && nanos <= ranges[i + 1];
        }
        return found;
    }

    @Test
    void rangesOfDurationsSayTheSame() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int several = 0;
        for (int i = 0; i < 300; i++) {
            String text = randomFilter(random, 1 + random.nextInt(4));
            StateFilter filter = StateFilter.parse(text);
            for (String name : new String[] {"A", "B", "C"}) {
                long[] passing = filter.passingDurations(name);
                long[] found = filter.foundDurations(name);
                several += passing.length > 2 ? 1 : 0;
                for (long nanos : durations(random)) {
                    Facts facts = new Facts(name, nanos, Map.of());
                    String what = text + " of " + nanos + " ns of " + name + ", seed " + seed;
                    assertEquals(filter.passes(facts), isIn(passing, nanos), what);
                    assertEquals(filter.finds(facts), isIn(found, nanos), what);
                }
            }
        }
        assertTrue(several > 10, "several ranges were tried");
    }
}
