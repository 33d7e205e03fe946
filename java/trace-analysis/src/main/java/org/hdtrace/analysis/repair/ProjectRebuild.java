// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.repair;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.FileNames;
import org.hdtrace.format.project.ProjectDescription;
import org.hdtrace.format.project.TopologyNode;
import org.hdtrace.format.statistics.StatisticsGroup;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.trace.ProgramHeader;
import org.hdtrace.format.trace.TraceCursor;

/**
 * The topology of a project whose file is lost, from the names of its files and from their heads: a trace of this project says
 * its host, rank and thread, statistics say their node and group. Where heads say nothing, names are taken apart at the
 * underscores: after the project's name come host, rank and thread.
 */
final class ProjectRebuild {
    private static final List<String> LEVELS = List.of("Hostname", "Rank", "Thread");

    private final String project;
    /** By parent: names of its nodes. */
    private final Map<List<String>, TreeSet<String>> nodes = new HashMap<>();

    private final TreeSet<String> groups = new TreeSet<>();

    private ProjectRebuild(String project) {
        this.project = project;
    }

    /** The name that the files of a folder begin with; null when they have none in common. */
    static String projectName(Collection<Path> files) {
        Map<String, Integer> votes = new LinkedHashMap<>();
        for (Path file : files) {
            String stem = stem(file);
            String name = ending(file).equals(".trc") ? beforeNode(stem, nodeOf(file)) : firstPart(stem);
            votes.merge(name, ending(file).equals(".trc") ? 100 : 1, Integer::sum);
        }
        return votes.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    /**
     * What can be said of the project.
     *
     * @param files whole or repaired files; their names begin with the project's
     * @param salvaged what is known of the rest
     */
    static ProjectDescription rebuild(String project, Collection<Path> files, ProjectDescription salvaged) {
        ProjectRebuild rebuild = new ProjectRebuild(project);
        files.forEach(rebuild::add);
        TreeSet<String> groups = new TreeSet<>(salvaged.statisticsGroups());
        groups.addAll(rebuild.groups);
        return new ProjectDescription(
                project,
                LEVELS,
                TopologyNode.root(project, rebuild.children(List.of())),
                salvaged.files(),
                salvaged.communicators(),
                salvaged.datatypes(),
                List.copyOf(groups));
    }

    private void add(Path file) {
        String stem = stem(file);
        if (!stem.startsWith(project + "_")) {
            return;
        }
        List<String> path =
                new ArrayList<>(List.of(stem.substring(project.length() + 1).split("_", -1)));
        if (ending(file).equals(".stat")) {
            path = statisticsNode(file, path);
        }
        for (int depth = 1; depth <= path.size(); depth++) {
            nodes.computeIfAbsent(List.copyOf(path.subList(0, depth - 1)), unused -> new TreeSet<>())
                    .add(path.get(depth - 1));
        }
    }

    private List<String> statisticsNode(Path file, List<String> parts) {
        try (StatisticsReader reader = StatisticsReader.open(file)) {
            StatisticsGroup group = reader.group();
            groups.add(FileNames.sanitise(group.name()));
            if (!group.topology().isEmpty()) {
                return group.topology().stream().map(FileNames::sanitise).toList();
            }
        } catch (TraceFormatException e) {
            groups.add(parts.get(parts.size() - 1));
        }
        return parts.subList(0, parts.size() - 1);
    }

    private List<TopologyNode> children(List<String> parent) {
        List<TopologyNode> children = new ArrayList<>();
        String type = parent.size() < LEVELS.size() ? LEVELS.get(parent.size()) : "";
        for (String name : nodes.getOrDefault(parent, new TreeSet<>())) {
            List<String> path = new ArrayList<>(parent);
            path.add(name);
            children.add(new TopologyNode(name, type, name, path, children(path)));
        }
        return children;
    }

    /** "host_rank_thread" as the head of a trace says; "" when it doesn't. */
    private static String nodeOf(Path trace) {
        try (TraceCursor cursor = TraceCursor.open(trace)) {
            ProgramHeader program = cursor.program();
            String host = program.attributes().get("host", "");
            String rank = program.attributes().get("rank", "");
            String thread = program.attributes().get("thread", "0");
            return host.isEmpty() || rank.isEmpty() ? "" : FileNames.sanitise(host) + "_" + rank + "_" + thread;
        } catch (TraceFormatException e) {
            return "";
        }
    }

    private static String beforeNode(String stem, String node) {
        if (!node.isEmpty() && stem.endsWith("_" + node)) {
            return stem.substring(0, stem.length() - node.length() - 1);
        }
        String name = stem;
        for (int i = 0; i < LEVELS.size() && name.lastIndexOf('_') > 0; i++) {
            name = name.substring(0, name.lastIndexOf('_'));
        }
        return name;
    }

    private static String firstPart(String stem) {
        int end = stem.indexOf('_');
        return end < 0 ? stem : stem.substring(0, end);
    }

    /** ".trc" of "a_b.trc.zst". */
    static String ending(Path file) {
        String name = plain(file);
        return name.substring(Math.max(0, name.lastIndexOf('.')));
    }

    static String stem(Path file) {
        String name = plain(file);
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }

    /** The name without what tells of compression. */
    static String plain(Path file) {
        return String.valueOf(file.getFileName()).replaceAll("\\.(zst|gz)$", "");
    }
}
