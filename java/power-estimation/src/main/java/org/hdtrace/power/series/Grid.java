// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.series;

import java.util.Collection;
import java.util.stream.LongStream;

/** The times at which any of several series changes: between two of them all are constant or unknown. */
public final class Grid {
    private Grid() {}

    /** The times in order, each once; empty when all series are. */
    public static long[] of(Collection<Series> series) {
        LongStream.Builder times = LongStream.builder();
        for (Series each : series) {
            for (int i = 0; i < each.size(); i++) {
                times.add(each.from(i)).add(each.to(i));
            }
        }
        return times.build().sorted().distinct().toArray();
    }
}
