// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The matched operations of one rank and thread, by index in the order of the run; Sunshot draws its difference row from
 * it. All times are ns since the epoch of the run that they belong to. Once built it never changes.
 */
public final class RankComparison {
    private final int rank;
    private final int thread;
    private final List<String> names;
    /** Number of the name, and above it that of the operation. */
    private final LongColumn calls;

    private final LongColumn[] columns;
    private final long[][] sums;
    private final long onlyA;
    private final long onlyB;

    private RankComparison(Builder builder) {
        this.rank = builder.rank;
        this.thread = builder.thread;
        this.names = List.copyOf(builder.names);
        this.calls = builder.calls;
        this.columns = builder.columns;
        this.sums = builder.sums;
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
        return calls.size();
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
        return names.get((int) calls.get(index));
    }

    /** Number of the operation among all of A's, from 0. */
    public int ordinal(int index) {
        return (int) (calls.get(index) >>> Integer.SIZE);
    }

    public long startA(int index) {
        return columns[Column.START_A].get(index);
    }

    public long endA(int index) {
        return columns[Column.END_A].get(index);
    }

    public long startB(int index) {
        return columns[Column.START_B].get(index);
    }

    public long endB(int index) {
        return columns[Column.END_B].get(index);
    }

    public long durationA(int index) {
        return endA(index) - startA(index);
    }

    public long durationB(int index) {
        return endB(index) - startB(index);
    }

    /** Computation before the operation in A. */
    public long gapA(int index) {
        return columns[Column.GAP_A].get(index);
    }

    /** Computation before the operation in B. */
    public long gapB(int index) {
        return columns[Column.GAP_B].get(index);
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
        return columns[column].sum();
    }

    /** The matched calls of each function, in the order in which they occur first. */
    List<FunctionComparison> functions() {
        List<FunctionComparison> all = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            all.add(new FunctionComparison(names.get(i), sums[i][0], sums[i][1], sums[i][2]));
        }
        return all;
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
        private final Map<String, Integer> numbers = new HashMap<>();
        private final List<String> names = new ArrayList<>();
        /** By number of the name: calls, time in A, time in B. */
        private long[][] sums = new long[8][];

        private final LongColumn calls = new LongColumn();
        private final LongColumn[] columns = new LongColumn[Column.COUNT];
        private long seenA;
        private long onlyA;
        private long onlyB;

        Builder(int rank, int thread) {
            this.rank = rank;
            this.thread = thread;
            Arrays.setAll(columns, column -> new LongColumn());
        }

        @Override
        public void matched(Operation a, Operation b) {
            int number = numberOf(a.name());
            long[] sum = sums[number];
            sum[0]++;
            sum[1] += a.durationNanos();
            sum[2] += b.durationNanos();
            calls.add(seenA++ << Integer.SIZE | number);
            columns[Column.START_A].add(a.startNanos());
            columns[Column.END_A].add(a.endNanos());
            columns[Column.START_B].add(b.startNanos());
            columns[Column.END_B].add(b.endNanos());
            columns[Column.GAP_A].add(a.gapNanos());
            columns[Column.GAP_B].add(b.gapNanos());
        }

        private int numberOf(String name) {
            Integer known = numbers.get(name);
            if (known != null) {
                return known;
            }
            int number = names.size();
            numbers.put(name, number);
            names.add(name);
            if (number == sums.length) {
                sums = Arrays.copyOf(sums, 2 * number);
            }
            sums[number] = new long[3];
            return number;
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
    }
}
