// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.model;

import static org.hdtrace.power.TestSeries.integral;
import static org.hdtrace.power.TestSeries.seconds;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.statistics.ValueType;
import org.hdtrace.power.RunFiles;
import org.hdtrace.power.estimate.Estimator;
import org.hdtrace.power.estimate.NodeEstimate;
import org.hdtrace.power.input.ActivityReader;
import org.hdtrace.power.input.NodeReading;
import org.hdtrace.power.series.Series;
import org.hdtrace.power.series.SeriesBuilder;
import org.hdtrace.power.whatif.NodeOutcome;
import org.hdtrace.power.whatif.Strategy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeakageTest {
    /** Two sockets: 10 W idle, 30 W at full load and speed, and 8 W of leakage at 60 C, 16 W at 80 C; 50 C if not known. */
    private static final String TEXT =
            """
            <PowerModel version="1">
              <Feature name="cpu"><Source statistics="CPU_TOTAL" full="100%"/></Feature>
              <Feature name="clock"><Source statistics="CPU_FREQ_AVG" full="2000MHz"/></Feature>
              <Feature name="heat"><Source statistics="TEMP_coretemp0:Package_id_0" full="1000mC"/></Feature>
              <Component name="socket" feature="cpu" count="2">
                <Linear idle="10W" load="30W"/>
                <Dvfs clock="clock">
                  <State frequency="1GHz" voltage="0.8V"/><State frequency="2GHz" voltage="1V"/>
                  <Leakage power="8W" at="60C" doubling="20K" sensor="heat" constant="50C"/>
                </Dvfs>
                <Sleep state="D3" power="1W"/>
              </Component>
              <Node hosts="*" constant="0W"/>
            </PowerModel>
            """;

    private static final double AT_50 = 8 / Math.sqrt(2);

    @TempDir
    private Path folder;

    private PowerModel model;

    @BeforeEach
    void read() throws IOException, TraceFormatException {
        model = ModelReader.read(Files.writeString(folder.resolve("m.xml"), TEXT));
    }

    private static NodeReading node(Series cpu, Series clock, Series heat) {
        return new NodeReading("n", Map.of("cpu", cpu, "clock", clock, "heat", heat), seconds(0));
    }

    @Test
    void doublesWithEachStepOfTemperature() {
        Leakage law = new Leakage(8, 60, 20, "", 50);
        assertEquals(8, law.wattsAt(60), 1e-12);
        assertEquals(16, law.wattsAt(80), 1e-12);
        assertEquals(4, law.wattsAt(40), 1e-12);
        assertEquals(AT_50, law.wattsAt(Double.NaN), 1e-12, "not known");
        assertEquals(AT_50, law.wattsAt(-128), 1e-12, "a sensor that isn't connected");
        assertEquals(AT_50, law.wattsAt(1e9), 1e-12);
    }

    /** C f V^2 + leakage(T), also while idle; frequency has no part in the leakage. */
    @Test
    void addsToWhatFrequencyAndVoltageLeave() {
        NodeReading node = node(seconds(1, 1, 0, 0), seconds(1, 0.5, 0.5, 0.5), seconds(60, 80, 40));
        NodeEstimate estimate = new Estimator(model).estimate(node);
        assertEquals(List.of(), estimate.warnings());
        assertEquals(2 * (30 + 8), estimate.power().value(0), 1e-9);
        assertEquals(2 * (10 + 20 * 0.32 + 16), estimate.power().value(1), 1e-9);
        assertEquals(2 * (10 + 4), estimate.power().value(2), 1e-9);
        assertEquals(2 * (10 + AT_50), estimate.power().value(3), 1e-9, "the sensor tells nothing any more");
        assertEquals(
                estimate.power().value(1), estimate.components().get("socket").value(1), 1e-9);
    }

    @Test
    void withoutTheSensorTheConstantIsTakenAndToldOnce() {
        NodeReading node = node(seconds(1), seconds(1), Series.empty());
        NodeEstimate estimate = new Estimator(model).estimate(node);
        assertEquals(2 * (30 + AT_50), estimate.power().value(0), 1e-9);
        assertEquals(List.of("no statistics of 'heat'; 50.0 C is taken"), estimate.warnings());
    }

    /** The thermal group of rut: thousandths of a degree, in a group of its own with other times. */
    @Test
    void readsTheTemperatureOfARecording() throws IOException, TraceFormatException {
        ValueDescription sensor = new ValueDescription("TEMP_coretemp0:Package_id_0", ValueType.INT64, "mC", "THERMAL");
        new RunFiles(folder, "run")
                .statistics("n", "Utilization", RunFiles.Column.level("CPU_TOTAL", "%", seconds(100, 0)))
                .statistics("n", "freq", RunFiles.Column.level("CPU_FREQ_AVG", "MHz", seconds(2000, 2000)))
                .statistics("n", "thermal", new RunFiles.Column(sensor, seconds(60000, 80000)))
                .close();
        NodeReading node = ActivityReader.read(Project.open(folder), model.features(), file -> {})
                .get(0);
        NodeEstimate estimate = new Estimator(model).estimate(node);
        assertEquals(2 * (30 + 8) + 2 * (10 + 16), estimate.joules(), 1e-9);
    }

    @Test
    void strategiesLeakWhereTheyDoNotSleep() {
        NodeReading node = node(seconds(1, 0, 0.5), seconds(1, 1, 1), seconds(60, 80, 40));
        double simple = 2 * (38 + 26 + 24);
        assertEquals(simple, integral(new Estimator(model).estimate(node).power()), 1e-9);
        assertEquals(simple, NodeOutcome.of(model, node, Strategy.SIMPLE).joules(), 1e-9);
        assertEquals(
                2 * (38 + 1 + 24), NodeOutcome.of(model, node, Strategy.OPTIMAL).joules(), 1e-6);
        // Half of the last second at full load, the rest asleep.
        double raced = 2 * (38 + 1 + 0.5 * 34 + 0.5 * 1);
        assertEquals(raced, NodeOutcome.of(model, node, Strategy.RACE_TO_IDLE).joules(), 1e-6);
        // Sleep costs nothing, so that it waits for nothing.
        assertEquals(
                2 * (38 + 1 + 24),
                NodeOutcome.of(model, node, Strategy.SPIN_DOWN).joules(),
                1e-6);
    }

    /** One piece of idling across a change of temperature, and behind what is known. */
    @Test
    void aPieceIsDividedWhereTheTemperatureChanges() {
        Component socket = model.components().get(0);
        NodeReading node = node(seconds(0, 0, 0), Series.empty(), seconds(60, 80));
        Series watts = NodeOutcome.of(model, node, Strategy.SIMPLE)
                .plans()
                .get("socket")
                .watts();
        assertEquals(18 + 26 + 10 + AT_50, integral(watts), 1e-9);
        Series whole = new SeriesBuilder()
                .add(RunFiles.START, RunFiles.START + 3 * RunFiles.SECOND, 0)
                .build();
        NodeReading uniform = node(whole, Series.empty(), seconds(60, 80));
        Series divided = NodeOutcome.of(model, uniform, Strategy.SIMPLE)
                .plans()
                .get("socket")
                .watts();
        assertEquals(3, divided.size());
        assertEquals(18 + 26 + 10 + AT_50, integral(divided), 1e-9);
        assertEquals(18 + 26 + 10 + AT_50, 30 + uniform.leakage(socket).joules(whole.start(), whole.end()), 1e-9);
    }
}
