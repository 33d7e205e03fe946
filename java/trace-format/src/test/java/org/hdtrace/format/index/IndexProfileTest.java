// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hdtrace.format.TestFiles;
import org.hdtrace.format.index.NestedTraces.Written;
import org.junit.jupiter.api.Test;

/** Profiles from the index against sums over the list of states that was written. */
class IndexProfileTest {
    private static final String END = "</Program>\n";

    @Property(tries = 60)
    void equalsTheSumsOverAllStates(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int topLevel, @ForAll boolean whole)
            throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path trace = files.file("a.trc");
            int longest = new Random(seed).nextBoolean() ? 40 : 30_000;
            String clock = " clockOffset='0.5@0.0 0.7@0.000001'";
            List<Written> states =
                    NestedTraces.write(trace, seed, topLevel, longest, clock, whole ? END : "<Cut time='0.0");
            IndexStore.beside().build(trace, () -> false);
            check(trace, states, seed, whole);
        }
    }

    @Test
    void takesDifferencesOfSumsWhereThereAreMany() throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path trace = files.file("a.trc");
            List<Written> states = NestedTraces.write(trace, 3, 1100, 60_000, "", END);
            IndexStore.beside().build(trace, () -> false);
            try (TraceIndex index = IndexStore.beside().open(trace).orElseThrow()) {
                assertTrue(
                        index.blocks().size() > 2 * IndexFormat.SUMS_EVERY,
                        "blocks: " + index.blocks().size());
            }
            check(trace, states, 3, true);
        }
    }

    private static void check(Path trace, List<Written> states, long seed, boolean whole) throws Exception {
        Random random = new Random(seed);
        try (TraceIndex index = IndexStore.beside().open(trace).orElse(null)) {
            if (index == null) {
                assertTrue(!whole, "only a cut trace of less than a block has no index");
                return;
            }
            assertEquals(whole, index.isWhole());
            compare(index, trace, states, Long.MIN_VALUE, Long.MAX_VALUE);
            for (int i = 0; i < 12; i++) {
                long a = time(states, random);
                long b = i % 4 == 3 ? Long.MAX_VALUE : time(states, random);
                compare(index, trace, states, i % 4 == 2 ? Long.MIN_VALUE : Math.min(a, b), Math.max(a, b));
            }
        }
    }

    /** Often exactly a time at which something begins or ends. */
    private static long time(List<Written> states, Random random) {
        Written state = states.get(random.nextInt(states.size()));
        return (random.nextBoolean() ? state.start() : state.end()) + random.nextInt(3) - 1;
    }

    private static void compare(TraceIndex index, Path trace, List<Written> states, long from, long to)
            throws Exception {
        List<StateSums> got = IndexProfile.of(index, trace, from, to).orElseThrow();
        assertEquals(byName(NestedTraces.sums(states, from, to)), byName(got), "[" + from + ", " + to + ")");
    }

    private static Map<String, StateSums> byName(List<StateSums> rows) {
        Map<String, StateSums> map = new HashMap<>();
        rows.forEach(row -> assertEquals(null, map.put(row.name(), row)));
        return map;
    }
}
