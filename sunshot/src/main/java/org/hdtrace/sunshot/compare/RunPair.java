// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hdtrace.analysis.compare.Comparer;
import org.hdtrace.analysis.compare.Comparison;
import org.hdtrace.analysis.compare.Contributor;
import org.hdtrace.analysis.compare.RankComparison;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.select.Ranks;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;

/**
 * Two open runs and how their operations belong together. Immutable but for the table of categories, which may grow.
 *
 * @param a the first run, such as the observed one
 * @param b the second run, such as the simulated one
 */
public record RunPair(Run a, Run b, Comparison comparison) {
    /**
     * Matches the operations of two runs; reads both traces once.
     *
     * @throws TraceFormatException when a trace can't be read
     * @throws IllegalArgumentException when there is nothing to compare; says why
     */
    public static RunPair of(Run a, Run b, Ranks ranks) throws TraceFormatException {
        Comparison comparison = Comparer.compare(Project.open(a.file()), Project.open(b.file()), ranks);
        comparison.obstacle().ifPresent(why -> {
            throw new IllegalArgumentException(a.file() + " and " + b.file() + ": " + why);
        });
        return new RunPair(a, b, comparison);
    }

    /** A simulation writes what its components did; a recording has none of it. */
    public static boolean isSimulated(Run run) {
        return run.levels().contains("Component");
    }

    /** A, B and the differences, as they lie over each other; times of a run count from the start of its interval. */
    public List<Run> aligned(Optional<Alignment> alignment, CategoryTable categories) {
        if (alignment.isPresent() && alignment.get().kind() == Alignment.Kind.STRETCH) {
            Run stretched = Stretch.of(a, b, comparison);
            return List.of(a, stretched, DifferenceRows.of(comparison, a.interval(), categories));
        }
        // Only ever earlier, so that nothing falls out on the left.
        long ahead = alignment
                .map(at -> (at.aNanos() - a.interval().startNanos())
                        - (at.bNanos() - b.interval().startNanos()))
                .orElse(0L);
        Run shiftedA = earlier(a, Math.max(0, -ahead));
        Run shiftedB = earlier(b, Math.max(0, ahead));
        return List.of(shiftedA, shiftedB, DifferenceRows.of(comparison, shiftedA.interval(), categories));
    }

    private static Run earlier(Run run, long nanos) {
        if (nanos == 0) {
            return run;
        }
        Interval longer =
                new Interval(run.interval().startNanos() - nanos, run.interval().endNanos());
        return new Run(run.name(), run.file(), longer, run.rows(), run.levels(), run.notes(), run.communicators());
    }

    /**
     * The time of each trace of B that a stretched B shows in a time of A; a rank without matched operations is not shown at all.
     *
     * @param inA ns since the epoch
     * @param traces of B, in the order of its project
     */
    public List<Optional<Interval>> timesInB(Interval inA, List<TraceFile> traces) {
        return traces.stream()
                .map(file -> Stretch.timeInB(comparison, file, inA))
                .toList();
    }

    /** The row of A that holds an operation. */
    public Row.Trace rowInA(Contributor contributor) {
        List<Row.Trace> rows = new ArrayList<>();
        a.rows()
                .forEach(top -> top.walk(row -> {
                    if (row instanceof Row.Trace trace && trace.rank() == contributor.rank()) {
                        rows.add(trace);
                    }
                }));
        return rows.stream()
                .filter(row -> row.path().endsWith("/" + contributor.thread()))
                .findFirst()
                .orElseGet(() -> rows.get(0));
    }

    /** When an operation, or the computation before it, was in A; ns since the epoch. */
    public Interval timeInA(Contributor contributor) {
        for (RankComparison rank : comparison.ranks()) {
            if (rank.rank() == contributor.rank() && rank.thread() == contributor.thread()) {
                for (int i = 0; i < rank.matched(); i++) {
                    if (rank.ordinal(i) == contributor.ordinal()) {
                        long start = rank.startA(i);
                        return contributor.gap()
                                ? new Interval(start - Math.max(0, rank.gapA(i)), start)
                                : new Interval(start, Math.max(start, rank.endA(i)));
                    }
                }
            }
        }
        throw new IllegalArgumentException("contributor=" + contributor);
    }
}
