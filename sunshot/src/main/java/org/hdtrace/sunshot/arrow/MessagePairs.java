// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.arrow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.analysis.messages.PairSums;
import org.hdtrace.analysis.messages.PairValues;
import org.hdtrace.format.Saturated;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.ParallelLoop;
import org.hdtrace.format.select.Interval;

/**
 * Who sends how much to whom in an interval, of messages that are known already (SUNSHOT V-11, G-08). One step for each message
 * that touches the interval; no trace is read. Stateless.
 */
public final class MessagePairs {
    /** Of more names than so many each pair is looked for by itself. */
    private static final int MOST_DENSE = 1024;

    /** Of more names a square for each thread would take much memory. */
    private static final int MOST_SIDE_BY_SIDE = 256;

    /** Messages that a thread takes at a time. */
    private static final int PART = 1 << 16;

    private MessagePairs() {}

    /**
     * The sums.
     *
     * @param table of {@link ArrowLoader#messages}
     * @param around what touches no moment of it is left out at once
     * @param ofTrace interval for messages of a trace by its number, inside of the one around
     */
    public static PairSums of(Project project, ArrowTable table, Interval around, IntFunction<Interval> ofTrace) {
        return of(project, table, around, ofTrace, PART);
    }

    /** As {@link #of} with so many messages that a thread takes at a time. */
    static PairSums of(Project project, ArrowTable table, Interval around, IntFunction<Interval> ofTrace, int part) {
        PairSums.Builder pairs = PairSums.ofMessages(project);
        int[] places = new int[table.ends().size()];
        Interval[] times = new Interval[places.length];
        for (int i = 0; i < project.traces().size(); i++) {
            int end = table.ends()
                    .indexOf(ArrowLoader.pathOf(project.traces().get(i).node()));
            places[end] = pairs.placeOf(i);
            times[end] = ofTrace.apply(i);
        }
        return sums(pairs, places, table, around, end -> times[end], part);
    }

    /**
     * The sums by names of the caller, as of rows.
     *
     * @param places of the names, by the number of an end of the table; -1 leaves out what begins or ends there
     */
    public static PairSums of(List<String> names, int[] places, ArrowTable table, Interval interval) {
        PairSums.Builder pairs = new PairSums.Builder(PairValues.Subject.MESSAGES, names, names);
        return sums(pairs, places, table, interval, end -> interval, PART);
    }

    private static PairSums sums(
            PairSums.Builder pairs,
            int[] places,
            ArrowTable table,
            Interval around,
            IntFunction<Interval> ofEnd,
            int part) {
        ArrowLevel messages = table.levels().get(0);
        int end = messages.firstFrom(around.toNanos() == Long.MAX_VALUE ? Long.MAX_VALUE : around.toNanos() + 1);
        boolean sideBySide = pairs.size() <= MOST_SIDE_BY_SIDE;
        int step = sideBySide ? part : Math.max(1, end);
        List<Sums> all = Collections.synchronizedList(new ArrayList<>());
        ParallelLoop.run(
                (end + step - 1) / step,
                () -> {
                    Sums sums = pairs.size() <= MOST_DENSE ? new Dense(pairs) : new Sparse(pairs);
                    all.add(sums);
                    return sums;
                },
                (sums, i) -> add(
                        sums,
                        messages,
                        i * step,
                        (int) Math.min(end, (i + 1L) * step),
                        around.fromNanos(),
                        places,
                        ofEnd));
        all.forEach(Sums::finish);
        return pairs.build(new Damages());
    }

    /** Adds those of some messages that reach a time. */
    private static void add(
            Sums sums,
            ArrowLevel messages,
            int first,
            int behind,
            long startNanos,
            int[] places,
            IntFunction<Interval> ofEnd) {
        messages.visit(first, behind, startNanos, message -> {
            int from = messages.from(message);
            int to = messages.to(message);
            long start = messages.startNanos(message);
            long end = messages.endNanos(message);
            if (places[from] >= 0 && places[to] >= 0 && ofEnd.apply(from).touches(start, end)) {
                sums.add(places[from], places[to], messages.bytes(message), start, end);
            }
            return true;
        });
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
