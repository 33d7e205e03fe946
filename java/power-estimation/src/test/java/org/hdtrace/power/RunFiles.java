// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hdtrace.format.project.FileNames;
import org.hdtrace.format.project.ProjectDescription;
import org.hdtrace.format.project.ProjectWriter;
import org.hdtrace.format.project.TopologyNode;
import org.hdtrace.format.statistics.StatisticsGroup;
import org.hdtrace.format.statistics.StatisticsWriter;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.statistics.ValueType;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.TraceWriter;
import org.hdtrace.power.series.Series;

/** Writes small projects with statistics and traces for tests. */
public final class RunFiles {
    public static final long SECOND = 1_000_000_000L;
    /** Of all runs. */
    public static final long START = 1_700_000_000L * SECOND;

    private final Path folder;
    private final String name;
    /** By host: names of ranks. */
    private final Map<String, List<String>> hosts = new LinkedHashMap<>();

    /** By host: names of components, as simulated runs have them. */
    private final Map<String, List<String>> components = new LinkedHashMap<>();

    private final Set<String> groups = new LinkedHashSet<>();

    public RunFiles(Path folder, String name) {
        this.folder = folder;
        this.name = name;
    }

    /** A value, with a record for each piece of the series. */
    public record Column(ValueDescription value, Series series) {
        public static Column level(String name, String unit, Series series) {
            return new Column(new ValueDescription(name, ValueType.DOUBLE, unit, "X"), series);
        }
    }

    /** Write a group of a host; all columns have the times of the first. */
    public RunFiles statistics(String host, String group, Column... columns) throws IOException {
        hosts.computeIfAbsent(host, unused -> new ArrayList<>());
        return write(List.of(host), group, columns);
    }

    /** Write what a component of a simulated host does. */
    public RunFiles component(String host, String component, Column... columns) throws IOException {
        hosts.computeIfAbsent(host, unused -> new ArrayList<>());
        components.computeIfAbsent(host, unused -> new ArrayList<>()).add(component);
        return write(List.of(host, component), "Component", columns);
    }

    private RunFiles write(List<String> node, String group, Column... columns) throws IOException {
        groups.add(group);
        List<ValueDescription> values = new ArrayList<>();
        for (Column column : columns) {
            values.add(column.value());
        }
        Path file = folder.resolve(FileNames.statistics(name, node, group));
        try (StatisticsWriter writer = StatisticsWriter.create(file, new StatisticsGroup(group, node, values))) {
            Series times = columns[0].series();
            writer.begin(times.start());
            for (int i = 0; i < times.size(); i++) {
                for (int k = 0; k < columns.length; k++) {
                    writer.setDouble(k, columns[k].series().value(i));
                }
                writer.endRecord(times.to(i));
            }
        }
        return this;
    }

    /** A call of a rank. */
    public record Call(String function, long fromNanos, long toNanos) {}

    /** Write the trace of a rank. */
    public RunFiles trace(String host, int rank, Call... calls) throws IOException {
        hosts.computeIfAbsent(host, unused -> new ArrayList<>()).add(Integer.toString(rank));
        Path file = folder.resolve(FileNames.trace(name, List.of(host, Integer.toString(rank), "0")));
        try (TraceWriter writer = TraceWriter.create(file, Attributes.none())) {
            for (Call call : calls) {
                writer.beginState(call.function(), call.fromNanos());
                writer.endState(call.toNanos());
            }
        }
        return this;
    }

    /** Write the project file. */
    public Path close() throws IOException {
        List<TopologyNode> nodes = new ArrayList<>();
        hosts.forEach((host, ranks) -> {
            List<TopologyNode> below = new ArrayList<>();
            for (String rank : ranks) {
                TopologyNode thread = new TopologyNode("0", "Thread", "0", List.of(host, rank, "0"), List.of());
                below.add(new TopologyNode(rank, "Rank", rank, List.of(host, rank), List.of(thread)));
            }
            for (String component : components.getOrDefault(host, List.of())) {
                below.add(new TopologyNode(component, "Component", component, List.of(host, component), List.of()));
            }
            nodes.add(new TopologyNode(host, "Hostname", host, List.of(host), below));
        });
        Path file = folder.resolve(name + ".proj");
        ProjectWriter.write(
                new ProjectDescription(
                        name,
                        List.of("Hostname", "Rank", "Thread"),
                        TopologyNode.root(name, nodes),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.copyOf(groups)),
                file);
        return file;
    }
}
