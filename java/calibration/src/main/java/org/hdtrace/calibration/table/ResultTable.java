// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.table;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What one run of the micro-benchmark measured. Immutable.
 *
 * @param clockStepNanos smallest step of the clock
 * @param places of all ranks, by rank
 * @param samples by case, in the order of measurement; not {@code eager}
 * @param eager the trials of eager limits
 * @param skipped cases for which there was no time
 */
public record ResultTable(
        long clockStepNanos, List<Place> places, Map<Case, Sample> samples, List<Measurement> eager, int skipped) {
    public ResultTable {
        places = List.copyOf(places);
        samples = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(samples));
        eager = List.copyOf(eager);
    }

    /** Cases of a test, in the order of measurement. */
    public Stream<Map.Entry<Case, Sample>> of(String test) {
        return samples.entrySet().stream().filter(entry -> entry.getKey().test().equals(test));
    }

    /** Cases of a test between two ranks. */
    public Stream<Map.Entry<Case, Sample>> of(String test, int first, int second) {
        return of(test).filter(entry ->
                entry.getKey().first() == first && entry.getKey().second() == second);
    }

    public int ranks() {
        return places.size();
    }
}
