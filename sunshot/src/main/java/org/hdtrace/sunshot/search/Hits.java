// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.hdtrace.sunshot.model.HitMarks;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.model.StatisticSeries;

/**
 * What a search has found so far: all are counted and marked, the first ones in the order of the rows are kept, whichever comes
 * first. Safe for several threads.
 */
public final class Hits {
    /** Hits that are kept; a list with more helps nobody, and each takes 60 bytes. */
    public static final int MOST = 200_000;

    /** By number of the row. */
    private final TreeMap<Integer, List<Occurrence>> kept = new TreeMap<>();

    private final int most;
    private final HitMarks.Builder marks = new HitMarks.Builder();
    private int keptCount;
    private long count;

    /** Hits of a list. */
    public Hits() {
        this(MOST);
    }

    Hits(int most) {
        this.most = most;
    }

    /**
     * Counts a hit, and keeps it if there is room, or if it takes that of a hit further down.
     *
     * @param row its place among all rows of all runs; the hits of one row come in the same order each time
     */
    synchronized void add(int row, Occurrence hit) {
        count++;
        keep(row, hit);
    }

    /** The same of an entry of a level, which is marked; an index below 0 is of none. */
    synchronized void add(int row, Occurrence hit, StateLevel level, int index) {
        add(row, hit);
        if (index >= 0) {
            marks.add(level, index);
        }
    }

    /** The same of a record of a series, which is marked. */
    synchronized void add(int row, Occurrence hit, StatisticSeries series, int index) {
        add(row, hit);
        marks.add(series, index);
    }

    private void keep(int row, Occurrence hit) {
        if (keptCount == most) {
            if (kept.lastKey() <= row) {
                return;
            }
            List<Occurrence> last = kept.lastEntry().getValue();
            last.remove(last.size() - 1);
            if (last.isEmpty()) {
                kept.pollLastEntry();
            }
            keptCount--;
        }
        kept.computeIfAbsent(row, unused -> new ArrayList<>()).add(hit);
        keptCount++;
    }

    /** How many there are, with those that are not kept. */
    public synchronized long count() {
        return count;
    }

    /** All of them as marks of what was searched, also of those that are not kept. */
    public synchronized HitMarks marks() {
        return marks.build();
    }

    /**
     * A sorted copy of what is kept.
     *
     * @param origins time of each run that lies at 0 of the common scale
     */
    public synchronized List<Occurrence> sorted(List<Long> origins) {
        List<Occurrence> copy = new ArrayList<>(keptCount);
        kept.values().forEach(copy::addAll);
        copy.sort(Comparator.<Occurrence>comparingLong(hit -> hit.time().startNanos() - origins.get(hit.run()))
                .thenComparing(Occurrence::rowKey)
                .thenComparingInt(Occurrence::depth));
        return copy;
    }
}
