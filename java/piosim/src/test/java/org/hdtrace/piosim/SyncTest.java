// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.BiConsumer;
import org.hdtrace.piosim.SimulationResult.ServerResult;
import org.hdtrace.piosim.model.cluster.Aggregation;
import org.hdtrace.piosim.model.cluster.CacheLayer;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.SimpleFlash;
import org.hdtrace.piosim.model.cluster.SimpleWriteBehind;
import org.hdtrace.piosim.model.file.Contiguous;
import org.hdtrace.piosim.model.file.Distribution;
import org.hdtrace.piosim.model.file.Extents;
import org.hdtrace.piosim.model.file.Extents.Extent;
import org.hdtrace.piosim.model.program.FileBuilder;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** MPI_File_sync waits for the data of its file on all servers, and for nothing else. Disks write 1 MB/s. */
class SyncTest {
    private static final long SECOND = 1_000_000_000L;
    /** 1,000,000 bytes on server 0, then 300,000 on server 1. */
    private static final Distribution UNEVEN =
            new Extents(List.of(new Extent(0, 0, 1_000_000), new Extent(1, 1_000_000, 300_000)));

    /** The same the other way round. */
    private static final Distribution MIRRORED =
            new Extents(List.of(new Extent(1, 0, 1_000_000), new Extent(0, 1_000_000, 300_000)));

    static List<CacheLayer> caches() {
        return StorageTest.caches();
    }

    /** Closing waits for nothing here. */
    private static SimulationResult run(
            CacheLayer cache, int ranks, Distribution spread, BiConsumer<FileBuilder, FileBuilder> calls) {
        ModelBuilder model = Stars.star(ranks, 2, Stars.NIC, SimpleFlash.of(0, 1e6, 1), cache)
                .method(CommandType.FILE_CLOSE, "SimpleClose");
        ProgramBuilder program = new ProgramBuilder("sync", ranks);
        FileBuilder first = program.on(program.createFile("first", 0, spread), program.world());
        FileBuilder other = program.on(program.createFile("other", 0, Contiguous.on(0)), program.world());
        first.open();
        other.open();
        calls.accept(first, other);
        SimulationResult result = Stars.run(model.build(), program.build());
        assertNull(result.deadlock());
        return result;
    }

    private static long end(SimulationResult result, int rank) {
        return result.clients().get(rank).endNanos();
    }

    private static long written(SimulationResult result) {
        return result.servers().stream().mapToLong(ServerResult::bytesWritten).sum();
    }

    @ParameterizedTest
    @MethodSource("caches")
    void itWaitsForTheSlowestServer(CacheLayer cache) {
        for (Distribution spread : List.of(UNEVEN, MIRRORED)) {
            SimulationResult result = run(cache, 2, spread, (file, other) -> file.write(1, 0, 1_300_000)
                    .sync());
            assertEquals(1_300_000, written(result));
            for (int rank = 0; rank < 2; rank++) {
                // The first packet is there after 0.9 ms; an answer takes 0.1 ms, as does a message to the other rank.
                long waited = end(result, rank) - SECOND;
                assertTrue(waited > 0 && waited < 20_000_000, cache + ": " + waited);
            }
            assertEquals(result.virtualTimeNanos(), Math.max(end(result, 0), end(result, 1)), "nothing is left to do");
        }
    }

    @Test
    void withoutItDataStaysInTheCaches() {
        SimulationResult result = run(SimpleWriteBehind.of(1), 2, UNEVEN, (file, other) -> file.write(1, 0, 1_300_000));
        assertTrue(end(result, 1) < SECOND / 50, "as fast as the network: " + end(result, 1));
        assertTrue(result.virtualTimeNanos() > SECOND, "the disks go on");
    }

    static List<CacheLayer> inOrder() {
        return List.of(SimpleWriteBehind.of(1), Aggregation.of(1));
    }

    @ParameterizedTest
    @MethodSource("inOrder")
    void itDoesNotWaitForOtherFilesBehindIt(CacheLayer cache) {
        SimulationResult result = run(cache, 1, UNEVEN, (file, other) -> {
            file.write(0, 0, 1_300_000);
            other.write(0, 0, 5_000_000);
            file.sync();
        });
        assertTrue(end(result, 0) > SECOND && end(result, 0) < SECOND + SECOND / 20, cache + ": " + end(result, 0));
        assertTrue(result.virtualTimeNanos() > 6 * SECOND, "5 MB of the other file are written later");
        assertEquals(6_300_000, written(result));
    }

    @ParameterizedTest
    @MethodSource("inOrder")
    void itWaitsForOtherFilesInFrontOfItOnTheDisk(CacheLayer cache) {
        SimulationResult result = run(cache, 1, Contiguous.on(0), (file, other) -> {
            other.write(0, 0, 3_000_000);
            file.write(0, 0, 100_000).sync();
        });
        assertTrue(end(result, 0) > 3 * SECOND + SECOND / 10, cache + ": " + end(result, 0));
    }

    @ParameterizedTest
    @MethodSource("caches")
    void aFileWithNothingToWriteWaitsForNobody(CacheLayer cache) {
        SimulationResult result = run(cache, 2, UNEVEN, (file, other) -> {
            other.write(1, 0, 2_000_000);
            file.sync();
        });
        // Rank 0 is at once there, rank 1 when the servers have taken its data, all but what a cache can't hold.
        long most = cache.toString().startsWith("NoCache") ? 2 * SECOND + SECOND / 10 : SECOND / 10;
        assertTrue(end(result, 0) < most, cache + ": " + end(result, 0));
    }

    @ParameterizedTest
    @MethodSource("caches")
    void aSecondOneFindsNothingLeft(CacheLayer cache) {
        long once = end(
                run(cache, 1, UNEVEN, (file, other) -> file.write(0, 0, 500_000).sync()), 0);
        long twice = end(
                run(cache, 1, UNEVEN, (file, other) -> file.write(0, 0, 500_000)
                        .sync()
                        .sync()),
                0);
        // A request and its answer: four edges of 19,982 ns.
        assertTrue(twice - once > 4 * 19_982 && twice - once < 6 * 19_982, cache + ": " + (twice - once));
    }
}
