// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.Optional;

/**
 * Which states, events and records of statistics a search has found: one bit for each entry, so that any number of them is known
 * exactly. Immutable.
 */
public final class HitMarks {
    /** Of levels with fewer entries each hit is looked at. */
    private static final int MANY = 1 << 14;

    private static final HitMarks NONE = new HitMarks(new IdentityHashMap<>(), new IdentityHashMap<>());
    private static final BitSet EMPTY = new BitSet(0);

    /** By the very level or series, as an open run has it. */
    private final IdentityHashMap<Object, BitSet> found;

    private final IdentityHashMap<StateLevel, HitBuckets> buckets;

    private HitMarks(IdentityHashMap<Object, BitSet> found, IdentityHashMap<StateLevel, HitBuckets> buckets) {
        this.found = found;
        this.buckets = buckets;
    }

    public static HitMarks none() {
        return NONE;
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** Indices inside of a level; not to be changed. */
    public BitSet of(StateLevel level) {
        return found.getOrDefault(level, EMPTY);
    }

    /** Where the hits of a level are; empty where so few entries are that a look at each costs little. */
    public Optional<HitBuckets> bucketsOf(StateLevel level) {
        return Optional.ofNullable(buckets.get(level));
    }

    /** Indices of records of a series; not to be changed. */
    public BitSet of(StatisticSeries series) {
        return found.getOrDefault(series, EMPTY);
    }

    /** Collects marks. Not safe for several threads. */
    public static final class Builder {
        private final IdentityHashMap<Object, BitSet> found = new IdentityHashMap<>();

        private final IdentityHashMap<StateLevel, HitBuckets> buckets = new IdentityHashMap<>();

        public void add(StateLevel level, int index) {
            if (level.size() >= MANY) {
                buckets.computeIfAbsent(level, HitBuckets::of).add(level.startNanos(index), level.endNanos(index));
            }
            found.computeIfAbsent(level, unused -> new BitSet()).set(index);
        }

        public void add(StatisticSeries series, int index) {
            found.computeIfAbsent(series, unused -> new BitSet()).set(index);
        }

        /** What there is so far; more may be added afterwards. */
        public HitMarks build() {
            IdentityHashMap<Object, BitSet> copy = new IdentityHashMap<>();
            found.forEach((where, indices) -> copy.put(where, (BitSet) indices.clone()));
            IdentityHashMap<StateLevel, HitBuckets> touched = new IdentityHashMap<>();
            buckets.forEach((level, its) -> touched.put(level, its.copy()));
            return copy.isEmpty() ? NONE : new HitMarks(copy, touched);
        }
    }
}
