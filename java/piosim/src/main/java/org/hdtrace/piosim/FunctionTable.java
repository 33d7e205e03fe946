// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.SimulationResult.FunctionResult;

/** Sums up the calls of each function. Sums beyond the largest number of 64 bits stay there. */
final class FunctionTable {
    private static final class Row {
        final String name;
        long count;
        long total;
        long min = Long.MAX_VALUE;
        long max;
        long bytes;

        Row(String name) {
            this.name = name;
        }
    }

    private final Map<String, Row> rows = new HashMap<>();
    private Row last = new Row("");

    void add(String name, long nanos, long bytes) {
        // Ranks mostly call the same function at the same time.
        Row row = last.name.equals(name) ? last : rows.computeIfAbsent(name, Row::new);
        last = row;
        row.count++;
        row.total = sum(row.total, nanos);
        row.min = Math.min(row.min, nanos);
        row.max = Math.max(row.max, nanos);
        row.bytes = sum(row.bytes, bytes);
    }

    /** Of amounts that aren't negative. */
    private static long sum(long all, long one) {
        long sum = all + one;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** The functions, the one with most time first. */
    List<FunctionResult> results() {
        return rows.values().stream()
                .sorted((a, b) -> a.total != b.total ? Long.compare(b.total, a.total) : a.name.compareTo(b.name))
                .map(row -> new FunctionResult(row.name, row.count, row.total, row.min, row.max, row.bytes))
                .toList();
    }
}
