// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.compare;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The matched operations of one rank and thread, by index in the order of the run; Sunshot draws its difference row from
 * it. All times are ns since the epoch of the run that they belong to. Once built it never changes.
 */
public final class RankComparison {
    private final int rank;
    private final int thread;
    private final String[] names;
    private final int[] ordinals;
    private final long[][] columns;
    private final int matched;
    private final long onlyA;
    private final long onlyB;

    private RankComparison(Builder builder) {
        this.rank = builder.rank;
        this.thread = builder.thread;
        this.matched = builder.matched;
        this.names = Arrays.copyOf(builder.names, matched);
        this.ordinals = Arrays.copyOf(builder.ordinals, matched);
        this.columns = new long[Column.COUNT][];
        for (int c = 0; c < Column.COUNT; c++) {
            columns[c] = Arrays.copyOf(builder.columns[c], matched);
        }
        this.onlyA = builder.onlyA;
        this.onlyB = builder.onlyB;
    }

    /** World rank. */
    public int rank() {
        return rank;
    }

    public int thread() {
        return thread;
    }

    /** Number of matched pairs; indices below run from 0 to one less. */
    public int matched() {
        return matched;
    }

    /** Operations of A that have no counterpart. */
    public long onlyA() {
        return onlyA;
    }

    /** Operations of B that have no counterpart. */
    public long onlyB() {
        return onlyB;
    }

    public String name(int index) {
        return names[index];
    }

    /** Number of the operation among all of A's, from 0. */
    public int ordinal(int index) {
        return ordinals[index];
    }

    public long startA(int index) {
        return columns[Column.START_A][index];
    }

    public long endA(int index) {
        return columns[Column.END_A][index];
    }

    public long startB(int index) {
        return columns[Column.START_B][index];
    }

    public long endB(int index) {
        return columns[Column.END_B][index];
    }

    public long durationA(int index) {
        return endA(index) - startA(index);
    }

    public long durationB(int index) {
        return endB(index) - startB(index);
    }

    /** Computation before the operation in A. */
    public long gapA(int index) {
        return columns[Column.GAP_A][index];
    }

    /** Computation before the operation in B. */
    public long gapB(int index) {
        return columns[Column.GAP_B][index];
    }

    /** How much longer the operation took in B than in A. */
    public long deltaNanos(int index) {
        return durationB(index) - durationA(index);
    }

    /** How much longer the computation before it took in B than in A. */
    public long gapDeltaNanos(int index) {
        return gapB(index) - gapA(index);
    }

    /** How far B is behind A (negative: ahead) when the operation ends, both counted from the first matched operation. */
    public long driftNanos(int index) {
        return (endB(index) - startB(0)) - (endA(index) - startA(0));
    }

    /** Time in matched operations of A. */
    public long totalA() {
        return sum(Column.END_A) - sum(Column.START_A);
    }

    /** Time in matched operations of B. */
    public long totalB() {
        return sum(Column.END_B) - sum(Column.START_B);
    }

    /** Computation before matched operations of A. */
    public long totalGapA() {
        return sum(Column.GAP_A);
    }

    /** Computation before matched operations of B. */
    public long totalGapB() {
        return sum(Column.GAP_B);
    }

    private long sum(int column) {
        // Wraps around for times since the epoch; the differences above are right all the same.
        long sum = 0;
        for (long value : columns[column]) {
            sum += value;
        }
        return sum;
    }

    private static final class Column {
        private static final int START_A = 0;
        private static final int END_A = 1;
        private static final int START_B = 2;
        private static final int END_B = 3;
        private static final int GAP_A = 4;
        private static final int GAP_B = 5;
        private static final int COUNT = 6;
    }

    /** Collects what an {@link OperationMatcher} finds. */
    static final class Builder implements OperationMatcher.Sink {
        private final int rank;
        private final int thread;
        private final Map<String, String> interned = new HashMap<>();
        private String[] names = new String[64];
        private int[] ordinals = new int[64];
        private final long[][] columns = new long[Column.COUNT][64];
        private int matched;
        private int seenA;
        private long onlyA;
        private long onlyB;

        Builder(int rank, int thread) {
            this.rank = rank;
            this.thread = thread;
        }

        @Override
        public void matched(Operation a, Operation b) {
            if (matched == names.length) {
                grow();
            }
            names[matched] = interned.computeIfAbsent(a.name(), name -> name);
            ordinals[matched] = seenA++;
            columns[Column.START_A][matched] = a.startNanos();
            columns[Column.END_A][matched] = a.endNanos();
            columns[Column.START_B][matched] = b.startNanos();
            columns[Column.END_B][matched] = b.endNanos();
            columns[Column.GAP_A][matched] = a.gapNanos();
            columns[Column.GAP_B][matched] = b.gapNanos();
            matched++;
        }

        @Override
        public void onlyA(Operation a) {
            seenA++;
            onlyA++;
        }

        @Override
        public void onlyB(Operation b) {
            onlyB++;
        }

        RankComparison build() {
            return new RankComparison(this);
        }

        private void grow() {
            int capacity = matched * 2;
            names = Arrays.copyOf(names, capacity);
            ordinals = Arrays.copyOf(ordinals, capacity);
            for (int c = 0; c < Column.COUNT; c++) {
                columns[c] = Arrays.copyOf(columns[c], capacity);
            }
        }
    }
}
