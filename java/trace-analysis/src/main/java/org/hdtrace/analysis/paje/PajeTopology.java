// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.paje;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hdtrace.analysis.imports.ImportedNames;
import org.hdtrace.format.project.FileNames;
import org.hdtrace.format.project.TopologyNode;

/**
 * Containers as the topology of a project. A level is called Hostname, Rank or Thread where the name of its type says so; where none
 * is Rank, the one that has states is. Ranks have the numbers at the end of their names where all have one of their own, else they are
 * counted. A container with states of several types has a node below it for each further type. What nothing happens in is left out.
 * Where the names of files would be too long, names of nodes are cut; labels stay whole.
 */
final class PajeTopology {
    static final int NO_RANK = -1;

    private static final Pattern NUMBER = Pattern.compile("([0-9]{1,9})[^0-9]*$");
    private static final String HOST = "Hostname";
    private static final String RANK = "Rank";
    private static final String THREAD = "Thread";

    private final Map<PajeOutline.Container, List<String>> paths = new HashMap<>();
    /** Below a container: paths of its further types of states. */
    private final Map<PajeOutline.Container, Map<Integer, List<String>>> further = new HashMap<>();

    private final Map<PajeOutline.Container, Integer> ranks = new HashMap<>();
    private final List<String> levels = new ArrayList<>();
    /** Of each level, the type of its containers in the trace; some may be of another one. */
    private final List<String> types = new ArrayList<>();

    private final List<TopologyNode> nodes;
    private final String title;
    private int rankDepth = -1;
    /** Characters that a name may have. */
    private final int most;

    private final boolean hasRoom;

    /**
     * The topology of what a trace has.
     *
     * @param name of the project, where no single container has a better one
     * @param room characters that names of a path may have together, each with one before it
     */
    PajeTopology(PajeOutline outline, String name, int room) {
        List<PajeOutline.Container> outer = outline.outermost().stream()
                .filter(PajeOutline.Container::isUsed)
                .toList();
        PajeOutline.Container root = outer.size() == 1 ? outer.get(0) : null;
        if (root != null && !root.isTimeline() && !root.children.isEmpty()) {
            // It stands for the project.
            paths.put(root, List.of());
            title = root.name.isEmpty() || root.name.equals("0") ? name : root.name;
            outer = used(root).toList();
        } else {
            title = name;
        }
        findLevels(outer);
        numberRanks(outer);
        List<PajeOutline.Container> outermost = outer;
        most = ImportedNames.longestName(room, longestName -> longestPath(outermost, "", longestName));
        hasRoom = longestPath(outer, "", most) <= room;
        nodes = nodes(outer, List.of(), 0, "");
    }

    private void findLevels(List<PajeOutline.Container> outer) {
        int timelines = -1;
        List<PajeOutline.Container> level = outer;
        while (!level.isEmpty()) {
            Optional<PajeOutline.Container> timeline =
                    level.stream().filter(PajeOutline.Container::isTimeline).findFirst();
            String type = timeline.orElse(level.get(0)).type;
            types.add(type);
            levels.add(type);
            timelines = timeline.isPresent() ? levels.size() - 1 : timelines;
            level = level.stream().flatMap(PajeTopology::used).toList();
        }
        name(HOST, Pattern.compile(".*(host|node|machine).*"), levels.size());
        rankDepth = name(RANK, Pattern.compile(".*(rank|process|mpi).*"), timelines + 1);
        if (rankDepth < 0 && timelines >= 0) {
            rankDepth = timelines;
            levels.set(timelines, RANK);
        }
        if (rankDepth >= 0) {
            name(THREAD, Pattern.compile(".*thread.*"), levels.size());
        }
    }

    /** Gives the innermost level before an end whose type is alike the name; its place, or -1. */
    private int name(String name, Pattern alike, int end) {
        for (int i = end - 1; i >= 0; i--) {
            if (alike.matcher(levels.get(i).toLowerCase(Locale.ROOT)).matches()) {
                levels.set(i, name);
                return i;
            }
        }
        return -1;
    }

    private static Stream<PajeOutline.Container> used(PajeOutline.Container container) {
        return container.children.stream().filter(PajeOutline.Container::isUsed);
    }

    private static String label(PajeOutline.Container container, String prefix) {
        return container.name.startsWith(prefix) ? container.name.substring(prefix.length()) : container.name;
    }

    private int longestPath(List<PajeOutline.Container> containers, String prefix, int longestName) {
        int longest = 0;
        for (PajeOutline.Container container : containers) {
            int below = longestPath(used(container).toList(), container.name + "/", longestName);
            for (PajeSink.Typed type :
                    container.states.values().stream().skip(1).toList()) {
                below = Math.max(below, 1 + Math.min(type.name().length(), longestName));
            }
            int own = ranks.containsKey(container)
                    ? String.valueOf(ranks.get(container)).length()
                    : label(container, prefix).length();
            longest = Math.max(longest, 1 + Math.min(own, longestName) + below);
        }
        return longest;
    }

    private void numberRanks(List<PajeOutline.Container> outer) {
        List<PajeOutline.Container> all = outer;
        for (int depth = 0; depth < rankDepth; depth++) {
            all = all.stream().flatMap(PajeTopology::used).toList();
        }
        List<PajeOutline.Container> numbered = rankDepth < 0
                ? List.of()
                : all.stream()
                        .filter(container -> container.type.equals(types.get(rankDepth)))
                        .toList();
        Set<Integer> taken = new HashSet<>();
        boolean own = true;
        for (PajeOutline.Container container : numbered) {
            Matcher number = NUMBER.matcher(container.name);
            own = own && number.find() && taken.add(Integer.parseInt(number.group(1)));
            ranks.put(container, own ? Integer.parseInt(number.group(1)) : NO_RANK);
        }
        for (int i = 0; !own && i < numbered.size(); i++) {
            ranks.put(numbered.get(i), i);
        }
    }

    private List<TopologyNode> nodes(
            List<PajeOutline.Container> containers, List<String> around, int depth, String prefix) {
        List<TopologyNode> made = new ArrayList<>();
        Map<String, Integer> taken = new HashMap<>();
        containers.stream().filter(ranks::containsKey).forEach(rank -> taken.put(String.valueOf(ranks.get(rank)), 1));
        for (PajeOutline.Container container : containers) {
            String label = label(container, prefix);
            Integer rank = ranks.get(container);
            String name = rank == null ? unique(label.isEmpty() ? "-" : label, taken) : String.valueOf(rank);
            List<String> path = new ArrayList<>(around);
            path.add(name);
            paths.put(container, path);
            List<PajeOutline.Container> inner = used(container).toList();
            List<TopologyNode> below = new ArrayList<>(nodes(inner, path, depth + 1, container.name + "/"));
            below.addAll(furtherTypes(container, path, below));
            String type = container.type.equals(types.get(depth)) ? levels.get(depth) : container.type;
            made.add(new TopologyNode(name, type, label, path, below));
        }
        return made;
    }

    private List<TopologyNode> furtherTypes(
            PajeOutline.Container container, List<String> path, List<TopologyNode> taken) {
        List<TopologyNode> made = new ArrayList<>();
        Map<String, Integer> names = new HashMap<>();
        taken.forEach(node -> names.put(node.name(), 1));
        Map<Integer, List<String>> known = new HashMap<>();
        container.states.values().stream().skip(1).forEach(type -> {
            String name = unique(type.name(), names);
            List<String> place = new ArrayList<>(path);
            place.add(name);
            known.put(type.number(), place);
            made.add(new TopologyNode(name, "State", type.name(), place, List.of()));
        });
        further.put(container, known);
        return made;
    }

    /** A label may be of any length, the name of a file may not; two that are cut alike are still two. */
    private String unique(String label, Map<String, Integer> taken) {
        String name = ImportedNames.cut(FileNames.sanitise(label), most);
        int count = taken.merge(name, 1, Integer::sum);
        if (count == 1) {
            return name;
        }
        String end = "." + count;
        return unique(ImportedNames.cut(name, most - end.length()) + end, taken);
    }

    /** Whether names of files have an end that file systems take. */
    boolean hasRoom() {
        return hasRoom;
    }

    /** Of the project. */
    String title() {
        return title;
    }

    List<String> levels() {
        return levels;
    }

    TopologyNode root() {
        return TopologyNode.root(title, nodes);
    }

    /** Where a container is; empty for the project itself. */
    List<String> path(PajeOutline.Container container) {
        return paths.get(container);
    }

    /** Where states of a type of a container are. */
    List<String> path(PajeOutline.Container container, int type) {
        return further.getOrDefault(container, Map.of()).getOrDefault(type, path(container));
    }

    /** The rank that a container is, or is a part of; {@link #NO_RANK} for none. */
    int rank(PajeOutline.Container container) {
        for (PajeOutline.Container at = container; at != null; at = at.parent) {
            Integer rank = ranks.get(at);
            if (rank != null) {
                return rank;
            }
        }
        return NO_RANK;
    }

    /** All ranks, in the order of the topology. */
    List<Integer> ranks() {
        return ranks.values().stream().sorted().toList();
    }
}
