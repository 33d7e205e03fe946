// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.StatisticsFile;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.trace.State;
import org.hdtrace.format.trace.TraceEntry;
import org.hdtrace.format.trace.TraceReader;
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
import org.hdtrace.piosim.model.program.TraceApplication;
import org.hdtrace.piosim.mpi.Algorithms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A simulated run is a project like an observed one. */
class ProjectOutputTest {
    private static final int RANKS = 3;

    @TempDir
    Path directory;

    @Test
    void writesTheStatesOfEveryRankWithTheirAttributes() throws Exception {
        simulate(program(), TraceLevel.CLIENTS, directory);
        Project project = Project.open(directory);
        assertTrue(project.findings().isEmpty(), project.findings().toString());
        assertEquals(List.of("Hostname", "Rank", "Thread"), project.levels());
        assertEquals(RANKS, project.traces().size());
        assertEquals("n1", project.traces().get(1).host());
        try (TraceReader reader = TraceReader.open(project.traces().get(1).path())) {
            State init = (State) reader.next();
            State open = (State) reader.next();
            State send = (State) reader.next();
            assertEquals("Init", init.name());
            assertEquals("File_open", open.name());
            assertEquals("Sendrecv", send.name());
            assertEquals("70000", send.attributes().get("size"));
            assertTrue(init.endNanos() <= open.startNanos() && open.endNanos() <= send.startNanos());
            assertEquals("1000", reader.program().attributes().get("processorSpeedinMHZ"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {".trc", "Component.stat", "Utilization.stat"})
    void aFullDiskIsAFailureOfTheFileThatDoesNotFit(String ending) throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "this system has no device that is always full");
        Path whole = directory.resolve("whole");
        simulate(program(), TraceLevel.ALL, whole);
        Path name;
        try (Stream<Path> files = Files.list(whole)) {
            name = files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList()
                    .get(1)
                    .getFileName();
        }
        Path target = Files.createDirectory(directory.resolve("full"));
        Path file = Files.createSymbolicLink(target.resolve(name), full);
        FileSystemException e = assertThrows(FileSystemException.class, () -> {
            try {
                simulate(program(), TraceLevel.ALL, target);
            } catch (UncheckedIOException ended) {
                throw ended.getCause();
            }
        });
        assertEquals(file.toString(), e.getFile());
        assertEquals("No space left on device", e.getReason());
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e6, 333e6, 1e9, 2.66e9, 7.3e9})
    void aSimulatedRunCanBeSimulatedAgainWithTheSameResult(double speed) throws Exception {
        SimulationResult first = simulate(program(), TraceLevel.CLIENTS, directory.resolve("1"), speed);
        Application again = TraceApplication.load(directory.resolve("1"), TraceApplication.Options.DEFAULT);
        SimulationResult second = simulate(again, TraceLevel.NONE, null, speed);
        assertEquals(first.virtualTimeNanos(), second.virtualTimeNanos());
        assertEquals(first.clients(), second.clients());
        assertEquals(counts(first), counts(second));
    }

    @Test
    void stepsAreNestedInTheirCallsAndFillThem() throws Exception {
        simulate(program(), TraceLevel.STEPS, directory);
        int nested = 0;
        try (TraceReader reader =
                TraceReader.open(Project.open(directory).traces().get(0).path())) {
            for (TraceEntry entry = reader.next(); entry != null; entry = reader.next()) {
                State call = (State) entry;
                long time = call.startNanos();
                for (TraceEntry child : call.children()) {
                    State step = (State) child;
                    assertEquals("Step", step.name());
                    assertEquals(time, step.startNanos());
                    time = step.endNanos();
                    nested++;
                }
                assertTrue(call.children().isEmpty() || time == call.endNanos(), call.name());
            }
        }
        assertTrue(nested > 10, "nested: " + nested);
    }

    @Test
    void twoRunsWriteTheSameBytes() throws Exception {
        simulate(program(), TraceLevel.ALL, directory.resolve("1"));
        simulate(program(), TraceLevel.ALL, directory.resolve("2"));
        try (Stream<Path> files = Files.list(directory.resolve("1"))) {
            List<Path> all = files.toList();
            assertTrue(all.size() > 10);
            for (Path file : all) {
                Path other = directory.resolve("2").resolve(file.getFileName());
                assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(other), file.toString());
            }
        }
    }

    @Test
    void statisticsOfComponentsAddUpToWhatPassedThem() throws Exception {
        SimulationResult result = simulate(program(), TraceLevel.ALL, directory);
        Project project = Project.open(directory);
        long written = 0;
        int groups = 0;
        for (StatisticsFile file : project.statistics()) {
            try (StatisticsReader reader = StatisticsReader.open(file.path())) {
                int bytes = reader.group().indexOf("BYTES");
                groups++;
                while (reader.next()) {
                    double share = reader.doubleValue(0);
                    assertTrue(share >= 0 && share <= 100.001, file.path() + ": " + share);
                    written += file.node().name().equals("srv0") ? reader.longValue(bytes) : 0;
                }
            }
        }
        // 3 hosts with their load; 4 interfaces, 8 edges, the switch and the server.
        assertEquals(3 + 4 + 8 + 1 + 1, groups);
        assertEquals(result.servers().get(0).bytesWritten(), written);
    }

    private static Map<String, Long> counts(SimulationResult result) {
        Map<String, Long> counts = new TreeMap<>();
        result.functions().forEach(f -> counts.put(f.name(), f.count()));
        return counts;
    }

    private static SimulationResult simulate(Application program, TraceLevel level, Path target)
            throws TraceFormatException, IOException {
        return simulate(program, level, target, 1e9);
    }

    private static SimulationResult simulate(Application program, TraceLevel level, Path target, double speed)
            throws TraceFormatException, IOException {
        ClusterModel model = new ModelBuilder()
                .star(new ModelBuilder.Star(
                        RANKS,
                        "A",
                        Node.of(1, speed, 1L << 32),
                        Nic.of(1e10),
                        SimpleNetworkEdge.of(20_000, 1e8),
                        StoreForwardNode.of(1e11),
                        1,
                        RefinedDisk.of(1_000_000, 9_000_000, 7200, 100e6, 1_000_000, 1),
                        SimpleWriteBehind.of(1)))
                .build();
        if (target == null) {
            return new Simulation(model, Map.of("A", program)).run(SimulationOptions.UNLIMITED);
        }
        try (ProjectOutput output = new ProjectOutput(level, "A", target)) {
            SimulationResult result = new Simulation(model, Map.of("A", program), Algorithms.all(), output)
                    .run(SimulationOptions.UNLIMITED);
            output.finish("A", null);
            return result;
        }
    }

    private static Application program() {
        ProgramBuilder program = new ProgramBuilder("my program", RANKS);
        ApplicationFile file = program.createFile("out <&> put.dat", 0, SimpleStripe.DEFAULT);
        program.addInit().addFileOpen(program.world(), file, true);
        for (int rank = 0; rank < RANKS; rank++) {
            program.addSendrecv(rank, (rank + 1) % RANKS, 70_000, 1, (rank + 2) % RANKS, 1);
            program.addCompute(rank, 5_000_000L * (rank + 1));
            program.addWriteSequential(rank, file, rank * 1_000_000L, 1_000_000);
            program.addCompute(rank, 100);
        }
        program.addAllreduce(program.world(), 8).addBarrier(program.world());
        for (int rank = 0; rank < RANKS; rank++) {
            program.addCompute(rank, 100_000_000);
        }
        return program.addFileClose(program.world(), file).addFinalize().build();
    }
}
