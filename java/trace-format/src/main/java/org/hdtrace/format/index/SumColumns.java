// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Sums by number of a name, as columns that grow; modulo 2^64, as the file holds them. */
final class SumColumns {
    private long[] counts = new long[16];
    private long[] inclusive = new long[16];
    private long[] exclusive = new long[16];
    private long[] bytes = new long[16];

    void add(int name, long count, long inclusiveNanos, long exclusiveNanos, long movedBytes) {
        if (name >= counts.length) {
            grow(Math.max(name + 1, 2 * counts.length));
        }
        counts[name] += count;
        inclusive[name] += inclusiveNanos;
        exclusive[name] += exclusiveNanos;
        bytes[name] += movedBytes;
    }

    void clear(int name) {
        counts[name] = 0;
        inclusive[name] = 0;
        exclusive[name] = 0;
        bytes[name] = 0;
    }

    long count(int name) {
        return name < counts.length ? counts[name] : 0;
    }

    long inclusiveNanos(int name) {
        return name < counts.length ? inclusive[name] : 0;
    }

    long exclusiveNanos(int name) {
        return name < counts.length ? exclusive[name] : 0;
    }

    long bytes(int name) {
        return name < counts.length ? bytes[name] : 0;
    }

    /** As rows, those that count nothing left out. */
    List<StateSums> of(List<String> names) {
        List<StateSums> rows = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            if (count(i) != 0) {
                rows.add(new StateSums(names.get(i), counts[i], inclusive[i], exclusive[i], bytes[i]));
            }
        }
        return List.copyOf(rows);
    }

    private void grow(int length) {
        counts = Arrays.copyOf(counts, length);
        inclusive = Arrays.copyOf(inclusive, length);
        exclusive = Arrays.copyOf(exclusive, length);
        bytes = Arrays.copyOf(bytes, length);
    }
}
