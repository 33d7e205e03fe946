// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.cli;

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
import org.hdtrace.power.TestSeries;
import org.hdtrace.power.estimate.Estimator;
import org.hdtrace.power.estimate.NodeEstimate;
import org.hdtrace.power.input.NodeReading;
import org.hdtrace.power.model.ModelReader;
import org.hdtrace.power.model.PowerModel;
import org.hdtrace.power.series.Series;
import org.hdtrace.power.series.SeriesBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same model takes the same energy of a recording, which has means over seconds, and of a simulated run whose components are active
 * at their full rate for that share of the time. Source: TOOLS 5.4 E5.
 */
class SimulatedEnergyTest {
    /** Bytes that a component moves per second while it is active. */
    private static final double NIC = 125e6;

    private static final double DISK = 100e6;

    /** The share of each second during which processor, network interface and disk are active. */
    private static final double[] CPU_SHARE = {0.25, 1, 0, 0.75, 0.5};

    private static final double[] NIC_SHARE = {0.5, 0, 0.75, 1, 0.25};
    private static final double[] FIRST_DISK_SHARE = {0, 1, 0.75, 0.5, 1};
    private static final double[] SECOND_DISK_SHARE = {0, 0.5, 0.25, 0, 1};

    private static final double RELATIVE = 1e-12;

    @TempDir
    private Path folder;

    private Path recorded;

    private static String model(String law) {
        return """
                <PowerModel version="1">
                  <Feature name="cpu"><Source statistics="CPU_TOTAL" full="100%"/></Feature>
                  <Feature name="net">
                    <Source statistics="NET_IN_EXT NET_OUT_EXT" full="125MB/s"/>
                    <Source component="*nic*" statistics="BYTES" full="125MB/s"/>
                  </Feature>
                  <Feature name="disk">
                    <Source statistics="HDD_READ HDD_WRITE" full="200MB/s"/>
                    <Source component="*disk*" statistics="BYTES" full="100MB/s"/>
                  </Feature>
                  <Component name="CPU" feature="cpu" count="2">LAW</Component>
                  <Component name="NIC" feature="net">LAW</Component>
                  <Component name="Disk" feature="disk" count="2">LAW</Component>
                  <Node hosts="*" constant="20W"/>
                  <Supply factor="1.25"/>
                </PowerModel>
                """
                .replace("LAW", law);
    }

    @BeforeEach
    void record() throws IOException {
        recorded = Files.createDirectory(folder.resolve("recorded"));
        Series net = TestSeries.seconds(NIC_SHARE).map(share -> share * NIC);
        double[] disks = new double[FIRST_DISK_SHARE.length];
        for (int i = 0; i < disks.length; i++) {
            disks[i] = DISK * (FIRST_DISK_SHARE[i] + SECOND_DISK_SHARE[i]);
        }
        Series disk = TestSeries.seconds(disks);
        new RunFiles(recorded, "recorded")
                .statistics(
                        "n",
                        "Utilization",
                        RunFiles.Column.level(
                                "CPU_TOTAL", "%", TestSeries.seconds(CPU_SHARE).map(share -> 100 * share)),
                        bytes("NET_IN_EXT", net.map(value -> value / 4)),
                        bytes("NET_OUT_EXT", net.map(value -> 3 * value / 4)),
                        bytes("HDD_READ", disk.map(value -> value / 4)),
                        bytes("HDD_WRITE", disk.map(value -> 3 * value / 4)))
                .close();
    }

    private static RunFiles.Column bytes(String name, Series amounts) {
        return new RunFiles.Column(new ValueDescription(name, ValueType.INT64, "B", "NET"), amounts);
    }

    /** Active at first in each period, then not, with a value of what it is while active. */
    private static Series active(double[] shares, long period, double rate) {
        SeriesBuilder steps = new SeriesBuilder();
        for (int i = 0; i < shares.length; i++) {
            long end = RunFiles.START + (i + 1) * RunFiles.SECOND;
            for (long at = end - RunFiles.SECOND; at < end; at += period) {
                long pause = at + Math.round(shares[i] * period);
                steps.add(at, pause, rate);
                steps.add(pause, at + period, 0);
            }
        }
        return steps.build();
    }

    /** Bytes of the intervals of a component, as piosim writes its steps. */
    private static RunFiles.Column moved(double[] shares, long period, double bytesPerSecond) {
        Series steps = active(shares, period, bytesPerSecond);
        SeriesBuilder amounts = new SeriesBuilder();
        for (int i = 0; i < steps.size(); i++) {
            double seconds = Series.seconds(steps.from(i), steps.to(i));
            amounts.add(steps.from(i), steps.to(i), Math.rint(steps.value(i) * seconds));
        }
        return bytes("BYTES", amounts.build());
    }

    /** As piosim writes it: load of the host, bytes of the components below it. */
    private Path simulate(Series cpu, long period) throws IOException {
        Path at = Files.createDirectory(folder.resolve("simulated"));
        new RunFiles(at, "simulated")
                .statistics("n", "Utilization", RunFiles.Column.level("CPU_TOTAL", "%", cpu))
                .component("n", "nic", moved(NIC_SHARE, period, NIC))
                .component("n", "disk.1", moved(FIRST_DISK_SHARE, period, DISK))
                .component("n", "disk.2", moved(SECOND_DISK_SHARE, period, DISK))
                .close();
        return at;
    }

    private NodeEstimate estimate(Path run, String law) throws IOException, TraceFormatException {
        PowerModel model = ModelReader.read(Files.writeString(folder.resolve("m.xml"), model(law)));
        List<NodeReading> nodes = Nodes.active(Project.open(run), model);
        assertEquals(1, nodes.size());
        NodeEstimate estimate = new Estimator(model).estimate(nodes.get(0));
        assertEquals(List.of(), estimate.warnings());
        return estimate;
    }

    private static void assertSame(NodeEstimate expected, NodeEstimate actual) {
        for (Map.Entry<String, Series> part : expected.components().entrySet()) {
            double joules = TestSeries.integral(part.getValue());
            Series simulated = actual.components().get(part.getKey());
            assertEquals(joules, TestSeries.integral(simulated), RELATIVE * joules, part.getKey());
        }
        assertEquals(expected.joules(), actual.joules(), RELATIVE * expected.joules());
    }

    /** What the components take is straight in their load, so that it doesn't matter when in a second they are active. */
    @Test
    void activeForAShareOfTheTimeTakesAsMuchAsTheUtilisation() throws IOException, TraceFormatException {
        String law = "<Linear idle='10W' load='40W'/>";
        NodeEstimate measured = estimate(recorded, law);
        // By hand: 2.5 s of the processor's 5, of the network interface 2.5, of each of the disks 2.5 in the mean.
        assertEquals(
                2 * (50 + 2.5 * 30), TestSeries.integral(measured.components().get("CPU")), 1e-9);
        assertEquals(50 + 2.5 * 30, TestSeries.integral(measured.components().get("NIC")), 1e-9);
        assertEquals(
                2 * (50 + 2.5 * 30), TestSeries.integral(measured.components().get("Disk")), 1e-9);
        Series cpu = active(CPU_SHARE, RunFiles.SECOND / 4, 100);
        assertSame(measured, estimate(simulate(cpu, RunFiles.SECOND / 4), law));
    }

    /** A function that isn't straight needs means: packets and blocks of less than a millisecond are taken as its load. */
    @Test
    void shortActivityIsTheLoadOfItsMillisecond() throws IOException, TraceFormatException {
        String law = "<PowerLaw idle='10W' load='40W' exponent='0.7'/>";
        Series cpu = TestSeries.seconds(CPU_SHARE).map(share -> 100 * share);
        Path simulated = simulate(cpu, RunFiles.SECOND / 1000);
        assertSame(estimate(recorded, law), estimate(simulated, law));
    }
}
