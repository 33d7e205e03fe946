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
    void evaluatesFromLeftToRightWithoutPrecedence() {
        assertFalse(passes("size = 4096 | size = 1 & size = 2"), "(true | false) & false");
        assertTrue(passes("size = 4096 | (size = 1 & size = 2)"));
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
