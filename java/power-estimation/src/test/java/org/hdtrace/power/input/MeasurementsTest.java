// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.statistics.ValueType;
import org.hdtrace.power.RunFiles;
import org.hdtrace.power.TestSeries;
import org.hdtrace.power.model.Feature;
import org.hdtrace.power.model.Source;
import org.hdtrace.power.series.Series;
import org.hdtrace.power.series.SeriesBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementsTest {
    @TempDir
    private Path folder;

    @Test
    void repairsCountersThatBeganAnew() {
        double wrap = 4294967296.0;
        assertEquals(1000, CounterRepair.repaired(1000));
        assertEquals(0, CounterRepair.repaired(0));
        assertEquals(7, CounterRepair.repaired(7 - wrap));
        assertEquals(wrap - 3, CounterRepair.repaired(-3));
        // Two interfaces of a sum at once.
        assertEquals(9, CounterRepair.repaired(9 - 2 * wrap));
    }

    @Test
    void aMetersFirstValueSaysNothingOfTheTimeBefore() {
        long cycle = 100_000_000L;
        SeriesBuilder raw = new SeriesBuilder().add(0, 65 * cycle, 150);
        for (int i = 65; i < 90; i++) {
            raw.add(i * cycle, (i + 1) * cycle, 160);
        }
        Series samples = PowerSamples.withGaps(raw.build());
        assertEquals(64 * cycle, samples.start());
        assertEquals(150 * 0.1 + 25 * 0.1 * 160, TestSeries.integral(samples), 1e-9);
    }

    @Test
    void addsUpStatisticsAndTakesTheFirstSourceThatIsThere() throws IOException, TraceFormatException {
        new RunFiles(folder, "run")
                .statistics(
                        "n1",
                        "Utilization",
                        RunFiles.Column.level("CPU_TOTAL", "%", TestSeries.seconds(50, 100)),
                        bytes("NET_IN_EXT", TestSeries.seconds(10e6, 20e6)),
                        bytes("NET_OUT_EXT", TestSeries.seconds(30e6, 20e6 - 4294967296.0)))
                .statistics("n1", "Energy", RunFiles.Column.level("P", "W", TestSeries.seconds(120, 130)))
                .statistics("n2", "Energy", RunFiles.Column.level("P", "W", TestSeries.seconds(90, 90)))
                .close();
        Feature cpu = new Feature("cpu", List.of(new Source("", List.of("CPU_TOTAL"), false, 100, "%")));
        Feature net = new Feature(
                "net",
                List.of(
                        new Source("", List.of("NOT_THERE"), true, 1, "B/s"),
                        new Source("", List.of("NET_IN_EXT", "NET_OUT_EXT"), true, 100e6, "B/s")));
        List<NodeReading> nodes = ActivityReader.read(Project.open(folder), List.of(cpu, net), file -> {});
        assertEquals(List.of("n1", "n2"), nodes.stream().map(NodeReading::host).toList());
        NodeReading first = nodes.get(0);
        assertEquals(0.5, first.activity("cpu").value(0));
        assertEquals(0.4, first.activity("net").value(0), 1e-12);
        assertEquals(0.4, first.activity("net").value(1), 1e-12);
        assertEquals(250, TestSeries.integral(first.power()));
        assertEquals(0, nodes.get(1).activity().size());
    }

    private static RunFiles.Column bytes(String name, Series series) {
        return new RunFiles.Column(new ValueDescription(name, ValueType.INT64, "B", "NET"), series);
    }

    @Test
    void readsMemoryInMegabytesAsOldFilesHaveIt() throws IOException, TraceFormatException {
        new RunFiles(folder, "run")
                .statistics("n1", "Performance", RunFiles.Column.level("MEM_USED", "MB", TestSeries.seconds(512)))
                .close();
        Feature memory = new Feature("mem", List.of(new Source("", List.of("MEM_USED"), false, 1 << 30, "B")));
        NodeReading node = ActivityReader.read(Project.open(folder), List.of(memory), file -> {})
                .get(0);
        assertEquals(0.5, node.activity("mem").value(0));
    }
}
