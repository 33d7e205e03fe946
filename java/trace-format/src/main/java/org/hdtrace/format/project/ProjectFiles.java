// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;

/**
 * Finds the files of a project by their names (FORMATS A1, B 1.1). Each rule is tried for all nodes before the next one, and a
 * file belongs to one node only, so that a loose rule can't take what a strict one would find.
 */
final class ProjectFiles {
    private static final List<String> COMPRESSIONS = List.of("", ".zst", ".gz");
    private static final List<UnaryOperator<String>> RULES =
            List.of(UnaryOperator.identity(), FileNames::sanitise, FileNames::strip);

    private final Path directory;
    private final String project;
    private final Set<String> names;
    private final Set<String> claimed = new HashSet<>();
    private final boolean plain;
    /** By ending: it with each compression that a name has. */
    private final Map<String, List<String>> present = new HashMap<>();
    /** Folded names, for the oldest dialect only; ambiguous ones are null. */
    private final Map<String, String> folded = new HashMap<>();

    ProjectFiles(Path projectFile, boolean oldest) throws TraceFormatException {
        Path parent = projectFile.toAbsolutePath().getParent();
        this.directory = projectFile.getParent() == null ? Path.of("") : projectFile.getParent();
        this.project = withoutEnding(projectFile.getFileName().toString());
        this.plain = FileNames.isPlain(project);
        this.names = list(parent, projectFile);
        if (oldest) {
            for (String name : names) {
                folded.merge(FileNames.fold(name), name, (a, b) -> "");
            }
        }
    }

    /** One thing that is looked for. */
    record Wanted(TopologyNode node, String group, List<String> endings) {
        List<String> components() {
            List<String> components = new ArrayList<>(node.path());
            if (!group.isEmpty()) {
                components.add(group);
            }
            return components;
        }
    }

    /** Paths in the order of what is wanted; null where there is none. */
    List<Path> find(List<Wanted> wanted) {
        Path[] found = new Path[wanted.size()];
        for (UnaryOperator<String> rule : RULES) {
            for (int i = 0; i < found.length; i++) {
                if (found[i] == null && mayBeThere(wanted.get(i)) && mayDiffer(wanted.get(i), rule)) {
                    found[i] = claim(candidates(wanted.get(i), rule));
                }
            }
        }
        for (int i = 0; i < found.length && !folded.isEmpty(); i++) {
            found[i] = found[i] == null ? claim(foldedCandidates(wanted.get(i))) : found[i];
        }
        return java.util.Arrays.asList(found);
    }

    /** Whether there is any file of the kind. */
    private boolean mayBeThere(Wanted wanted) {
        for (String ending : wanted.endings()) {
            if (!packed(ending).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private List<String> packed(String ending) {
        return present.computeIfAbsent(ending, kind -> COMPRESSIONS.stream()
                .map(compression -> kind + compression)
                .filter(packed -> names.stream().anyMatch(name -> name.endsWith(packed)))
                .toList());
    }

    /** No rule but the first is needed for names that no rule changes: nearly all, and a project has 10^5. */
    private boolean mayDiffer(Wanted wanted, UnaryOperator<String> rule) {
        return rule.equals(RULES.get(0))
                || !plain
                || !FileNames.isPlain(wanted.group())
                || !wanted.node().path().stream().allMatch(FileNames::isPlain);
    }

    /** A node that a name may begin with, and its place in the order of the topology. */
    private record Owner(TopologyNode node, int place) {
        /** Deeper nodes own more of a name; of equals the first. */
        boolean before(Owner other) {
            int depth = node.path().size();
            int otherDepth = other.node.path().size();
            return depth != otherDepth ? depth > otherDepth : place < other.place;
        }
    }

    /** Statistics files that nobody asked for. */
    List<StatisticsFile> undeclaredStatistics(List<TopologyNode> nodes, List<String> declared) {
        List<StatisticsFile> found = new ArrayList<>();
        TreeSet<String> left = new TreeSet<>();
        for (String name : names) {
            if (statisticsStem(name) != null && !claimed.contains(name)) {
                left.add(name);
            }
        }
        Map<String, Owner> owners = left.isEmpty() ? Map.of() : owners(nodes);
        for (String name : left) {
            String stem = statisticsStem(name);
            Owner owner = null;
            String group = "";
            for (int at = stem.indexOf('_'); at >= 0 && at + 1 < stem.length(); at = stem.indexOf('_', at + 1)) {
                Owner candidate = owners.get(stem.substring(0, at));
                if (candidate != null && (owner == null || candidate.before(owner))) {
                    owner = candidate;
                    group = stem.substring(at + 1);
                }
            }
            // Below the root a name with further parts is more likely one of another project in the same folder.
            if (owner != null && !(owner.node().path().isEmpty() && group.contains("_"))) {
                claimed.add(name);
                found.add(new StatisticsFile(directory.resolve(name), owner.node(), group, continues(group, declared)));
            }
        }
        return found;
    }

    /** By the beginning that a node gives to the names of its files. */
    private Map<String, Owner> owners(List<TopologyNode> nodes) {
        Map<String, Owner> owners = new HashMap<>();
        for (int i = 0; i < nodes.size(); i++) {
            Owner owner = new Owner(nodes.get(i), i);
            for (UnaryOperator<String> rule : RULES) {
                owners.merge(prefix(nodes.get(i), rule), owner, (a, b) -> b.before(a) ? b : a);
            }
        }
        return owners;
    }

    private static boolean continues(String group, List<String> declared) {
        int dot = group.lastIndexOf('.');
        return dot > 0 && group.substring(dot + 1).matches("[0-9]{1,9}") && declared.contains(group.substring(0, dot));
    }

    private List<String> candidates(Wanted wanted, UnaryOperator<String> rule) {
        List<String> candidates = new ArrayList<>();
        List<String> verbatim = wanted.components();
        List<String> components = verbatim.stream().map(rule).toList();
        if (!rule.equals(RULES.get(0))
                && components.equals(verbatim)
                && rule.apply(project).equals(project)) {
            // The first rule has looked for the same.
            return List.of();
        }
        String own = FileNames.join(project, components);
        String changed = FileNames.join(rule.apply(project), components);
        for (String ending : wanted.endings()) {
            for (String packed : packed(ending)) {
                candidates.add(own + packed);
                if (!changed.equals(own)) {
                    candidates.add(changed + packed);
                }
            }
        }
        return candidates;
    }

    private List<String> foldedCandidates(Wanted wanted) {
        List<String> candidates = new ArrayList<>();
        for (String ending : wanted.endings()) {
            String name = folded.get(FileNames.fold(FileNames.join(project, wanted.components()) + ending));
            if (name != null && !name.isEmpty()) {
                candidates.add(name);
            }
        }
        return candidates;
    }

    private Path claim(List<String> candidates) {
        for (String candidate : candidates) {
            if (names.contains(candidate) && claimed.add(candidate)) {
                return directory.resolve(candidate);
            }
        }
        return null;
    }

    private String prefix(TopologyNode node, UnaryOperator<String> rule) {
        return FileNames.join(project, node.path().stream().map(rule).toList());
    }

    private static String statisticsStem(String name) {
        for (String compression : COMPRESSIONS) {
            String ending = ".stat" + compression;
            if (name.endsWith(ending)) {
                return name.substring(0, name.length() - ending.length());
            }
        }
        return null;
    }

    static String withoutEnding(String name) {
        for (String ending : List.of(".proj", ".xml")) {
            if (name.endsWith(ending) && name.length() > ending.length()) {
                return name.substring(0, name.length() - ending.length());
            }
        }
        return name;
    }

    private static Set<String> list(Path parent, Path projectFile) throws TraceFormatException {
        Set<String> names = new HashSet<>();
        try (Stream<Path> entries = Files.list(parent)) {
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
        } catch (IOException | UncheckedIOException e) {
            String reason = "its directory can't be listed: " + ByteSource.cause(e);
            throw TraceFormatException.atByte(projectFile, 0, reason);
        }
        names.remove(projectFile.getFileName().toString());
        return names;
    }
}
