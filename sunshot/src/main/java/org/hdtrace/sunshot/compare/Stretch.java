// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hdtrace.analysis.compare.Comparison;
import org.hdtrace.analysis.compare.RankComparison;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Mapping;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.model.StateTrack;

/**
 * Lays B over A so that each matched operation begins and ends where its counterpart does; between, time passes evenly.
 * Ranks only: what nodes and servers recorded belongs to several ranks, which are stretched differently. Stateless.
 */
final class Stretch {
    private Stretch() {}

    /** B in the time of A. */
    static Run of(Run a, Run b, Comparison comparison) {
        Map<String, RankComparison> ranks = new HashMap<>();
        comparison.ranks().stream()
                .filter(rank -> rank.matched() > 0)
                .forEach(rank -> ranks.putIfAbsent(rank.rank() + "/" + rank.thread(), rank));
        List<Row> rows = new ArrayList<>();
        for (Row row : Mapping.RANKS_FIRST.apply(b)) {
            if (row instanceof Row.Trace trace && trace.rank() >= 0) {
                RankComparison rank = ranks.get(trace.rank() + "/" + threadOf(trace));
                if (rank == null) {
                    rank = onlyThread(comparison, trace.rank());
                }
                if (rank != null) {
                    StateTrack track = track(trace.track(), new Warp(rank));
                    rows.add(new Row.Trace(trace.path(), trace.label(), trace.host(), trace.rank(), track, List.of()));
                }
            }
        }
        String name = Run.shortTitles(List.of(a, b)).get(1) + ", stretched";
        return new Run(name, Path.of(""), reach(a.interval(), rows), rows, b.levels(), b.notes());
    }

    /** The time of a trace of B that lies over a time of A. */
    static Optional<Interval> timeInB(Comparison comparison, TraceFile file, Interval inA) {
        RankComparison found = comparison.ranks().stream()
                .filter(rank -> rank.matched() > 0 && rank.rank() == file.rank())
                .filter(rank -> String.valueOf(rank.thread())
                        .equals(file.node().path().get(file.node().path().size() - 1)))
                .findFirst()
                .orElseGet(() -> onlyThread(comparison, file.rank()));
        if (found == null) {
            return Optional.empty();
        }
        Warp back = Warp.back(found);
        long start = back.at(inA.startNanos());
        return Optional.of(new Interval(start, Math.max(start, back.at(inA.endNanos()))));
    }

    /** The rest of the path behind the rank; a project without threads has none. */
    private static String threadOf(Row.Trace trace) {
        return trace.path().substring(trace.path().lastIndexOf('/') + 1);
    }

    private static RankComparison onlyThread(Comparison comparison, int rank) {
        List<RankComparison> found = comparison.ranks().stream()
                .filter(each -> each.rank() == rank && each.matched() > 0)
                .toList();
        return found.size() == 1 ? found.get(0) : null;
    }

    private static Interval reach(Interval a, List<Row> rows) {
        long end = a.endNanos();
        for (Row row : rows) {
            for (StateLevel level : ((Row.Trace) row).track().levels()) {
                end = Math.max(end, level.latestEndNanos());
            }
        }
        return new Interval(a.startNanos(), end);
    }

    private static StateTrack track(StateTrack own, Warp warp) {
        StateTrack.Builder track = new StateTrack.Builder();
        for (int depth = 0; depth < own.levels().size(); depth++) {
            StateLevel level = own.levels().get(depth);
            for (int i = 0; i < level.size(); i++) {
                long start = warp.at(level.startNanos(i));
                track.state(
                        depth,
                        start,
                        Math.max(start, warp.at(level.endNanos(i))),
                        level.category(i),
                        level.textOffset(i));
            }
        }
        StateLevel events = own.events();
        for (int i = 0; i < events.size(); i++) {
            track.event(warp.at(events.startNanos(i)), events.category(i), events.textOffset(i));
        }
        return track.build();
    }

    /** From the time of B to that of A, piece by piece; where a clock went backwards the later one counts. */
    static final class Warp {
        private final long[] from;
        private final long[] to;

        /** From the time of A to that of B. */
        static Warp back(RankComparison rank) {
            Warp there = new Warp(rank);
            return new Warp(there.to, there.from);
        }

        private Warp(long[] from, long[] to) {
            this.from = from;
            this.to = to;
        }

        Warp(RankComparison rank) {
            int count = 2 * rank.matched();
            from = new long[count];
            to = new long[count];
            for (int i = 0; i < count; i++) {
                boolean start = i % 2 == 0;
                from[i] = start ? rank.startB(i / 2) : rank.endB(i / 2);
                to[i] = start ? rank.startA(i / 2) : rank.endA(i / 2);
                if (i > 0) {
                    from[i] = Math.max(from[i], from[i - 1]);
                    to[i] = Math.max(to[i], to[i - 1]);
                }
            }
        }

        long at(long nanos) {
            int low = 0;
            int high = from.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (from[middle] > nanos) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            if (low == 0) {
                return to[0] + nanos - from[0];
            }
            if (low == from.length) {
                return to[low - 1] + nanos - from[low - 1];
            }
            double share = (double) (nanos - from[low - 1]) / (from[low] - from[low - 1]);
            return to[low - 1] + Math.round(share * (to[low] - to[low - 1]));
        }
    }
}
