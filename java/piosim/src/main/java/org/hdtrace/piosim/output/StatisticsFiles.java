// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.output.WriterPool;
import org.hdtrace.format.project.FileNames;
import org.hdtrace.format.statistics.StatisticsGroup;
import org.hdtrace.format.statistics.StatisticsWriter;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.statistics.ValueType;

/** The groups of statistics of a simulation. Source: MODEL A7. */
final class StatisticsFiles {
    static final String LOAD = "Utilization";
    static final String COMPONENT = "Component";

    private static final List<ValueDescription> LOAD_VALUES =
            List.of(new ValueDescription("CPU_TOTAL", ValueType.FLOAT, "%", "CPU"));
    private static final List<ValueDescription> COMPONENT_VALUES = List.of(
            new ValueDescription("UTILISATION", ValueType.FLOAT, "%", COMPONENT),
            new ValueDescription("QUEUE", ValueType.INT32, "#", COMPONENT),
            new ValueDescription("BYTES", ValueType.INT64, "B", COMPONENT));
    private static final List<ValueDescription> COMPONENT_MEANS = List.of(
            new ValueDescription("UTILISATION", ValueType.DOUBLE, "%", COMPONENT),
            new ValueDescription("QUEUE", ValueType.DOUBLE, "#", COMPONENT),
            new ValueDescription("BYTES", ValueType.INT64, "B", COMPONENT));

    private StatisticsFiles() {}

    /**
     * A file of a node, with what a component does.
     *
     * @param intervalNanos length of the intervals over which means are written, {@link ProjectOutput#STEPS} for a step function
     */
    static StepSeries component(WriterPool pool, Path folder, String project, List<String> node, long intervalNanos)
            throws IOException {
        if (intervalNanos == ProjectOutput.STEPS) {
            StatisticsGroup group = new StatisticsGroup(COMPONENT, node, COMPONENT_VALUES);
            return new StepSeries(new StepRecords(create(pool, folder, project, group)));
        }
        StatisticsGroup group = new StatisticsGroup(COMPONENT, node, COMPONENT_MEANS);
        return new StepSeries(new IntervalRecords(create(pool, folder, project, group), intervalNanos));
    }

    /** A file of a host, with its load from time 0 on. */
    static StatisticsWriter load(WriterPool pool, Path folder, String project, List<String> host) throws IOException {
        StatisticsWriter writer = create(pool, folder, project, new StatisticsGroup(LOAD, host, LOAD_VALUES));
        writer.begin(0);
        return writer;
    }

    private static StatisticsWriter create(WriterPool pool, Path folder, String project, StatisticsGroup group)
            throws IOException {
        Path file = folder.resolve(FileNames.statistics(project, group.topology(), group.name()));
        return StatisticsWriter.create(pool, file, group);
    }
}
