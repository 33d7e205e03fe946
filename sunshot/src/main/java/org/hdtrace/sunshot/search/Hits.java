// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.hdtrace.sunshot.model.Occurrence;

/**
 * What a search has found so far: all are counted, the first ones in the order of the rows are kept. Safe for one
 * thread that adds and others that look.
 */
public final class Hits {
    /** Hits that are kept; a list with more helps nobody, and each takes 60 bytes. */
    public static final int MOST = 200_000;

    private final List<Occurrence> kept = new ArrayList<>();
    private long count;

    /** Counts a hit, and keeps it if there is room. */
    public synchronized void add(Occurrence hit) {
        count++;
        if (kept.size() < MOST) {
            kept.add(hit);
        }
    }

    /** How many there are, with those that are not kept. */
    public synchronized long count() {
        return count;
    }

    /**
     * A sorted copy of what is kept.
     *
     * @param origins time of each run that lies at 0 of the common scale
     */
    public synchronized List<Occurrence> sorted(List<Long> origins) {
        List<Occurrence> copy = new ArrayList<>(kept);
        copy.sort(Comparator.<Occurrence>comparingLong(hit -> hit.time().startNanos() - origins.get(hit.run()))
                .thenComparing(Occurrence::rowKey)
                .thenComparingInt(Occurrence::depth));
        return copy;
    }
}
