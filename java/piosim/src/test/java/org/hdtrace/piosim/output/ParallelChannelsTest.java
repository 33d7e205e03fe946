// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.StatisticsFile;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.IoSubsystem;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Nvme;
import org.hdtrace.piosim.model.cluster.Raid;
import org.hdtrace.piosim.model.cluster.SimpleFlash;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.SimpleWriteBehind;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.mpi.Algorithms;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Statistics of storage that does several things at once: the share of its channels, what waits for them, what they moved. */
class ParallelChannelsTest {
    private static final int RANKS = 6;
    private static final int PIECES = 4;
    private static final long PIECE = 300_000;
    private static final long UNIT = 65_536;

    @TempDir
    Path folder;

    static Stream<Arguments> storage() {
        IoSubsystem flash = SimpleFlash.of(1_000_000, 50 << 20, 1);
        IoSubsystem nvme = Nvme.of(2, 80_000, 1e8);
        List<IoSubsystem> three = List.of(flash, flash, flash);
        return Stream.of(
                Arguments.of(flash, 1),
                Arguments.of(Nvme.of(1, 80_000, 1e8), 1),
                Arguments.of(Nvme.of(4, 500_000, 1e9), 4),
                Arguments.of(Raid.of(0, UNIT, three), 3),
                Arguments.of(Raid.of(1, UNIT, three), 3),
                Arguments.of(Raid.of(5, UNIT, three), 3),
                Arguments.of(Raid.of(0, UNIT, List.of(nvme, nvme)), 4));
    }

    @ParameterizedTest
    @MethodSource("storage")
    void isBusyByTheShareOfItsChannels(IoSubsystem storage, int channels) throws Exception {
        SimulationResult.ServerResult server = simulate(storage);
        Map<String, Integer> most = new HashMap<>();
        Map<String, Long> longest = new HashMap<>();
        for (StatisticsFile file : Project.open(folder).statistics()) {
            String name = file.node().label();
            if (!name.equals("srv0") && !name.equals("disk-srv0")) {
                continue;
            }
            try (StatisticsReader reader = StatisticsReader.open(file.path())) {
                long busyNanos = 0;
                long bytes = 0;
                long queue = 0;
                while (reader.next()) {
                    double busy = reader.doubleValue(0) / 100 * channels;
                    assertEquals(Math.rint(busy), busy, 1e-5, "whole channels");
                    most.merge(name, (int) Math.rint(busy), Math::max);
                    busyNanos += Math.round(busy) * (reader.timeNanos() - reader.intervalStartNanos());
                    bytes += reader.longValue(2);
                    queue = reader.longValue(1);
                    longest.merge(name, queue, Math::max);
                    assertTrue(queue >= 0, "queue");
                }
                // The simulator rounds the mean of its channels to whole ns.
                assertEquals(server.busyNanos(), busyNanos / channels, name);
                assertEquals(2 * RANKS * PIECES * PIECE, bytes, name);
                assertEquals(0, queue, "all is done: " + name);
            }
        }
        assertEquals(Map.of("srv0", channels, "disk-srv0", channels), most, "all at once at some time");
        assertTrue(longest.get("disk-srv0") > 0, "more wait than are served");
        assertTrue(longest.get("srv0") > longest.get("disk-srv0"), "those at the disk are still at the server");
    }

    private SimulationResult.ServerResult simulate(IoSubsystem storage) throws Exception {
        ClusterModel model = new ModelBuilder()
                .star(new ModelBuilder.Star(
                        RANKS,
                        "A",
                        Node.of(1, 1e9, 1L << 32),
                        Nic.of(1e10),
                        SimpleNetworkEdge.of(1_000, 1e9),
                        StoreForwardNode.of(1e11),
                        1,
                        storage,
                        SimpleWriteBehind.of(8)))
                .build();
        try (ProjectOutput output = new ProjectOutput(TraceLevel.SERVERS, "A", folder)) {
            SimulationResult result = new Simulation(model, Map.of("A", program()), Algorithms.all(), output)
                    .run(SimulationOptions.UNLIMITED);
            output.finish("A", null);
            return result.servers().get(0);
        }
    }

    private static Application program() {
        ProgramBuilder program = new ProgramBuilder("p", RANKS);
        ApplicationFile file = program.createFile("f", 0, SimpleStripe.DEFAULT);
        program.addFileOpen(program.world(), file, true);
        for (int piece = 0; piece < PIECES; piece++) {
            for (int rank = 0; rank < RANKS; rank++) {
                program.addWriteSequential(rank, file, (piece * RANKS + rank) * PIECE, PIECE);
            }
        }
        program.addBarrier(program.world());
        for (int piece = 0; piece < PIECES; piece++) {
            for (int rank = 0; rank < RANKS; rank++) {
                program.addReadSequential(rank, file, (piece * RANKS + rank) * PIECE, PIECE);
            }
        }
        return program.addFileClose(program.world(), file).build();
    }
}
