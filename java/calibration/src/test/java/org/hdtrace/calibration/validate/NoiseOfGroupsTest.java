// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.validate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NoiseOfGroupsTest {
    private static final Judge JUDGE = new Judge(0.3, 1e6);
    private final Map<CaseKey, CaseTimes> cases = new TreeMap<>();

    private void add(String function, int ranks, int count, double observed, double simulated) {
        CaseTimes times = cases.computeIfAbsent(new CaseKey("app", function, ranks, 0), unused -> new CaseTimes());
        for (int i = 0; i < count; i++) {
            times.add(-1, observed, simulated, Double.NaN, null);
        }
    }

    @Test
    void barriersTellTheNoiseOfTheirGroups() {
        add("Barrier", 2, 8, 3e6, 1e6);
        add("Barrier", 8, 8, 30e6, 1e6);
        add("Bcast", 4, 8, 500e6, 1e6);
        NoiseOfGroups noise = new NoiseOfGroups(cases, JUDGE);
        assertEquals(2e6, noise.of(2));
        assertEquals(29e6, noise.of(4), "as of the next larger group");
        assertEquals(29e6, noise.of(16), "as of the largest");
        assertEquals(29e6, noise.most());
    }

    @Test
    void fewBarriersOrFastOnesTellNone() {
        add("Barrier", 2, 3, 90e6, 1e6);
        add("Barrier", 4, 8, 1e6, 2e6);
        NoiseOfGroups noise = new NoiseOfGroups(cases, JUDGE);
        assertEquals(0, noise.most());
        assertEquals(0, noise.of(2));
    }
}
