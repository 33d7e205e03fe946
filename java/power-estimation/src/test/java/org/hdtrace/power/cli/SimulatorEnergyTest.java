// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.StatisticsFile;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.statistics.ValueType;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.RefinedDisk;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.SimpleWriteBehind;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.output.ProjectOutput;
import org.hdtrace.piosim.output.TraceLevel;
import org.hdtrace.power.RunFiles;
import org.hdtrace.power.TestSeries;
import org.hdtrace.power.estimate.Estimator;
import org.hdtrace.power.estimate.NodeEstimate;
import org.hdtrace.power.model.ModelReader;
import org.hdtrace.power.model.PowerModel;
import org.hdtrace.power.series.Series;
import org.hdtrace.power.series.SeriesBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The energy of a simulated cluster: the simulator runs a program, and what its components did drives the power model. It is compared
 * with what the program's amounts make by hand, and with a recording that has the same utilisation. Source: TOOLS 5.4 E5.
 */
class SimulatorEnergyTest {
    private static final String ALIAS = "A";
    private static final int CPUS = 2;
    private static final double INSTRUCTIONS_PER_SECOND = 1e9;
    private static final long FIRST_CYCLES = 300_000_000;
    private static final long SECOND_CYCLES = 500_000_000;
    private static final long FORTH = 20_000_000;
    private static final long BACK = 5_000_000;
    private static final long WRITTEN = 10_000_000;

    /** Bytes per second at which the model's network interfaces and disks are fully loaded. */
    private static final double FULL = 100e6;

    /** Above idle at full load, watts. */
    private static final double CPU_WATTS = 40;

    private static final double NIC_WATTS = 2;
    private static final double DISK_WATTS = 3;

    private static final String MODEL =
            """
            <PowerModel version="1">
              <Feature name="cpu"><Source statistics="CPU_TOTAL" full="100%"/></Feature>
              <Feature name="net">
                <Source statistics="NET_IN_EXT NET_OUT_EXT" full="100MB/s"/>
                <Source component="nic*" statistics="BYTES" full="100MB/s"/>
              </Feature>
              <Feature name="disk">
                <Source statistics="HDD_READ HDD_WRITE" full="100MB/s"/>
                <Source component="disk*" statistics="BYTES" full="100MB/s"/>
              </Feature>
              <Component name="CPU" feature="cpu"><Linear idle="10W" load="50W"/></Component>
              <Component name="NIC" feature="net"><Linear idle="1W" load="3W"/></Component>
              <Component name="Disk" feature="disk"><Linear idle="4W" load="7W"/></Component>
              <Node hosts="*" constant="20W"/>
              <Supply factor="1.25"/>
            </PowerModel>
            """;

    @TempDir
    private Path folder;

    private PowerModel model;

    @BeforeEach
    void readModel() throws IOException, TraceFormatException {
        model = ModelReader.read(Files.writeString(folder.resolve("m.xml"), MODEL));
    }

    /** Two ranks by turns: computation and a message forth, computation, a file of a server, and a message back. */
    private static Application program() {
        ProgramBuilder program = new ProgramBuilder("turns", 2).addInit();
        ApplicationFile file = program.createFile("data", 0, SimpleStripe.DEFAULT);
        program.addFileOpen(program.world(), file, false);
        program.addCompute(0, FIRST_CYCLES).addSendAndRecv(0, 1, FORTH, 1);
        program.addCompute(1, SECOND_CYCLES).addWriteSequential(1, file, 0, WRITTEN);
        program.addSendAndRecv(1, 0, BACK, 2).addFileClose(program.world(), file);
        return program.addFinalize().build();
    }

    private static ClusterModel cluster() {
        return new ModelBuilder()
                .star(new ModelBuilder.Star(
                        2,
                        ALIAS,
                        Node.of(CPUS, INSTRUCTIONS_PER_SECOND, 12_000_000_000L),
                        Nic.of(1e9),
                        SimpleNetworkEdge.of(20_000, 100e6),
                        StoreForwardNode.of(48e9),
                        1,
                        RefinedDisk.of(1_000_000, 9_000_000, 7200, 100e6, 1_000_000, 1),
                        SimpleWriteBehind.of(1)))
                .build();
    }

    private Path simulate() throws IOException, TraceFormatException {
        Path run = folder.resolve("simulated");
        try (ProjectOutput output = new ProjectOutput(TraceLevel.ALL, ALIAS, run)) {
            SimulationResult result = new Simulation(cluster(), Map.of(ALIAS, program()), Algorithms.all(), output)
                    .run(SimulationOptions.UNLIMITED);
            assertEquals(SimulationResult.Outcome.FINISHED, result.outcome());
            output.finish(ALIAS, null);
        }
        return run;
    }

    private Map<String, NodeEstimate> estimates(Path run) throws TraceFormatException {
        Map<String, NodeEstimate> byHost = new HashMap<>();
        for (var node : Nodes.active(Project.open(run), model)) {
            byHost.put(node.host(), new Estimator(model).estimate(node));
        }
        return byHost;
    }

    /** What a part took above its idle power, joules. */
    private static double work(NodeEstimate node, String component, double idleWatts) {
        Series power = node.components().get(component);
        return TestSeries.integral(power) - idleWatts * Series.seconds(power.start(), power.end());
    }

    @Test
    void theSimulatedClusterTakesWhatTheProgramMakes() throws IOException, TraceFormatException {
        Map<String, NodeEstimate> nodes = estimates(simulate());
        assertEquals(3, nodes.size(), nodes.keySet().toString());
        double first = CPU_WATTS * FIRST_CYCLES / INSTRUCTIONS_PER_SECOND / CPUS;
        double second = CPU_WATTS * SECOND_CYCLES / INSTRUCTIONS_PER_SECOND / CPUS;
        assertEquals(first, work(nodes.get("n0"), "CPU", 10), 1e-5 * first);
        assertEquals(second, work(nodes.get("n1"), "CPU", 10), 1e-5 * second);
        assertEquals(0, work(nodes.get("sn0"), "CPU", 10), 1e-9);
        // Packets have headers, and files some small messages: less than a hundredth of the bytes.
        double messages = NIC_WATTS * (FORTH + BACK) / FULL;
        double file = NIC_WATTS * WRITTEN / FULL;
        assertTraffic(messages, work(nodes.get("n0"), "NIC", 1));
        assertTraffic(messages + file, work(nodes.get("n1"), "NIC", 1));
        assertTraffic(file, work(nodes.get("sn0"), "NIC", 1));
        double disk = DISK_WATTS * WRITTEN / FULL;
        assertEquals(disk, work(nodes.get("sn0"), "Disk", 4), 1e-9 * disk);
        for (NodeEstimate node : nodes.values()) {
            double parts = node.components().values().stream()
                    .mapToDouble(TestSeries::integral)
                    .sum();
            assertEquals(1.25 * parts, node.joules(), 1e-9 * node.joules(), node.host());
        }
    }

    private static void assertTraffic(double least, double joules) {
        assertTrue(joules >= least && joules < 1.01 * least, joules + " J instead of " + least);
    }

    @Test
    void aRecordingWithTheSameUtilisationTakesTheSame() throws IOException, TraceFormatException {
        Path simulated = simulate();
        for (Map.Entry<String, NodeEstimate> node : estimates(simulated).entrySet()) {
            NodeEstimate expected = node.getValue();
            NodeEstimate replayed = estimates(record(simulated, node.getKey(), expected.power()))
                    .get(node.getKey());
            for (String part : List.of("CPU", "NIC", "Disk", NodeEstimate.BASE)) {
                double joules = TestSeries.integral(expected.components().get(part));
                double again = TestSeries.integral(replayed.components().get(part));
                assertEquals(joules, again, 1e-6 * joules, node.getKey() + " " + part);
            }
            assertEquals(expected.joules(), replayed.joules(), 1e-6 * expected.joules());
        }
    }

    /** What a sampler with one interval would have recorded of a host: means and sums of what the components' files say. */
    private Path record(Path simulated, String host, Series whole) throws IOException, TraceFormatException {
        double seconds = Series.seconds(whole.start(), whole.end());
        double busy = 0;
        double network = 0;
        double disk = 0;
        for (StatisticsFile file : Project.open(simulated).statistics()) {
            List<String> path = file.node().path();
            if (!path.get(0).equals(host)) {
                continue;
            }
            if (file.group().equals("Utilization")) {
                busy = sum(file.path(), 0, true) / seconds;
            } else if (path.get(1).startsWith("nic")) {
                network += sum(file.path(), 2, false);
            } else if (path.get(1).startsWith("disk")) {
                disk += sum(file.path(), 2, false);
            }
        }
        Path run = Files.createDirectory(folder.resolve("recorded-" + host));
        new RunFiles(run, "recorded")
                .statistics(
                        host,
                        "Utilization",
                        RunFiles.Column.level("CPU_TOTAL", "%", once(whole, busy)),
                        amount("NET_IN_EXT", once(whole, network)),
                        amount("NET_OUT_EXT", once(whole, 0)),
                        amount("HDD_READ", once(whole, 0)),
                        amount("HDD_WRITE", once(whole, disk)))
                .close();
        return run;
    }

    private static RunFiles.Column amount(String name, Series series) {
        return new RunFiles.Column(new ValueDescription(name, ValueType.INT64, "B", "NET"), series);
    }

    private static Series once(Series whole, double value) {
        SeriesBuilder series = new SeriesBuilder();
        series.add(whole.start(), whole.end(), value);
        return series.build();
    }

    /** The sum of a value over all records, each times its seconds or not. */
    private static double sum(Path file, int index, boolean timesSeconds) throws TraceFormatException {
        double sum = 0;
        try (StatisticsReader reader = StatisticsReader.open(file)) {
            while (reader.next()) {
                double seconds = timesSeconds ? Series.seconds(reader.intervalStartNanos(), reader.timeNanos()) : 1;
                sum += reader.doubleValue(index) * seconds;
            }
        }
        return sum;
    }
}
