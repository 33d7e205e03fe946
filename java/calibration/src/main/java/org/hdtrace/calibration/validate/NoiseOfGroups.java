// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.validate;

import java.util.Map;
import java.util.TreeMap;
import org.hdtrace.calibration.table.Sample;

/**
 * What the machine adds to a call of a group when nothing is sent: barriers, which carry no data, take longer than simulated by what it takes
 * until ranks that wait get a processor. Larger groups wait more often. All other operations are judged with that allowance.
 */
final class NoiseOfGroups {
    private static final String BARRIER = "Barrier";
    /** Fewer barriers than this tell nothing. */
    private static final int FEWEST = 5;

    private final Map<Integer, Double> byRanks = new TreeMap<>();

    NoiseOfGroups(Map<CaseKey, CaseTimes> cases, Judge judge) {
        cases.forEach((key, times) -> {
            ValidationCase barrier = times.judged(key, judge);
            if (key.function().equals(BARRIER) && barrier.observed().count() >= FEWEST) {
                Sample observed = barrier.observed();
                byRanks.merge(
                        key.ranks(),
                        Math.max(0, observed.median() - barrier.simulated().median()),
                        Math::max);
            }
        });
    }

    /** Nanoseconds for a group of this size, as of the next larger one that is known; 0 when none is. */
    double of(int ranks) {
        return byRanks.entrySet().stream()
                .filter(entry -> entry.getKey() >= ranks)
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseGet(() -> byRanks.values().stream().max(Double::compare).orElse(0.0));
    }

    /** That of all groups at most. */
    double most() {
        return byRanks.values().stream().max(Double::compare).orElse(0.0);
    }
}
