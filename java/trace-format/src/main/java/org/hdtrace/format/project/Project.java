// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;

/**
 * A project: what its file says and the files that belong to it.
 *
 * <p>Thread: immutable, any. Source: FORMATS A1, B 1.1, B 1.2; paper section 2.1.
 */
public final class Project {
    private static final Pattern RANK = Pattern.compile("(rank[ _-]*)?[0-9]+");
    private static final Pattern THREAD = Pattern.compile("(thread[ _-]*)?[0-9]+");

    private final Path file;
    private final ProjectDescription content;
    private final Map<String, Integer> fileLines;
    private final List<TraceFile> traces;
    private final List<StatisticsFile> statistics;
    private final List<RelationFile> relations;
    private final Map<RankThread, Map<Long, DatatypeLayout>> layouts;
    private final List<Finding> findings;

    private record RankThread(int rank, int thread) {}

    private Project(Path file, ProjectParser parser) throws TraceFormatException {
        this.file = file;
        this.content = parser.description();
        this.fileLines = parser.fileLines();
        List<Finding> notes = new ArrayList<>(parser.findings());
        notes.addAll(RingFiles.convert(directory()));
        boolean oldest = parser.isOldest() || file.getFileName().toString().endsWith(".xml");
        ProjectFiles files = new ProjectFiles(file, oldest);
        List<TopologyNode> all = new ArrayList<>();
        content.root().forEach(all::add);
        List<TopologyNode> nodes = all.subList(1, all.size());
        this.traces = findTraces(files, nodes, oldest ? List.of(".trc", ".xml") : List.of(".trc"));
        this.relations = findRelations(files, nodes);
        this.statistics = findStatistics(files, all, notes);
        noteBareLeaves(parser, notes);
        this.layouts = layouts(content);
        noteUnusableTypes(notes);
        this.findings = List.copyOf(notes);
    }

    /** Open a .proj, an old .xml with root Application, or a directory that holds one. */
    public static Project open(Path fileOrDirectory) throws TraceFormatException {
        Path file = Files.isDirectory(fileOrDirectory) ? fileIn(fileOrDirectory) : fileOrDirectory;
        return new Project(file, ProjectParser.parse(file));
    }

    /** What the project file says. */
    public ProjectDescription content() {
        return content;
    }

    /** Label of the application; the file's name when it has none. */
    public String name() {
        return content.name().isEmpty()
                ? ProjectFiles.withoutEnding(file.getFileName().toString())
                : content.name();
    }

    public Path file() {
        return file;
    }

    public Path directory() {
        return file.getParent() == null ? Path.of("") : file.getParent();
    }

    public String description() {
        return content.description();
    }

    /** Types of the levels, outermost first. */
    public List<String> levels() {
        return content.levels();
    }

    public TopologyNode root() {
        return content.root();
    }

    public List<FileDescription> files() {
        return content.files();
    }

    /** Where a file of the program stands in the project file, for messages: "line 3". */
    public String place(FileDescription of) {
        return "line " + fileLines.getOrDefault(of.name(), 1);
    }

    public List<Communicator> communicators() {
        return content.communicators();
    }

    /** All datatypes by rank and thread, in the order of the file. */
    public List<RankDatatypes> datatypes() {
        return content.datatypes();
    }

    /** Types of a rank by id, in the order of the file; empty when it has none. */
    public Map<Long, Datatype> datatypes(int rank, int thread) {
        Map<Long, Datatype> types = new LinkedHashMap<>();
        for (RankDatatypes of : content.datatypes()) {
            if (of.rank() == rank && of.thread() == thread) {
                of.types().forEach(type -> types.put(type.id(), type));
            }
        }
        return types;
    }

    /** Layout of a type; empty when the rank has no such type or it can't be computed. */
    public Optional<DatatypeLayout> layout(int rank, int thread, long typeId) {
        return Optional.ofNullable(
                layouts.getOrDefault(new RankThread(rank, thread), Map.of()).get(typeId));
    }

    /** Traces in the order of the topology. */
    public List<TraceFile> traces() {
        return traces;
    }

    /** Statistics in the order of the topology; those that the project file doesn't declare come last. */
    public List<StatisticsFile> statistics() {
        return statistics;
    }

    public List<RelationFile> relations() {
        return relations;
    }

    /** What was noticed while the project was opened. */
    public List<Finding> findings() {
        return findings;
    }

    private static Path fileIn(Path directory) throws TraceFormatException {
        List<Path> entries;
        try (Stream<Path> listing = Files.list(directory)) {
            entries = listing.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException | UncheckedIOException e) {
            throw TraceFormatException.atByte(directory, 0, "can't be listed: " + ByteSource.cause(e));
        }
        List<Path> projects = entries.stream()
                .filter(entry -> entry.toString().endsWith(".proj"))
                .toList();
        if (projects.isEmpty()) {
            projects = entries.stream()
                    .filter(entry -> entry.toString().endsWith(".xml") && isApplication(entry))
                    .toList();
        }
        if (projects.size() == 1) {
            return projects.get(0);
        }
        String reason = projects.isEmpty()
                ? "holds no project file (.proj)"
                : "holds " + projects.size() + " project files; name one of them";
        throw TraceFormatException.atByte(directory, 0, reason);
    }

    private static boolean isApplication(Path file) {
        try {
            ProjectParser.parse(file);
            return true;
        } catch (TraceFormatException e) {
            return false;
        }
    }

    private static List<TraceFile> findTraces(ProjectFiles files, List<TopologyNode> nodes, List<String> endings) {
        List<ProjectFiles.Wanted> wanted = nodes.stream()
                .map(node -> new ProjectFiles.Wanted(node, "", endings))
                .toList();
        List<Path> paths = files.find(wanted);
        // Parents come before their children, so the node at each depth is the parent of what follows.
        List<TopologyNode> lineage = new ArrayList<>();
        List<TraceFile> found = new ArrayList<>();
        for (int i = 0; i < paths.size(); i++) {
            TopologyNode node = nodes.get(i);
            lineage.subList(node.path().size() - 1, lineage.size()).clear();
            lineage.add(node);
            if (paths.get(i) != null) {
                found.add(traceFile(paths.get(i), node, lineage));
            }
        }
        return List.copyOf(found);
    }

    private static TraceFile traceFile(Path path, TopologyNode node, List<TopologyNode> lineage) {
        String host = node.path().get(0);
        int rank = -1;
        int thread = -1;
        for (TopologyNode at : lineage) {
            String type = at.type().toLowerCase(java.util.Locale.ROOT);
            switch (type) {
                case "hostname", "host" -> host = at.name();
                case "rank" -> rank = number(at.name(), RANK);
                case "thread" -> thread = number(at.name(), THREAD);
                default -> {}
            }
        }
        return new TraceFile(path, node, host, rank, thread);
    }

    /** The number of "0"; also of "Rank 0", as the oldest files say; -1 for none. */
    private static int number(String name, Pattern form) {
        boolean number =
                form.matcher(name.strip().toLowerCase(java.util.Locale.ROOT)).matches();
        return number ? ProjectParser.trailingNumber(name) : -1;
    }

    private static List<RelationFile> findRelations(ProjectFiles files, List<TopologyNode> nodes) {
        List<Path> paths = files.find(nodes.stream()
                .map(node -> new ProjectFiles.Wanted(node, "", List.of(".rel")))
                .toList());
        List<RelationFile> found = new ArrayList<>();
        for (int i = 0; i < paths.size(); i++) {
            if (paths.get(i) != null) {
                found.add(new RelationFile(paths.get(i), nodes.get(i)));
            }
        }
        return List.copyOf(found);
    }

    private List<StatisticsFile> findStatistics(ProjectFiles files, List<TopologyNode> nodes, List<Finding> notes) {
        List<ProjectFiles.Wanted> wanted = new ArrayList<>();
        for (TopologyNode node : nodes) {
            for (String group : content.statisticsGroups()) {
                wanted.add(new ProjectFiles.Wanted(node, group, List.of(".stat")));
            }
        }
        List<Path> paths = files.find(wanted);
        List<StatisticsFile> found = new ArrayList<>();
        for (int i = 0; i < paths.size(); i++) {
            if (paths.get(i) != null) {
                found.add(new StatisticsFile(
                        paths.get(i), wanted.get(i).node(), wanted.get(i).group(), true));
            }
        }
        for (StatisticsFile extra : files.undeclaredStatistics(nodes, content.statisticsGroups())) {
            found.add(extra);
            if (!extra.declared()) {
                String text = "group " + extra.group() + " is not declared in " + file.getFileName();
                notes.add(new Finding(extra.path(), "byte 0", Severity.NOTE, text));
            }
        }
        return List.copyOf(found);
    }

    private void noteBareLeaves(ProjectParser parser, List<Finding> notes) {
        List<TopologyNode> owners = new ArrayList<>();
        traces.forEach(trace -> owners.add(trace.node()));
        relations.forEach(relation -> owners.add(relation.node()));
        statistics.forEach(group -> owners.add(group.node()));
        Set<TopologyNode> used = Collections.newSetFromMap(new IdentityHashMap<>());
        used.addAll(owners);
        List<TopologyNode> bare = new ArrayList<>();
        content.root().forEach(node -> {
            if (node.isLeaf() && !node.path().isEmpty() && !used.contains(node)) {
                bare.add(node);
            }
        });
        if (bare.isEmpty()) {
            return;
        }
        // A node may be written twice; its files are found for one of the two.
        Set<List<String>> paths = owners.stream().map(TopologyNode::path).collect(Collectors.toSet());
        for (TopologyNode node : bare) {
            if (!paths.contains(node.path())) {
                String text = "node " + String.join("/", node.path()) + " has no files";
                notes.add(new Finding(file, parser.position(node), Severity.NOTE, text));
            }
        }
    }

    private static Map<RankThread, Map<Long, DatatypeLayout>> layouts(ProjectDescription content) {
        Map<RankThread, List<Datatype>> types = new LinkedHashMap<>();
        for (RankDatatypes of : content.datatypes()) {
            RankThread key = new RankThread(of.rank(), of.thread());
            types.computeIfAbsent(key, unused -> new ArrayList<>()).addAll(of.types());
        }
        // Most ranks have the same types.
        Map<List<Datatype>, Map<Long, DatatypeLayout>> known = new java.util.HashMap<>();
        Map<RankThread, Map<Long, DatatypeLayout>> layouts = new LinkedHashMap<>();
        types.forEach((key, list) -> layouts.put(key, known.computeIfAbsent(list, DatatypeLayout::all)));
        return layouts;
    }

    private void noteUnusableTypes(List<Finding> notes) {
        for (RankDatatypes of : content.datatypes()) {
            Map<Long, DatatypeLayout> usable = layouts.get(new RankThread(of.rank(), of.thread()));
            for (Datatype type : of.types()) {
                if (!usable.containsKey(type.id())) {
                    String position = "datatypes of rank " + of.rank() + " thread " + of.thread();
                    String text = type.combiner() + " id=" + type.id() + " can't be computed";
                    notes.add(new Finding(file, position, Severity.NOTE, text));
                }
            }
        }
    }
}
