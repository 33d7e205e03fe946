// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.hdtrace.analysis.info.ProjectScanner;
import org.hdtrace.analysis.info.ProjectSummary;
import org.hdtrace.analysis.profile.Profile;
import org.hdtrace.analysis.profile.Profiler;
import org.hdtrace.analysis.traffic.FileTraffic;
import org.hdtrace.analysis.traffic.MessageMatrix;
import org.hdtrace.analysis.traffic.TrafficReader;
import org.hdtrace.format.index.Indexing;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.select.Selection;
import org.hdtrace.piosim.RunObserver;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.SimulationResult.FunctionResult;
import org.hdtrace.piosim.SimulationResult.ServerResult;
import org.hdtrace.piosim.model.cluster.SimpleWriteBehind;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.SendMode;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.output.ProjectOutput;
import org.hdtrace.piosim.output.TraceLevel;
import org.hdtrace.piosim.process.Client;
import org.hdtrace.piosim.process.Clients;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What info, profile, io and matrix say of a simulated project is what the simulator says of the run, to the nanosecond and byte. */
class SimulatedAnalysisTest {
    private static final int RANKS = 6;
    private static final int SERVERS = 3;
    private static final String FIRST = "first.dat";
    private static final String SECOND = "second.dat";

    @TempDir
    Path folder;

    /** By "from to": count and bytes of the messages that the simulator gave to receives, probes aside. */
    private final Map<String, List<Long>> delivered = new TreeMap<>();

    /** Passes all on, and counts what is received. */
    private final class Deliveries implements RunObserver {
        private final RunObserver output;

        Deliveries(RunObserver output) {
            this.output = output;
        }

        @Override
        public void begin(Simulation simulation, List<Client> clients) {
            output.begin(simulation, clients);
        }

        @Override
        public void commandEnded(Client client, Command command, long start, long end, long bytes) {
            output.commandEnded(client, command, start, end, bytes);
        }

        @Override
        public void stepEnded(Client client, int step, long start, long end) {
            output.stepEnded(client, step, start, end);
        }

        @Override
        public void completed(Client client, long request, int source, int tag, long bytes) {
            if (source != Clients.NOBODY) {
                add(delivered, source, client.worldRank(), bytes);
            }
            output.completed(client, request, source, tag, bytes);
        }

        @Override
        public void end(long now) {
            output.end(now);
        }
    }

    private static void add(Map<String, List<Long>> matrix, int from, int to, long bytes) {
        List<Long> before = matrix.getOrDefault(from + " " + to, List.of(0L, 0L));
        matrix.put(from + " " + to, List.of(before.get(0) + 1, before.get(1) + bytes));
    }

    @ParameterizedTest
    @CsvSource({
        "1, CLIENTS, true, false",
        "2, CLIENTS, false, true",
        "3, STEPS, true, true",
        "4, ALL, true, true",
        "5, ALL, false, true",
        "6, ALL, true, false"
    })
    void commandsAgreeWithTheSimulator(long seed, TraceLevel level, boolean messages, boolean files) throws Exception {
        SimulationResult result = simulate(program(new Random(seed), messages, files), level);
        Project project = Project.open(folder);
        checkInfo(project, level, result);
        checkProfile(project, result);
        TrafficReader traffic = TrafficReader.read(project, Selection.all(), Workers.of(1), path -> {});
        checkFiles(traffic.files(), files, result);
        checkMatrix(traffic.matrix(), messages);
    }

    private SimulationResult simulate(Application program, TraceLevel level) throws Exception {
        try (ProjectOutput output = new ProjectOutput(level, Clusters.ALIAS, folder)) {
            Simulation simulation = new Simulation(
                    Clusters.golden(RANKS, SERVERS, SimpleWriteBehind.of(1)).build(),
                    Map.of(Clusters.ALIAS, program),
                    Algorithms.all(),
                    new Deliveries(output));
            SimulationResult result = simulation.run(SimulationOptions.UNLIMITED);
            assertEquals(SimulationResult.Outcome.FINISHED, result.outcome());
            output.finish(Clusters.ALIAS, null);
            return result;
        }
    }

    private static void checkInfo(Project project, TraceLevel level, SimulationResult result) {
        ProjectSummary info = ProjectScanner.scan(project, Indexing.none(), Workers.of(1), path -> {});
        assertEquals(RANKS, info.ranks());
        long last = result.clients().stream()
                .mapToLong(SimulationResult.ClientResult::endNanos)
                .max()
                .orElseThrow();
        assertEquals(result.virtualTimeNanos(), last, "nothing goes on behind the programs");
        assertEquals(last, info.durationNanos());
        long calls =
                result.functions().stream().mapToLong(FunctionResult::count).sum();
        if (level == TraceLevel.CLIENTS) {
            assertEquals(calls, info.states());
        } else {
            assertTrue(info.states() > calls, "steps are states, too");
        }
    }

    /** Each function's count, time and bytes. */
    private static void checkProfile(Project project, SimulationResult result) {
        Profile profile = Profiler.profile(project, Selection.all(), Indexing.none(), Workers.of(1), path -> {});
        Map<String, List<Long>> told = profile.rows().stream()
                .filter(row -> !row.name().equals("Step"))
                .collect(Collectors.toMap(
                        row -> row.name(), row -> List.of(row.count(), row.inclusiveNanos(), row.bytes())));
        Map<String, List<Long>> expected = result.functions().stream()
                .collect(Collectors.toMap(
                        FunctionResult::name, each -> List.of(each.count(), each.totalNanos(), each.bytes())));
        assertEquals(new TreeMap<>(expected), new TreeMap<>(told));
    }

    /** Calls and bytes of the functions, and what the servers' disks moved: nothing is read or written twice. */
    private static void checkFiles(List<FileTraffic> told, boolean files, SimulationResult result) {
        List<String> names = told.stream().map(FileTraffic::file).sorted().toList();
        assertEquals(files ? List.of(FIRST, SECOND) : List.of(), names);
        assertEquals(
                of(result, "File_open", FunctionResult::count),
                told.stream().mapToLong(FileTraffic::opens).sum());
        long written = told.stream().mapToLong(file -> file.writes().bytes()).sum();
        long read = told.stream().mapToLong(file -> file.reads().bytes()).sum();
        assertEquals(of(result, "File_write_at", FunctionResult::bytes), written);
        assertEquals(of(result, "File_read_at", FunctionResult::bytes), read);
        assertEquals(
                of(result, "File_write_at", FunctionResult::count),
                told.stream().mapToLong(file -> file.writes().calls()).sum());
        assertEquals(
                of(result, "File_read_at", FunctionResult::count),
                told.stream().mapToLong(file -> file.reads().calls()).sum());
        assertEquals(
                result.servers().stream().mapToLong(ServerResult::bytesWritten).sum(), written);
        assertEquals(
                result.servers().stream().mapToLong(ServerResult::bytesRead).sum(), read);
        assertEquals(files, written > 0 && read > 0);
    }

    private static long of(SimulationResult result, String function, ToLongFunction<FunctionResult> value) {
        return result.functions().stream()
                .filter(each -> each.name().equals(function))
                .mapToLong(value)
                .sum();
    }

    private void checkMatrix(MessageMatrix told, boolean messages) {
        Map<String, List<Long>> cells = new TreeMap<>();
        told.cells().forEach(cell -> cells.put(cell.from() + " " + cell.to(), List.of(cell.count(), cell.bytes())));
        assertEquals(delivered, cells);
        assertEquals(messages, delivered.size() > RANKS);
    }

    private static Application program(Random random, boolean messages, boolean files) {
        ProgramBuilder program = new ProgramBuilder("mixed", RANKS);
        program.addInit();
        List<ApplicationFile> opened = new ArrayList<>();
        if (files) {
            opened.add(program.createFile(FIRST, 0, SimpleStripe.DEFAULT));
            opened.add(program.createFile(SECOND, 0, new SimpleStripe(10_000)));
            opened.forEach(file -> program.addFileOpen(program.world(), file, false));
        }
        for (int round = 0; round < 8; round++) {
            for (int rank = 0; rank < RANKS; rank++) {
                program.addCompute(rank, random.nextInt(3_000_000));
            }
            if (messages) {
                addMessages(program, random, round);
            }
            for (ApplicationFile file : opened) {
                for (int rank = 0; rank < RANKS; rank++) {
                    int place = round * RANKS + rank;
                    program.addWriteSequential(rank, file, place * 400_000L, 1 + random.nextInt(400_000));
                }
            }
        }
        program.addAllreduce(program.world(), 4096).addBroadcast(program.world(), 1, 100_000);
        program.addBarrier(program.world());
        for (ApplicationFile file : opened) {
            for (int rank = 0; rank < RANKS; rank++) {
                program.addReadSequential(rank, file, random.nextInt(300_000), 1 + random.nextInt(90_000));
            }
        }
        opened.forEach(file -> program.addFileClose(program.world(), file));
        return program.addFinalize().build();
    }

    /** Blocking ones around a ring, others that receives from anybody get. */
    private static void addMessages(ProgramBuilder program, Random random, int round) {
        for (int rank = 0; rank < RANKS; rank++) {
            program.addSendrecv(
                    rank, (rank + 1) % RANKS, random.nextInt(100_000), round, (rank + RANKS - 1) % RANKS, round);
        }
        int to = random.nextInt(RANKS);
        long[] requests = new long[RANKS - 1];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = (long) round * RANKS + i;
            program.addIrecv(to, Command.ANY_SOURCE, 1000 + round, requests[i]);
        }
        for (int i = 1; i < RANKS; i++) {
            int from = (to + i) % RANKS;
            long request = 1000L * (round + 1) + i;
            int size = random.nextInt(200_000);
            if (random.nextBoolean()) {
                program.addIsend(from, to, size, 1000 + round, SendMode.STANDARD, request);
                program.addWaitAll(from, request);
            } else {
                program.addSend(from, to, size, 1000 + round, SendMode.STANDARD);
            }
        }
        program.addWaitAll(to, requests);
    }
}
