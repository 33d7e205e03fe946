// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.RelationFile;
import org.hdtrace.format.project.StatisticsFile;
import org.hdtrace.format.project.TopologyNode;
import org.hdtrace.format.relation.RelationEvent;
import org.hdtrace.format.relation.RelationReader;
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
import org.hdtrace.piosim.network.ServedSums;
import org.hdtrace.piosim.network.Transport;
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
        // 3 hosts with their load; 4 interfaces, 8 edges, the switch, the server and its disk.
        assertEquals(3 + 4 + 8 + 1 + 2, groups);
        assertEquals(result.servers().get(0).bytesWritten(), written);
    }

    @Test
    void stepsOfComponentsAddUpToTheSumsOfTheSimulation() throws Exception {
        Application program = program();
        Simulation simulation;
        ServedSums sums;
        long diskNanos;
        try (ProjectOutput output = new ProjectOutput(TraceLevel.ALL, "A", directory)) {
            simulation = new Simulation(model(1e9), Map.of("A", program), Algorithms.all(), output);
            sums = ServedSums.of(simulation.network());
            diskNanos =
                    simulation.run(SimulationOptions.UNLIMITED).servers().get(0).busyNanos();
            output.finish("A", null);
        }
        Transport network = simulation.network();
        Map<String, Long> bytes = new TreeMap<>(Map.of("srv0", 3_000_000L, "disk-srv0", 3_000_000L));
        Map<String, Long> busy = new TreeMap<>(Map.of("srv0", diskNanos, "disk-srv0", diskNanos));
        for (int component = 0; component < network.plan().size(); component++) {
            bytes.put(network.plan().name(component), sums.bytes(component));
            busy.put(network.plan().name(component), sums.busyNanos(component));
        }
        Map<String, Long> bytesWritten = new TreeMap<>();
        Map<String, Long> busyWritten = new TreeMap<>();
        for (StatisticsFile file : Project.open(directory).statistics()) {
            try (StatisticsReader reader = StatisticsReader.open(file.path())) {
                while (reader.group().indexOf("BYTES") >= 0 && reader.next()) {
                    long length = reader.timeNanos() - reader.intervalStartNanos();
                    String name = file.node().label().replaceFirst(" \\(.*", "");
                    bytesWritten.merge(name, reader.longValue(2), Long::sum);
                    busyWritten.merge(name, Math.round(reader.doubleValue(0) / 100 * length), Long::sum);
                    assertTrue(reader.longValue(1) >= 0, "queue");
                }
            }
        }
        assertEquals(bytes, bytesWritten);
        assertEquals(busy, busyWritten);
    }

    @Test
    void edgesAreLabelledWithWhatTheyJoin() throws Exception {
        simulate(program(), TraceLevel.ALL, directory);
        TopologyNode network = Project.open(directory).root().children().stream()
                .filter(node -> node.name().equals("network"))
                .findFirst()
                .orElseThrow();
        Set<String> labels =
                network.children().stream().map(TopologyNode::label).collect(Collectors.toSet());
        assertEquals(8 + 1, labels.size());
        for (int rank = 0; rank < RANKS; rank++) {
            String[] ways = {"n" + rank + " to SW", "SW to n" + rank};
            for (String way : ways) {
                assertEquals(
                        1,
                        labels.stream()
                                .filter(label -> label.endsWith(" (" + way + ")"))
                                .count(),
                        way + " in " + labels);
            }
        }
        assertTrue(labels.contains("SW"), labels.toString());
    }

    /** From an access of the disk up to the call of a client: all parents are there, and lie in time where they should. */
    @Test
    void relationsLeadFromEachDiskAccessToTheCallsThatCausedIt() throws Exception {
        simulate(program(), TraceLevel.SERVERS, directory);
        Map<String, Token> tokens = new TreeMap<>();
        for (RelationFile file : Project.open(directory).relations()) {
            read(file, tokens);
        }
        Map<String, Long> written = new TreeMap<>();
        for (Token access : tokens.values()) {
            if (!access.node.equals("disk-srv0")) {
                continue;
            }
            assertFalse(access.parents.isEmpty());
            for (String parent : access.parents) {
                Token job = tokens.get(parent);
                assertEquals("srv0 Job", job.node + " " + job.name);
                assertTrue(job.start <= access.start && access.end <= job.end, parent);
                Token request = tokens.get(job.parents.get(0));
                assertEquals("srv0 Write", request.node + " " + request.name);
                assertTrue(request.start <= job.start && job.start <= request.end, parent);
                Token message = tokens.get(request.parents.get(0));
                assertEquals("Write", message.name);
                assertTrue(message.start < request.start && request.end < message.end, parent);
                Token call = tokens.get(message.parents.get(0));
                assertEquals("File_write_at " + message.node, call.name + " " + call.node);
                assertEquals(List.of(), call.parents);
                assertTrue(call.start <= message.start && message.end <= call.end, parent);
                written.merge(call.node, Long.parseLong(job.size), Long::sum);
            }
        }
        assertEquals(Map.of("0", 1_000_000L, "1", 1_000_000L, "2", 1_000_000L), written);
        long opens =
                tokens.values().stream().filter(t -> t.name.equals("File_open")).count();
        assertEquals(RANKS, opens);
    }

    /** With its only state. */
    private static final class Token {
        final String node;
        final List<String> parents;
        String name;
        String size;
        long start;
        long end;

        Token(String node, List<String> parents) {
            this.node = node;
            this.parents = parents;
        }
    }

    private static void read(RelationFile file, Map<String, Token> tokens) throws TraceFormatException {
        try (RelationReader reader = RelationReader.open(file.path())) {
            for (RelationEvent event = reader.next(); event != null; event = reader.next()) {
                String key = reader.header().globalToken(event.token());
                if (event instanceof RelationEvent.Token made) {
                    List<String> parents = made.parents().stream()
                            .map(parent -> parent.globalToken(reader.header()))
                            .toList();
                    tokens.put(key, new Token(file.node().name(), parents));
                } else if (event instanceof RelationEvent.Begin begin) {
                    tokens.get(key).name = begin.name();
                    tokens.get(key).size = begin.attributes().get("size");
                    tokens.get(key).start = event.timeNanos();
                } else if (event instanceof RelationEvent.Finish) {
                    tokens.get(key).end = event.timeNanos();
                }
            }
            assertTrue(reader.isComplete());
        }
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
        ClusterModel model = model(speed);
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

    private static ClusterModel model(double speed) {
        return new ModelBuilder()
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
