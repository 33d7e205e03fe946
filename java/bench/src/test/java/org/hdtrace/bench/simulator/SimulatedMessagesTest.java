// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.hdtrace.analysis.messages.Message;
import org.hdtrace.analysis.messages.MessageReader;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.Query;
import org.hdtrace.format.query.TraceStream;
import org.hdtrace.format.select.Ranks;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.ProgramSaver;
import org.hdtrace.piosim.model.program.SendMode;
import org.hdtrace.piosim.model.program.TraceApplication;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.output.ProjectOutput;
import org.hdtrace.piosim.output.TraceLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages found in the traces of simulated runs are those that the simulator delivered. */
class SimulatedMessagesTest {
    private static final int RANKS = 8;
    private static final int REPETITIONS = 5;

    @TempDir
    Path folder;

    private final List<Message> messages = new ArrayList<>();

    private Project simulate(ClusterModel model, Application program) throws Exception {
        try (ProjectOutput output =
                new ProjectOutput(TraceLevel.CLIENTS, Clusters.ALIAS, folder.resolve("simulated"))) {
            new Simulation(model, Map.of(Clusters.ALIAS, program), Algorithms.all(), output)
                    .run(SimulationOptions.UNLIMITED);
            output.finish(Clusters.ALIAS, null);
        }
        Project project = Project.open(folder.resolve("simulated"));
        assertEquals(
                0,
                MessageReader.read(project, Ranks.all(), path -> {}, messages::add)
                        .unmatched());
        return project;
    }

    @ParameterizedTest
    @EnumSource
    void exchangesGoWhereThePatternSaysAndTakeTheTimeOfOneMessage(Exchange exchange) throws Exception {
        Path recorded = folder.resolve("recorded");
        ProgramSaver.save(new ExchangeProgram(exchange, RANKS, 1024, REPETITIONS), recorded);
        simulate(Clusters.ideal(RANKS).build(), TraceApplication.load(recorded, TraceApplication.Options.DEFAULT));
        assertEquals(exchange.messages(RANKS, REPETITIONS), messages.size());
        int[] step = new int[RANKS];
        messages.stream()
                .sorted((a, b) -> Long.compare(a.startNanos(), b.startNanos()))
                .forEach(each -> {
                    int from = each.from().rank();
                    int number = step[from]++ % exchange.steps(RANKS);
                    assertEquals(exchange.target(from, RANKS, number), each.to().rank());
                    // 2 x ((1024 + 8 + 40) B / 125 MB/s + 25 us)
                    assertEquals(67_152, each.endNanos() - each.startNanos());
                });
    }

    /** Each message has a size of its own, and the simulator tells each receive the size of what it got. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void receivesFromAnybodyGotWhatTheSimulatorGaveThem(long seed) throws Exception {
        Project project = simulate(Clusters.gigabit(RANKS).build(), fromAnybody(new Random(seed)));
        Set<List<Long>> delivered = delivered(project);
        assertTrue(delivered.size() > 100, "receives: " + delivered.size());
        Set<List<Long>> matched = new HashSet<>();
        messages.forEach(each -> assertTrue(matched.add(
                List.of((long) each.to().rank(), (long) each.from().rank(), each.bytes(), each.endNanos()))));
        assertEquals(delivered, matched);
    }

    /** Receiver, sender, size and end, as the receives and waits tell. */
    private static Set<List<Long>> delivered(Project project) {
        Set<List<Long>> all = new HashSet<>();
        try (TraceStream states = Query.of(project).names("Recv", "Waitall").byEnd()) {
            while (states.next()) {
                long rank = states.file().rank();
                if (states.name().equals("Recv")) {
                    long from = states.attributeLong("fromRank", -1);
                    all.add(List.of(rank, from, states.attributeLong("size", -1), states.endNanos()));
                }
                for (DataElement element : states.entry().data()) {
                    long from = element.attributes().getLong("fromRank", -1);
                    if (from >= 0) {
                        all.add(List.of(rank, from, element.attributes().getLong("size", -1), states.endNanos()));
                    }
                }
            }
        }
        return all;
    }

    private static Application fromAnybody(Random random) {
        ProgramBuilder program = new ProgramBuilder("anybody", RANKS);
        long request = 0;
        long size = 1;
        for (int round = 0; round < 20; round++) {
            int to = random.nextInt(RANKS);
            List<Long> requests = new ArrayList<>();
            for (int i = 1; i < RANKS; i++) {
                int from = (to + i) % RANKS;
                program.addCompute(from, random.nextInt(2_000_000));
                if (random.nextBoolean()) {
                    program.addIrecv(to, from, round, request);
                    requests.add(request++);
                }
                program.addSend(from, to, size++, round, SendMode.STANDARD);
            }
            // Behind those from a certain rank, or they would take its message.
            for (int i = requests.size(); i < RANKS - 1; i++) {
                program.addIrecv(to, Command.ANY_SOURCE, round, request);
                requests.add(request++);
            }
            if (!requests.isEmpty()) {
                program.addWaitAll(
                        to, requests.stream().mapToLong(Long::longValue).toArray());
            }
            program.addRecv(to, Command.ANY_SOURCE, 1000 + round);
            program.addSend((to + 1) % RANKS, to, size++, 1000 + round, SendMode.STANDARD);
        }
        return program.build();
    }

    @Test
    void nothingIsFoundWhereNothingWasSent() throws Exception {
        ProgramBuilder program = new ProgramBuilder("alone", 2);
        simulate(
                Clusters.ideal(2).build(),
                program.addCompute(0, 1000).addCompute(1, 1000).build());
        assertEquals(List.of(), messages);
    }
}
