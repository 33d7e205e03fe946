// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.profile;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.format.Saturated;
import org.hdtrace.format.index.StateSums;
import org.hdtrace.format.select.Globs;
import org.hdtrace.format.select.Interval;

/**
 * Sums up states that arrive children first, as trace files hold them. Memory: one entry per name and one number per
 * depth, however long the trace is.
 *
 * <p>A state's exclusive time is what its direct children leave over of it, all three clipped to the interval, so the
 * exclusive times of an interval add up to the time spent in top-level states, whatever names are asked for. Children
 * that overlap each other (a damaged file) can't make it negative.
 *
 * <p>Thread: one thread at a time.
 */
public final class ProfileBuilder {
    private final Interval interval;
    private final Globs names;
    private final Map<String, Sums> sums = new HashMap<>();
    // childNanos[d]: clipped time of the states at depth d whose parent is still to come.
    private long[] childNanos = new long[16];

    public ProfileBuilder(Interval interval, Globs names) {
        this.interval = Objects.requireNonNull(interval, "interval");
        this.names = Objects.requireNonNull(names, "names");
    }

    /** Begin another trace: states before and after belong to different threads. */
    public void beginTrace() {
        Arrays.fill(childNanos, 0);
    }

    /**
     * Add one state, after its children.
     *
     * @param depth 0 at top level
     * @param bytes data that it moved
     */
    public void add(String name, int depth, long startNanos, long endNanos, long bytes) {
        if (depth + 1 >= childNanos.length) {
            childNanos = Arrays.copyOf(childNanos, 2 * (depth + 1));
        }
        long inclusive = interval.overlap(startNanos, endNanos);
        long exclusive = Math.max(0, inclusive - childNanos[depth + 1]);
        childNanos[depth + 1] = 0;
        childNanos[depth] = Saturated.add(childNanos[depth], inclusive);
        if (!interval.touches(startNanos, endNanos)) {
            return;
        }
        row(name).add(inclusive, exclusive, bytes);
    }

    private Sums row(String name) {
        Sums row = sums.get(name);
        if (row == null) {
            row = new Sums(names.matches(name));
            sums.put(name, row);
        }
        return row;
    }

    /**
     * Add what another builder of the same interval and names has summed up; neither has a state that waits for its parent.
     */
    public void append(ProfileBuilder other) {
        other.sums.forEach((name, row) ->
                sums.computeIfAbsent(name, unused -> new Sums(row.wanted)).add(row));
    }

    /** Add what an index says of the states of one name, of the part of its trace that lies in the interval. */
    public void add(StateSums sums) {
        row(sums.name()).add(sums);
    }

    /** What was added so far, from traces with nothing wrong. */
    public Profile build() {
        return build(new Damages());
    }

    /** Whether a sum of a wanted name is larger than can be told. */
    boolean isAtEnd() {
        return sums.values().stream().anyMatch(row -> row.wanted && row.isAtEnd());
    }

    /** What was added so far. */
    Profile build(Damages damages) {
        List<ProfileRow> rows = sums.entrySet().stream()
                .filter(entry -> entry.getValue().wanted)
                .map(entry -> entry.getValue().row(entry.getKey()))
                .toList();
        return new Profile(rows, damages);
    }

    private static final class Sums {
        private final boolean wanted;
        private long count;
        private long inclusiveNanos;
        private long exclusiveNanos;
        private long bytes;

        private Sums(boolean wanted) {
            this.wanted = wanted;
        }

        private void add(long inclusive, long exclusive, long moved) {
            add(1, inclusive, exclusive, moved);
        }

        private void add(StateSums other) {
            add(other.count(), other.inclusiveNanos(), other.exclusiveNanos(), other.bytes());
        }

        private void add(Sums other) {
            add(other.count, other.inclusiveNanos, other.exclusiveNanos, other.bytes);
        }

        private void add(long more, long inclusive, long exclusive, long moved) {
            count += more;
            inclusiveNanos = Saturated.add(inclusiveNanos, inclusive);
            exclusiveNanos = Saturated.add(exclusiveNanos, exclusive);
            bytes = Saturated.add(bytes, moved);
        }

        private boolean isAtEnd() {
            return Saturated.isAtEnd(inclusiveNanos) || Saturated.isAtEnd(bytes);
        }

        private ProfileRow row(String name) {
            return new ProfileRow(name, count, inclusiveNanos, exclusiveNanos, bytes);
        }
    }
}
