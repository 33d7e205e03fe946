// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.fit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.calibration.table.Case;
import org.hdtrace.calibration.table.Place;
import org.hdtrace.calibration.table.ResultTable;

/**
 * Classes of pairs of ranks, told by their times: pairs are of one class when a chain of pairs leads from one to the other in which
 * neighbours differ by less than 30 % for large messages and by less than three times for the smallest. What the system says of
 * hosts and caches only names the classes.
 */
public final class PairClasses {
    private static final double SAME_BULK = Math.log(1.3);
    private static final double SAME_LATENCY = Math.log(3);

    private PairClasses() {}

    /** Two ranks. */
    public record Pair(int first, int second) {}

    /**
     * Pairs that behave alike.
     *
     * @param name what most of them share by what the system says, with a number when there are several
     * @param bulkNanos there and back of the largest message that all pairs exchanged, the median of the pairs
     */
    public record PairClass(String name, List<Pair> pairs, double bulkNanos) {
        public PairClass {
            pairs = List.copyOf(pairs);
        }
    }

    private record Times(Pair pair, String told, double small, double bulk) {
        boolean like(Times other) {
            return Math.abs(Math.log(bulk / other.bulk)) < SAME_BULK
                    && Math.abs(Math.log(small / other.small)) < SAME_LATENCY;
        }
    }

    /** The classes, the one with most pairs first. */
    public static List<PairClass> of(ResultTable table) {
        List<Times> left = new ArrayList<>(times(table));
        List<List<Times>> groups = new ArrayList<>();
        while (!left.isEmpty()) {
            List<Times> group = new ArrayList<>(List.of(left.remove(0)));
            for (int i = 0; i < group.size(); i++) {
                Times member = group.get(i);
                List<Times> like = left.stream().filter(member::like).toList();
                group.addAll(like);
                left.removeAll(like);
            }
            groups.add(group);
        }
        groups.sort((a, b) -> Integer.compare(b.size(), a.size()));
        Map<String, Integer> names = new HashMap<>();
        return groups.stream().map(group -> named(group, names)).toList();
    }

    private static List<Times> times(ResultTable table) {
        Map<Pair, Map<Long, Double>> byPair = new java.util.LinkedHashMap<>();
        table.of("pingpong").forEach(entry -> {
            Case key = entry.getKey();
            byPair.computeIfAbsent(new Pair(key.first(), key.second()), unused -> new HashMap<>())
                    .put(key.bytes(), entry.getValue().least());
        });
        List<Long> common = byPair.values().stream()
                .map(Map::keySet)
                .reduce((a, b) -> a.stream().filter(b::contains).collect(java.util.stream.Collectors.toSet()))
                .map(sizes -> sizes.stream().sorted().toList())
                .orElse(List.of());
        if (common.isEmpty()) {
            return List.of();
        }
        long small = common.get(0);
        long bulk = common.get(common.size() - 1);
        List<Times> times = new ArrayList<>();
        byPair.forEach((pair, nanos) -> {
            Place first = table.places().get(pair.first());
            Place second = table.places().get(pair.second());
            times.add(new Times(pair, first.classWith(second), nanos.get(small), nanos.get(bulk)));
        });
        return times;
    }

    private static PairClass named(List<Times> group, Map<String, Integer> names) {
        Map<String, Integer> told = new java.util.TreeMap<>();
        group.forEach(times -> told.merge(times.told(), 1, Integer::sum));
        String most = told.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
        int number = names.merge(most, 1, Integer::sum);
        double[] bulk = group.stream().mapToDouble(Times::bulk).sorted().toArray();
        return new PairClass(
                number == 1 ? most : most + "-" + number,
                group.stream().map(Times::pair).toList(),
                bulk[bulk.length / 2]);
    }
}
