// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.Damage;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.select.Ranks;

/**
 * Compares two projects trace by trace. Traces belong together by rank and thread; where a rank has one thread in both
 * runs the numbers of the threads don't matter. Traces without a rank are left out; of a damaged trace what is complete before the
 * damage counts.
 */
public final class Comparer {
    private Comparer() {}

    /** Match all traces of the selected ranks. */
    public static Comparison compare(Project a, Project b, Ranks ranks) {
        return compare(a, b, ranks, Workers.allCores());
    }

    /** Match all traces of the selected ranks, several ranks at once; the same for any number of threads. */
    public static Comparison compare(Project a, Project b, Ranks ranks, Workers workers) {
        Map<Integer, Map<Integer, TraceFile>> tracesA = byRank(a, ranks);
        Map<Integer, Map<Integer, TraceFile>> tracesB = byRank(b, ranks);
        List<String> missing = new ArrayList<>();
        List<Pair> pairs = new ArrayList<>();
        for (TraceFile trace : all(tracesA)) {
            TraceFile other = counterpart(trace, tracesA, tracesB);
            if (other == null) {
                missing.add(text(trace) + " is only in the first run");
            } else {
                pairs.add(new Pair(trace, other));
            }
        }
        for (TraceFile trace : all(tracesB)) {
            if (counterpart(trace, tracesB, tracesA) == null) {
                missing.add(text(trace) + " is only in the second run");
            }
        }
        List<RankComparison> matched = new ArrayList<>();
        Damages damages = new Damages();
        try {
            workers.each(pairs, Comparer::compare, one -> {
                one.ranks().ifPresent(matched::add);
                one.damages().forEach(damages::add);
            });
        } catch (TraceFormatException e) {
            throw new IllegalStateException("damage of one trace ended the work on all", e);
        }
        return new Comparison(matched, missing, damages);
    }

    private static Map<Integer, Map<Integer, TraceFile>> byRank(Project project, Ranks ranks) {
        Map<Integer, Map<Integer, TraceFile>> result = new TreeMap<>();
        for (TraceFile trace : project.traces()) {
            if (trace.rank() >= 0 && ranks.contains(trace.rank())) {
                result.computeIfAbsent(trace.rank(), rank -> new TreeMap<>()).putIfAbsent(trace.thread(), trace);
            }
        }
        return result;
    }

    private static List<TraceFile> all(Map<Integer, Map<Integer, TraceFile>> traces) {
        return traces.values().stream()
                .flatMap(threads -> threads.values().stream())
                .toList();
    }

    private static TraceFile counterpart(
            TraceFile trace, Map<Integer, Map<Integer, TraceFile>> own, Map<Integer, Map<Integer, TraceFile>> others) {
        Map<Integer, TraceFile> threads = others.getOrDefault(trace.rank(), Map.of());
        boolean single = threads.size() == 1 && own.get(trace.rank()).size() == 1;
        return single ? threads.values().iterator().next() : threads.get(trace.thread());
    }

    /** Traces that belong together. */
    private record Pair(TraceFile a, TraceFile b) {}

    /** What came out for one pair; no ranks when nothing of one of its traces can be read. */
    private record Matched(Optional<RankComparison> ranks, List<Optional<Damage>> damages) {}

    private static Matched compare(Pair pair) {
        RankComparison.Builder builder =
                new RankComparison.Builder(pair.a().rank(), pair.a().thread());
        try (ReadableOperations left = ReadableOperations.open(pair.a());
                ReadableOperations right = ReadableOperations.open(pair.b())) {
            OperationMatcher.match(left, right, builder);
            return new Matched(Optional.of(builder.build()), List.of(left.damage(), right.damage()));
        } catch (TraceFormatException e) {
            return new Matched(Optional.empty(), List.of(Optional.of(Damage.refused(e))));
        }
    }

    private static String text(TraceFile trace) {
        return "rank " + trace.rank() + (trace.thread() < 0 ? "" : " thread " + trace.thread());
    }
}
