// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.hdtrace.analysis.damage.Damages;

/**
 * How two runs differ. Immutable; the sums are computed when asked for.
 *
 * @param ranks one entry per rank and thread that both runs have, sorted
 * @param missing traces that only one of the runs has, as text for the user
 * @param damages of the traces of both; a rank of which a trace can't be read at all is not among the ranks
 */
public record Comparison(List<RankComparison> ranks, List<String> missing, Damages damages) {
    private static final Comparator<FunctionComparison> MOST_TIME = Comparator.comparingLong(
                    (FunctionComparison row) -> Math.max(row.aNanos(), row.bNanos()))
            .reversed()
            .thenComparing(FunctionComparison::name);

    private static final Comparator<Contributor> IN_RUN = Comparator.comparingInt(Contributor::rank)
            .thenComparingInt(Contributor::thread)
            .thenComparingInt(Contributor::ordinal)
            .thenComparing(Contributor::gap);

    public Comparison {
        ranks = List.copyOf(ranks);
        missing = List.copyOf(missing);
    }

    /** One row per function, those with the most time in either run first. */
    public List<FunctionComparison> functions() {
        Map<String, long[]> sums = new TreeMap<>();
        for (RankComparison rank : ranks) {
            for (FunctionComparison function : rank.functions()) {
                long[] sum = sums.computeIfAbsent(function.name(), name -> new long[3]);
                sum[0] += function.count();
                sum[1] += function.aNanos();
                sum[2] += function.bNanos();
            }
        }
        return sums.entrySet().stream()
                .map(e -> new FunctionComparison(e.getKey(), e.getValue()[0], e.getValue()[1], e.getValue()[2]))
                .sorted(MOST_TIME)
                .toList();
    }

    /** The computation between the calls of all ranks, as one row. */
    public FunctionComparison computation() {
        long count = ranks.stream().mapToLong(RankComparison::matched).sum();
        long gapA = ranks.stream().mapToLong(RankComparison::totalGapA).sum();
        long gapB = ranks.stream().mapToLong(RankComparison::totalGapB).sum();
        return new FunctionComparison("computation", count, gapA, gapB);
    }

    /** From the first beginning to the last end of a matched call, over all ranks; its count is that of the ranks. */
    public FunctionComparison total() {
        List<RankComparison> used = ranks.stream().filter(r -> r.matched() > 0).toList();
        if (used.isEmpty()) {
            return new FunctionComparison("total", 0, 0, 0);
        }
        long startA = used.stream().mapToLong(r -> r.startA(0)).min().orElseThrow();
        long startB = used.stream().mapToLong(r -> r.startB(0)).min().orElseThrow();
        long endA = used.stream().mapToLong(r -> r.endA(r.matched() - 1)).max().orElseThrow();
        long endB = used.stream().mapToLong(r -> r.endB(r.matched() - 1)).max().orElseThrow();
        return new FunctionComparison("total", used.size(), endA - startA, endB - startB);
    }

    /** Why there is nothing to compare, for the user; empty when at least one operation has a counterpart. */
    public Optional<String> obstacle() {
        if (ranks.isEmpty()) {
            boolean damaged = !damages.findings().isEmpty();
            return Optional.of(because("no rank asked for " + (damaged ? "can be read" : "is") + " in both projects"));
        }
        boolean none = ranks.stream().allMatch(rank -> rank.matched() == 0);
        return none ? Optional.of(because("no call of one has a counterpart in the other")) : Optional.empty();
    }

    private String because(String obstacle) {
        return damages.findings().stream()
                .findFirst()
                .map(why -> obstacle + ": " + why)
                .orElse(obstacle);
    }

    /** Operations without a counterpart, of both runs. */
    public long unmatched() {
        return ranks.stream().mapToLong(rank -> rank.onlyA() + rank.onlyB()).sum();
    }

    /** The operations and gaps that differ most, by the absolute difference; the order of equals is that of the run. */
    public List<Contributor> largest(int limit) {
        PriorityQueue<Contributor> best = new PriorityQueue<>(Comparator.comparingLong(Comparison::weight));
        double sum = 0;
        for (RankComparison rank : ranks) {
            for (int i = 0; i < rank.matched(); i++) {
                long delta = Math.abs(rank.deltaNanos(i));
                long gap = Math.abs(rank.gapDeltaNanos(i));
                sum += (double) delta + gap;
                // Most can't be among the largest any more; no object is made for them.
                long least = best.size() < limit || limit == 0 ? 0 : weight(best.element());
                if (delta > least) {
                    offer(best, limit, contributor(rank, i, false));
                }
                if (gap > least) {
                    offer(best, limit, contributor(rank, i, true));
                }
            }
        }
        double total = sum;
        List<Contributor> result = new ArrayList<>(best);
        result.sort(Comparator.comparingLong(Comparison::weight).reversed().thenComparing(IN_RUN));
        return result.stream().map(c -> withShare(c, total)).toList();
    }

    private static void offer(PriorityQueue<Contributor> best, int limit, Contributor candidate) {
        if (weight(candidate) == 0) {
            return;
        }
        if (best.size() < limit) {
            best.add(candidate);
        } else if (limit > 0 && weight(candidate) > weight(best.element())) {
            best.remove();
            best.add(candidate);
        }
    }

    private static Contributor contributor(RankComparison rank, int i, boolean gap) {
        long a = gap ? rank.gapA(i) : rank.durationA(i);
        long b = gap ? rank.gapB(i) : rank.durationB(i);
        return new Contributor(rank.rank(), rank.thread(), rank.ordinal(i), rank.name(i), gap, a, b, 0);
    }

    private static Contributor withShare(Contributor c, double total) {
        double share = Math.abs((double) c.deltaNanos()) / total;
        return new Contributor(c.rank(), c.thread(), c.ordinal(), c.name(), c.gap(), c.aNanos(), c.bNanos(), share);
    }

    private static long weight(Contributor contributor) {
        return Math.abs(contributor.deltaNanos());
    }
}
