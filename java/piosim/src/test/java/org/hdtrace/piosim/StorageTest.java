// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.hdtrace.piosim.SimulationResult.ServerResult;
import org.hdtrace.piosim.model.cluster.Aggregation;
import org.hdtrace.piosim.model.cluster.AggregationReorder;
import org.hdtrace.piosim.model.cluster.CacheLayer;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NoCache;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.ServerDirectedIO;
import org.hdtrace.piosim.model.cluster.SimpleDisk;
import org.hdtrace.piosim.model.cluster.SimpleFlash;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.SimpleWriteBehind;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.Contiguous;
import org.hdtrace.piosim.model.file.Distribution;
import org.hdtrace.piosim.model.file.Extents;
import org.hdtrace.piosim.model.file.Extents.Extent;
import org.hdtrace.piosim.model.file.Piece;
import org.hdtrace.piosim.model.file.ServersInTurn;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.file.StatedServers;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.network.NetworkPlan.UnsupportedModelException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files over several servers: every byte arrives once, whatever the cache layer. */
class StorageTest {
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    static List<CacheLayer> caches() {
        return List.of(
                NoCache.of(1),
                SimpleWriteBehind.of(1),
                SimpleWriteBehind.of(3),
                Aggregation.of(1),
                Aggregation.of(2),
                AggregationReorder.of(1),
                AggregationReorder.of(2),
                ServerDirectedIO.of(1, 4096),
                ServerDirectedIO.of(2, 1));
    }

    @ParameterizedTest
    @MethodSource("caches")
    void everyByteOfManyWritersAndReadersReachesTheDisks(CacheLayer cache) {
        int ranks = 5;
        long block = 1_234_567;
        SimulationResult result = Stars.run(
                Stars.star(ranks, 3, Stars.NIC, Stars.DISK, cache).build(), Stars.fileProgram(ranks, (p, file) -> {
                    for (int rank = 0; rank < ranks; rank++) {
                        p.addWriteSequential(rank, file, rank * block, block);
                    }
                    p.addBarrier(p.world());
                    for (int rank = 0; rank < ranks; rank++) {
                        p.addReadSequential(rank, file, (ranks - 1 - rank) * block, block);
                    }
                }));
        assertNull(result.deadlock());
        assertEquals(ranks * block, sum(result, true));
        assertEquals(ranks * block, sum(result, false));
    }

    private static SimulationResult write(Distribution distribution, long bytes) {
        ProgramBuilder program = new ProgramBuilder("p", 1);
        ApplicationFile file = program.createFile("f", 0, distribution);
        program.on(file, program.world()).open().write(0, 0, bytes).close();
        return Stars.run(Stars.star(1, 3, Stars.NIC, Stars.DISK, NoCache.of(1)).build(), program.build());
    }

    private static List<Long> written(SimulationResult result) {
        return result.servers().stream().map(ServerResult::bytesWritten).toList();
    }

    @Test
    void bytesGoToTheServersOfTheirDistribution() {
        // Patterns of 100 bytes: 10 on server 2, 60 on server 0, 30 on server 2; 250 bytes end 40 into the second
        // range.
        Extents extents = new Extents(List.of(new Extent(2, 0, 10), new Extent(0, 10, 60), new Extent(2, 70, 30)));
        assertEquals(List.of(160L, 0L, 90L), written(write(extents, 250)));
        assertEquals(List.of(0L, 250L, 0L), written(write(Contiguous.on(1), 250)));
        assertEquals(List.of(0L, 0L, 250L), written(write(Contiguous.inTurn(5), 250)));
        SimpleStripe stripe = new SimpleStripe(100);
        assertEquals(List.of(100L, 0L, 150L), written(write(new StatedServers(stripe, List.of(2, 0)), 250)));
        assertEquals(List.of(100L, 0L, 150L), written(write(new ServersInTurn(stripe, 2, 2), 250)));
    }

    @Test
    void aServerThatTheModelLacksIsToldBeforeTheRun() {
        UnsupportedModelException e = assertThrows(UnsupportedModelException.class, () -> write(Contiguous.on(3), 1));
        assertEquals(
                "file 'f': its Distribution names server 3, but the model has only 3, numbered from 0", e.getMessage());
    }

    @ParameterizedTest
    @MethodSource("caches")
    void piecesGoToTheServersThatTheStripesNameInOneRequestEach(CacheLayer cache) {
        // Two servers, stripes of 64 KiB: pieces in stripes 0, 1, 2 and 4 are three for server 0 and one for server 1.
        List<Piece> pieces = List.of(
                new Piece(10, 100), new Piece(64 * KIB, 7), new Piece(128 * KIB, 50), new Piece(256 * KIB + 5, 1));
        SimulationResult result = Stars.run(
                Stars.star(1, 2, Stars.NIC, Stars.DISK, cache).build(),
                Stars.fileProgram(1, (p, file) -> p.addWriteIndependentNoncontiguous(0, file, pieces)));
        assertEquals(151, result.servers().get(0).bytesWritten());
        assertEquals(7, result.servers().get(1).bytesWritten());
        assertEquals(1, result.servers().get(0).writes());
        assertEquals(1, result.servers().get(1).writes());
    }

    @Test
    void aReadIsCutAtTheEndOfTheFile() {
        SimulationResult result =
                Stars.run(Stars.star(1, 2).build(), Stars.fileProgram(1, 100_000, (p, file) -> p.addReadSequential(
                                0, file, 90_000, 50_000)
                        .addReadSequential(0, file, 200_000, 10)));
        assertNull(result.deadlock());
        assertEquals(10_000, sum(result, false));
    }

    @Test
    void aFileGrowsByWritingSoThatAnotherRankCanReadIt() {
        SimulationResult result =
                Stars.run(Stars.star(2, 1).build(), Stars.fileProgram(2, 10, (p, file) -> p.addWriteSequential(
                                0, file, 500_000, 1000)
                        .addBarrier(p.world())
                        .addReadSequential(1, file, 0, MIB)));
        assertEquals(501_000, sum(result, false));
    }

    @Test
    void openingWithTruncationEmptiesTheFile() {
        var program = new org.hdtrace.piosim.model.program.ProgramBuilder("truncate", 2);
        var file = program.createFile("f", 1000, org.hdtrace.piosim.model.file.SimpleStripe.DEFAULT);
        program.addFileOpen(program.world(), file, true).addReadSequential(1, file, 0, 1000);
        SimulationResult result = Stars.run(Stars.star(2, 1).build(), program.build());
        assertNull(result.deadlock());
        assertEquals(0, sum(result, false));
    }

    @Test
    void writesWaitForMemoryWhileReadsAndAcknowledgementsPass() {
        // Memory for two packets, a disk of 1 s per access: rank 1's read must not queue behind rank 0's data.
        SimulationResult result = Stars.run(
                new ModelBuilder()
                        .ioGranularity(100 * KIB)
                        .star(new ModelBuilder.Star(
                                2,
                                Stars.ALIAS,
                                Node.of(1, 1e9, 300 * KIB),
                                Stars.NIC,
                                SimpleNetworkEdge.of(19_982, 117e6),
                                StoreForwardNode.of(48e9),
                                1,
                                SimpleDisk.of(1_000_000_000L, 1e9, 1),
                                SimpleWriteBehind.of(1)))
                        .build(),
                Stars.fileProgram(2, 10_000_000, (p, file) -> p.addWriteSequential(0, file, 0, 2_000_000)
                        .addCompute(1, 3_000_000_000L)
                        .addReadSequential(1, file, 5_000_000, 1000)));
        assertNull(result.deadlock());
        assertEquals(2_000_000, sum(result, true));
        long read = result.functions().stream()
                .filter(f -> f.name().equals("File_read_at"))
                .findFirst()
                .orElseThrow()
                .maxNanos();
        // It waits for at most the access under way, its own, and the one begun before it arrived.
        assertTrue(read < 3_000_000_000L, "read took " + read + " ns while 20 accesses of 1 s were waiting");
    }

    @Test
    void closingWaitsUntilTheServersHaveWritten() {
        SimulationResult result = Stars.run(
                Stars.star(1, 1, Stars.NIC, SimpleFlash.of(0, 1e6, 1), Stars.WRITE_BEHIND)
                        .build(),
                Stars.fileProgram(1, (p, file) -> p.addWriteSequential(0, file, 0, MIB)));
        assertTrue(result.clients().get(0).endNanos() >= (long) (MIB / 1e6 * 1e9), "1 MiB at 1 MB/s");
    }

    @Test
    void refusesFileAccessWhereTheModelHasNoServer() {
        var program = Stars.fileProgram(1, (p, file) -> p.addWriteSequential(0, file, 0, 10));
        Exception e = assertThrows(
                UnsupportedModelException.class, () -> Stars.run(Stars.star(1).build(), program));
        assertEquals("file 'data' is used, but the model has no server", e.getMessage());
    }

    private static long sum(SimulationResult result, boolean written) {
        return result.servers().stream()
                .mapToLong(written ? ServerResult::bytesWritten : ServerResult::bytesRead)
                .sum();
    }
}
