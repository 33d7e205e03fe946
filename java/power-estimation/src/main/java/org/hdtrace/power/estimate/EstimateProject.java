// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.estimate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.project.FileNames;
import org.hdtrace.format.project.ProjectDescription;
import org.hdtrace.format.project.ProjectWriter;
import org.hdtrace.format.project.TopologyNode;
import org.hdtrace.format.statistics.StatisticsGroup;
import org.hdtrace.format.statistics.StatisticsWriter;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.statistics.ValueType;
import org.hdtrace.power.series.Series;

/**
 * Writes estimates as a project of their own, with the hosts and times of the run, so that a viewer shows both. Group {@code
 * EstimatedEnergy}: P, P_LOW and P_HIGH at the wall, P_<component> before the supply, all in watts. The project file comes last.
 */
public final class EstimateProject {
    /** Name of the group. */
    public static final String GROUP = "EstimatedEnergy";

    private static final String HOST = "Hostname";

    private EstimateProject() {}

    /**
     * Write into a folder that is there; nodes without an estimate are left out.
     *
     * @param runStart when the run began, ns since the epoch: so do the files, for that the two lie beside each other in time
     */
    public static void write(Path folder, String name, long runStart, List<NodeEstimate> estimates) throws IOException {
        List<TopologyNode> hosts = new ArrayList<>();
        for (NodeEstimate estimate : estimates) {
            if (!estimate.power().isEmpty()) {
                hosts.add(
                        new TopologyNode(estimate.host(), HOST, estimate.host(), List.of(estimate.host()), List.of()));
                write(folder, name, runStart, estimate);
            }
        }
        ProjectDescription project = new ProjectDescription(
                name, List.of(HOST), TopologyNode.root(name, hosts), List.of(), List.of(), List.of(), List.of(GROUP));
        ProjectWriter.write(project, folder.resolve(FileNames.sanitise(name) + ".proj"));
    }

    private static void write(Path folder, String name, long runStart, NodeEstimate estimate) throws IOException {
        List<ValueDescription> values = new ArrayList<>();
        List<Series> columns = new ArrayList<>();
        add("P", estimate.power(), values, columns);
        add("P_LOW", estimate.low(), values, columns);
        add("P_HIGH", estimate.high(), values, columns);
        estimate.components().forEach((part, series) -> add("P_" + part, series, values, columns));
        List<String> node = List.of(estimate.host());
        Path file = folder.resolve(FileNames.statistics(name, node, GROUP));
        try (StatisticsWriter writer = StatisticsWriter.create(file, new StatisticsGroup(GROUP, node, values))) {
            Series power = estimate.power();
            long end = Math.min(runStart, power.start());
            writer.begin(end);
            for (int i = 0; i < power.size(); i++) {
                if (power.from(i) > end) {
                    // A gap is an interval without power.
                    writer.endRecord(power.from(i));
                }
                for (int k = 0; k < columns.size(); k++) {
                    writer.setDouble(k, columns.get(k).value(i));
                }
                end = power.to(i);
                writer.endRecord(end);
            }
        }
    }

    private static void add(String name, Series series, List<ValueDescription> values, List<Series> columns) {
        values.add(new ValueDescription(name, ValueType.DOUBLE, "W", "Power"));
        columns.add(series);
    }
}
