// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.arrow;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.analysis.messages.PairSums;
import org.hdtrace.analysis.messages.PairValues;
import org.hdtrace.format.Saturated;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.select.Interval;

/**
 * Who sends how much to whom in an interval, of messages that are known already (SUNSHOT V-11, G-08). One step for each message
 * that touches the interval; no trace is read. Stateless.
 */
public final class MessagePairs {
    /** Of more names than so many each pair is looked for by itself. */
    private static final int MOST_DENSE = 1024;

    private MessagePairs() {}

    /**
     * The sums.
     *
     * @param table of {@link ArrowLoader#messages}
     * @param around what touches no moment of it is left out at once
     * @param ofTrace interval for messages of a trace by its number, inside of the one around
     */
    public static PairSums of(Project project, ArrowTable table, Interval around, IntFunction<Interval> ofTrace) {
        PairSums.Builder pairs = PairSums.ofMessages(project);
        int[] places = new int[table.ends().size()];
        Interval[] times = new Interval[places.length];
        for (int i = 0; i < project.traces().size(); i++) {
            int end = table.ends()
                    .indexOf(ArrowLoader.pathOf(project.traces().get(i).node()));
            places[end] = pairs.placeOf(i);
            times[end] = ofTrace.apply(i);
        }
        return sums(pairs, places, table, around, end -> times[end]);
    }

    /**
     * The sums by names of the caller, as of rows.
     *
     * @param places of the names, by the number of an end of the table; -1 leaves out what begins or ends there
     */
    public static PairSums of(List<String> names, int[] places, ArrowTable table, Interval interval) {
        PairSums.Builder pairs = new PairSums.Builder(PairValues.Subject.MESSAGES, names, names);
        return sums(pairs, places, table, interval, end -> interval);
    }

    private static PairSums sums(
            PairSums.Builder pairs, int[] places, ArrowTable table, Interval around, IntFunction<Interval> ofEnd) {
        ArrowLevel messages = table.levels().get(0);
        Sums sums = pairs.size() <= MOST_DENSE ? new Dense(pairs) : new Sparse(pairs);
        long behind = around.toNanos() == Long.MAX_VALUE ? Long.MAX_VALUE : around.toNanos() + 1;
        messages.visit(around.fromNanos(), behind, message -> {
            int from = messages.from(message);
            int to = messages.to(message);
            long start = messages.startNanos(message);
            long end = messages.endNanos(message);
            if (places[from] >= 0 && places[to] >= 0 && ofEnd.apply(from).touches(start, end)) {
                sums.add(places[from], places[to], messages.bytes(message), start, end);
            }
            return true;
        });
        sums.finish();
        return pairs.build(new Damages());
    }

    private interface Sums {
        void add(int from, int to, long bytes, long start, long end);

        void finish();
    }

    private record Sparse(PairSums.Builder pairs) implements Sums {
        @Override
        public void add(int from, int to, long bytes, long start, long end) {
            pairs.add(from, to, bytes, start, end);
        }

        @Override
        public void finish() {
            // Everything is there.
        }
    }

    /** A square of figures, in which a message costs a few additions. */
    private static final class Dense implements Sums {
        private final PairSums.Builder pairs;
        private final int size;
        private final long[] counts;
        private final long[] bytes;
        private final long[] nanos;
        private final long[] firsts;
        private final long[] lasts;

        Dense(PairSums.Builder pairs) {
            this.pairs = pairs;
            this.size = pairs.size();
            counts = new long[size * size];
            bytes = new long[size * size];
            nanos = new long[size * size];
            firsts = new long[size * size];
            lasts = new long[size * size];
            Arrays.fill(firsts, Long.MAX_VALUE);
            Arrays.fill(lasts, Long.MIN_VALUE);
        }

        @Override
        public void add(int from, int to, long size64, long start, long end) {
            int cell = from * size + to;
            counts[cell]++;
            bytes[cell] = Saturated.add(bytes[cell], size64);
            nanos[cell] = Saturated.add(nanos[cell], Math.max(0, end - start));
            firsts[cell] = Math.min(firsts[cell], start);
            lasts[cell] = Math.max(lasts[cell], end);
        }

        @Override
        public void finish() {
            for (int cell = 0; cell < counts.length; cell++) {
                if (counts[cell] > 0) {
                    pairs.add(
                            cell / size,
                            cell % size,
                            counts[cell],
                            bytes[cell],
                            nanos[cell],
                            firsts[cell],
                            lasts[cell]);
                }
            }
        }
    }
}
