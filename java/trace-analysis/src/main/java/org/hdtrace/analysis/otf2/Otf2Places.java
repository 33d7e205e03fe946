// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.otf2;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hdtrace.analysis.imports.ImportedNames;
import org.hdtrace.format.project.FileNames;
import org.hdtrace.format.project.TopologyNode;

/**
 * Where locations lie in the topology of a project: nodes of the system tree, group, location. The outermost node stands for the project
 * where there is just one and others are in it. Groups with ranks have the rank as name. Where the names of files would be too long, names
 * of nodes are cut; labels stay whole.
 */
final class Otf2Places {
    private static final String HOST = "Hostname";
    private static final String RANK = "Rank";
    private static final String THREAD = "Thread";
    private static final int DEEPEST = 64;

    private final Otf2Definitions definitions;
    private final Map<Long, List<String>> paths = new HashMap<>();
    private final Map<Long, Integer> ranksOfGroups = new HashMap<>();
    private final Tree root = new Tree("", "");
    private final boolean hasOuterNode;
    /** Characters that a name may have. */
    private final int most;

    private static final class Tree {
        final String type;
        final String label;
        final Map<String, Tree> below = new LinkedHashMap<>();
        /** The node or group of the archive that it is. */
        Object origin;

        Tree(String type, String label) {
            this.type = type;
            this.label = label;
        }
    }

    private record Step(String name, String type, String label, Object origin) {}

    /**
     * @param room characters that names of a path may have together, each with one before it
     */
    Otf2Places(Otf2Definitions definitions, int room) {
        this.definitions = definitions;
        definitions.ranks.forEach((location, rank) -> {
            Otf2Definitions.Location known = definitions.locations.get(location);
            if (known != null) {
                ranksOfGroups.putIfAbsent(known.group(), rank);
            }
        });
        long outer = definitions.nodes.values().stream()
                .filter(node -> node.parent() < 0)
                .count();
        hasOuterNode = outer == 1 && definitions.nodes.size() > 1;
        most = ImportedNames.longestName(room, this::longestPath);
    }

    private int longestPath(int longestName) {
        int longest = 0;
        for (Map.Entry<Long, Otf2Definitions.Location> each : definitions.locations.entrySet()) {
            int path = 0;
            for (Step step : steps(each.getKey(), each.getValue())) {
                path += 1 + Math.min(step.name().length(), longestName);
            }
            longest = Math.max(longest, path);
        }
        return longest;
    }

    /** The path of a location, which is in the topology from now on. */
    List<String> path(long location) {
        return paths.computeIfAbsent(location, this::place);
    }

    private List<String> place(long number) {
        Otf2Definitions.Location location = definitions.locations.get(number);
        List<String> path = new ArrayList<>();
        Tree at = root;
        for (Step step : steps(number, location)) {
            String whole = ImportedNames.cut(step.name(), most);
            String name = whole;
            Tree next = at.below.get(name);
            // Two of one name are two; the same one is met again.
            for (int count = 2; next != null && !next.origin.equals(step.origin()); count++) {
                String end = "." + count;
                name = ImportedNames.cut(whole, most - end.length()) + end;
                next = at.below.get(name);
            }
            if (next == null) {
                next = new Tree(step.type(), step.label());
                next.origin = step.origin();
                at.below.put(name, next);
            }
            path.add(name);
            at = next;
        }
        return path;
    }

    private List<Step> steps(long number, Otf2Definitions.Location location) {
        String known = definitions.about(number, Otf2Terms.PATH);
        String types = definitions.about(number, Otf2Terms.TYPES);
        if (definitions.isOurs() && known != null) {
            return own(known, types == null ? "" : types);
        }
        List<Step> steps = new ArrayList<>();
        Otf2Definitions.Group group = definitions.groups.get(location.group());
        if (group != null) {
            addNodes(group.node(), steps);
            Integer rank = ranksOfGroups.get(location.group());
            String name = rank == null ? named(group.name()) : String.valueOf(rank);
            steps.add(new Step(name, rank == null ? "Process" : RANK, group.name(), group));
        }
        steps.add(new Step(named(location.name()), THREAD, location.name(), location));
        return steps;
    }

    private static List<Step> own(String path, String types) {
        List<Step> steps = new ArrayList<>();
        String[] names = path.isEmpty() ? new String[0] : path.split("/", -1);
        String[] levels = types.split("/", -1);
        for (int i = 0; i < Math.min(names.length, DEEPEST); i++) {
            steps.add(new Step(named(names[i]), i < levels.length ? levels[i] : "", names[i], names[i]));
        }
        return steps;
    }

    private void addNodes(long number, List<Step> steps) {
        List<Step> inner = new ArrayList<>();
        Otf2Definitions.Node node = definitions.nodes.get(number);
        for (int depth = 0; node != null && depth < DEEPEST; depth++) {
            boolean stands = hasOuterNode && node.parent() < 0;
            if (!stands) {
                inner.add(new Step(named(node.name()), type(node.type()), node.name(), node));
            }
            node = definitions.nodes.get(node.parent());
        }
        Collections.reverse(inner);
        steps.addAll(inner);
    }

    private static String type(String type) {
        String folded = type.toLowerCase(Locale.ROOT);
        return folded.contains("node") || folded.contains("host") ? HOST : type;
    }

    private static String named(String text) {
        String name = FileNames.sanitise(text.strip());
        return name.isEmpty() ? "-" : name;
    }

    /** Types of the levels, outermost first. */
    List<String> levels() {
        String known = definitions.properties.get(Otf2Terms.LEVELS);
        if (definitions.isOurs() && known != null && !known.isEmpty()) {
            return List.of(known.split("/", -1));
        }
        List<String> levels = new ArrayList<>();
        for (List<Tree> level = List.copyOf(root.below.values()); !level.isEmpty(); level = below(level)) {
            levels.add(level.get(0).type);
        }
        return levels;
    }

    private static List<Tree> below(List<Tree> level) {
        return level.stream().flatMap(each -> each.below.values().stream()).toList();
    }

    /** What was asked for by {@link #path}. */
    TopologyNode root(String title) {
        return TopologyNode.root(title, nodes(root, List.of()));
    }

    private static List<TopologyNode> nodes(Tree around, List<String> path) {
        List<TopologyNode> made = new ArrayList<>();
        around.below.forEach((name, tree) -> {
            List<String> own = new ArrayList<>(path);
            own.add(name);
            made.add(new TopologyNode(name, tree.type, tree.label, own, nodes(tree, own)));
        });
        return made;
    }

    /** The name of the node that stands for the project; "" for none. */
    String title() {
        return hasOuterNode || definitions.isOurs()
                ? definitions.nodes.values().stream()
                        .filter(node -> node.parent() < 0)
                        .map(Otf2Definitions.Node::name)
                        .findFirst()
                        .orElse("")
                : "";
    }
}
