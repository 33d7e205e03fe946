// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.slog2;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.hdtrace.format.project.TopologyNode;

/**
 * Lines as the topology of a project. Of the ways to tell what a line belongs to, one is taken that begins with the rank in the world,
 * and of several of these the one that tells most; each line is a rank of its number where there is none. A rank may have several
 * lines, as MPE makes one for each communicator. Lines that nothing happens on are left out. States that overlap others without lying
 * inside have nodes below those of their line.
 */
final class Slog2Lines {
    static final String RANK = "Rank";
    private static final String THREAD = "Thread";
    private static final int MOST_RANKS = 1 << 30;

    /** Null where each line is a rank. */
    private final Slog2LineMap map;

    private final Map<Integer, List<String>> used = new TreeMap<>();
    /** Ranks of lines that the map does not know, so that they are no other's. */
    private final Map<Integer, Integer> unknown = new HashMap<>();

    private final int firstUnknown;
    private final Map<List<String>, Integer> lanes = new HashMap<>();

    Slog2Lines(List<Slog2LineMap> maps) {
        Optional<Slog2LineMap> best = maps.stream()
                .filter(Slog2Lines::tellsRanks)
                .max(Comparator.comparingInt(each -> each.columns().size()));
        map = best.orElse(null);
        firstUnknown = map == null
                ? 0
                : 1
                        + map.lines().values().stream()
                                .mapToInt(numbers -> numbers.get(0))
                                .max()
                                .orElse(-1);
    }

    /** A rank in a communicator is none in the world. */
    private static boolean tellsRanks(Slog2LineMap map) {
        if (map.columns().isEmpty()) {
            return false;
        }
        String first = map.columns().get(0).toLowerCase(Locale.ROOT);
        boolean whole =
                map.lines().values().stream().allMatch(numbers -> numbers.get(0) >= 0 && numbers.get(0) < MOST_RANKS);
        return first.contains("rank") && !first.contains("comm") && whole;
    }

    /** The place of a line in the topology; asked for the first time, the line gets one. */
    List<String> path(int line) {
        return used.computeIfAbsent(
                line, unused -> numbers(line).stream().map(String::valueOf).toList());
    }

    /** The place of states that overlap those of a line; lane 1 is the first of them. */
    List<String> path(int line, int lane) {
        List<String> path = new ArrayList<>(path(line));
        lanes.merge(List.copyOf(path), lane, Math::max);
        path.add(laneName(lane));
        return path;
    }

    private static String laneName(int lane) {
        return "overlap-" + lane;
    }

    private List<Integer> numbers(int line) {
        if (map == null) {
            return List.of(line);
        }
        List<Integer> known = map.lines().get(line);
        if (known != null) {
            return known;
        }
        List<Integer> made = new ArrayList<>(Collections.nCopies(map.columns().size(), 0));
        made.set(0, firstUnknown + unknown.computeIfAbsent(line, unused -> unknown.size()));
        return made;
    }

    int rank(int line) {
        return numbers(line).get(0);
    }

    /** All ranks that have a line. */
    List<Integer> ranks() {
        TreeSet<Integer> ranks = new TreeSet<>();
        used.keySet().forEach(line -> ranks.add(rank(line)));
        return List.copyOf(ranks);
    }

    /** What the levels are called, the outermost first. */
    List<String> levels() {
        List<String> levels = new ArrayList<>(List.of(RANK));
        if (map != null) {
            for (String column : map.columns().subList(1, map.columns().size())) {
                levels.add(column.toLowerCase(Locale.ROOT).contains("thread") ? THREAD : column);
            }
        }
        return levels;
    }

    TopologyNode root(String title) {
        return TopologyNode.root(title, nodes(List.of(), Set.copyOf(used.values()), levels()));
    }

    /** Nodes of leaves that all lie below {@code around}. */
    private List<TopologyNode> nodes(List<String> around, Collection<List<String>> leaves, List<String> levels) {
        int depth = around.size();
        Map<String, List<List<String>>> byName =
                new TreeMap<>(Comparator.comparingInt(String::length).thenComparing(name -> name));
        leaves.stream().filter(path -> path.size() > depth).forEach(path -> byName.computeIfAbsent(
                        path.get(depth), unused -> new ArrayList<>())
                .add(path));
        List<TopologyNode> made = new ArrayList<>();
        byName.forEach((name, own) -> {
            List<String> path = new ArrayList<>(around);
            path.add(name);
            List<TopologyNode> below = new ArrayList<>(nodes(path, own, levels));
            for (int lane = 1; lane <= lanes.getOrDefault(path, 0); lane++) {
                List<String> place = new ArrayList<>(path);
                place.add(laneName(lane));
                below.add(new TopologyNode(laneName(lane), "State", laneName(lane), place, List.of()));
            }
            made.add(new TopologyNode(name, levels.get(depth), name, path, below));
        });
        return made;
    }
}
