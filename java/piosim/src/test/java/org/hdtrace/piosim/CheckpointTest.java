// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.Aggregation;
import org.hdtrace.piosim.model.cluster.AggregationReorder;
import org.hdtrace.piosim.model.cluster.CacheLayer;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.RefinedDisk;
import org.hdtrace.piosim.model.cluster.ServerDirectedIO;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.SimpleWriteBehind;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.process.Client;
import org.hdtrace.piosim.storage.StorageServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One client writes the checkpoint of the HDTrace paper's section 7 to one server with a cache; without one see {@link
 * NoCacheTest}. Source: MODEL C2.
 */
class CheckpointTest {
    private static final double MIB = 1 << 20;
    private static final long PACKET = 102_400;
    static final long CHECKPOINT = 513_152_648;
    private static final double LINK = 67 * MIB;

    static List<CacheLayer> caches() {
        return List.of(
                SimpleWriteBehind.of(1), Aggregation.of(1), AggregationReorder.of(1), ServerDirectedIO.of(1, 4096));
    }

    static ClusterModel paper(CacheLayer cache) {
        return new ModelBuilder()
                .star(new ModelBuilder.Star(
                        1,
                        Stars.ALIAS,
                        Node.of(1, 2.66e9, 12_000L << 20),
                        Nic.of(7629 * MIB),
                        SimpleNetworkEdge.of(287_500, LINK),
                        StoreForwardNode.of(48 * 1024 * MIB),
                        1,
                        RefinedDisk.of(1_000_000, 10_000_000, 7200, 100 * MIB, 5 << 20, 1),
                        cache))
                .build();
    }

    static Application write(long bytes) {
        return Stars.fileProgram(1, (program, file) -> program.addWriteSequential(0, file, 0, bytes));
    }

    static long writeNanos(SimulationResult result) {
        return result.functions().stream()
                .filter(function -> function.name().equals("File_write_at"))
                .findFirst()
                .orElseThrow()
                .maxNanos();
    }

    @ParameterizedTest
    @CsvSource({"513152648, 4991", "512000000, 4979"})
    void aggregationSavesTheDiskTwentyOneOperations(long bytes, long operations) {
        SimulationResult result = Stars.run(paper(Aggregation.of(1)), write(bytes));
        assertEquals(operations, result.servers().get(0).diskOperations());
        assertEquals(bytes, result.servers().get(0).bytesWritten());
    }

    /** Packets come every 1.4576 ms; an operation of n takes n x 0.97656 ms, the first 14.167 ms more. */
    @ParameterizedTest
    @MethodSource("caches")
    void theFirstOperationsHoldWhatHasArrivedMeanwhile(CacheLayer cache) throws TraceFormatException {
        boolean joins = !(cache instanceof SimpleWriteBehind);
        List<Long> packets = new ArrayList<>();
        RunObserver watch = new RunObserver() {
            @Override
            public void begin(Simulation simulation, List<Client> clients) {
                StorageServer server = simulation.servers().get(0);
                long[] written = {0};
                simulation.kernel().sampleFrom(0, time -> {
                    long now = server.counters().bytesWritten();
                    if (now > written[0]) {
                        packets.add((now - written[0]) / PACKET);
                        written[0] = now;
                    }
                    return time + 100_000;
                });
            }
        };
        new Simulation(paper(cache), Map.of(Stars.ALIAS, write(40 * PACKET)), Algorithms.all(), watch)
                .run(SimulationOptions.UNLIMITED);
        assertEquals(
                joins ? List.of(1L, 10L, 7L, 4L, 3L, 2L, 1L) : List.of(1L, 1L, 1L, 1L, 1L, 1L, 1L),
                packets.subList(0, 7));
    }

    @ParameterizedTest
    @MethodSource("caches")
    void allCachesTakeTheNetworksTime(CacheLayer cache) {
        SimulationResult result = Stars.run(paper(cache), write(CHECKPOINT));
        double network = CHECKPOINT / LINK;
        assertEquals(network + 0.002, writeNanos(result) / 1e9, 0.001 * network);
        double busy = result.servers().get(0).busyNanos() / 1e9;
        assertEquals(CHECKPOINT / (100 * MIB) + 0.014167, busy, 0.0001);
        assertEquals(0.67, busy / (writeNanos(result) / 1e9), 0.005);
    }

    @Test
    void aSmallWriteTakesFourLatenciesAndItsWayThroughTheNetwork() {
        long bytes = 64 << 10;
        SimulationResult result = Stars.run(paper(Aggregation.of(1)), write(bytes));
        double hand = 4 * 287.5e-6 + 2 * bytes / LINK + 2 * bytes / (7629 * MIB) + bytes / (48 * 1024 * MIB);
        assertEquals(hand, writeNanos(result) / 1e9, 0.01 * hand);
    }
}
