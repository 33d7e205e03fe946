// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.hdtrace.piosim.SimulationResult.ServerResult;
import org.hdtrace.piosim.model.cluster.Aggregation;
import org.hdtrace.piosim.model.cluster.AggregationReorder;
import org.hdtrace.piosim.model.cluster.CacheLayer;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NoCache;
import org.hdtrace.piosim.model.cluster.ServerDirectedIO;
import org.hdtrace.piosim.model.cluster.SimpleDisk;
import org.hdtrace.piosim.model.cluster.SimpleWriteBehind;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.FileBuilder;
import org.hdtrace.piosim.model.program.FileControl;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.process.Call;
import org.hdtrace.piosim.storage.StorageObserver;
import org.hdtrace.piosim.storage.StorageServer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What servers hold of a file that is cut or deleted doesn't reach their disks. */
class CutFilesTest {
    private static final long MIB = 1 << 20;

    /** What is on the disk of a single server, of one file. */
    private static final class DiskImage implements StorageObserver {
        private final BitSet bytes = new BitSet();
        private final Map<Long, Long> cuts = new HashMap<>();
        private long requests;
        private long written;

        @Override
        public long requested(Call call, StorageServer server, Kind kind, long size) {
            if (kind == Kind.METADATA && call.command() instanceof FileControl control) {
                if (control instanceof FileControl.Together all && all.type() == CommandType.FILE_SET_SIZE) {
                    cuts.put(requests, all.size());
                } else if (control.type() == CommandType.FILE_DELETE) {
                    cuts.put(requests, 0L);
                }
            }
            return requests++;
        }

        @Override
        public void arrived(long request) {
            Long end = cuts.get(request);
            if (end != null) {
                bytes.clear(end.intValue(), Math.max(end.intValue(), bytes.length()));
            }
        }

        @Override
        public long accessed(StorageServer server, Kind kind, long offset, long size, long endNanos, long[] jobs) {
            if (kind == Kind.WRITE) {
                bytes.set((int) offset, (int) (offset + size));
                written += size;
            }
            return 0;
        }
    }

    private static ServerResult run(ClusterModel model, Application program, DiskImage image) throws Exception {
        Simulation simulation = new Simulation(model, Map.of(Stars.ALIAS, program));
        simulation.observe(image);
        SimulationResult result = simulation.run(SimulationOptions.UNLIMITED);
        assertNull(result.deadlock());
        return result.servers().get(0);
    }

    private static List<CacheLayer> caches() {
        return List.of(
                NoCache.of(1),
                SimpleWriteBehind.of(1),
                Aggregation.of(1),
                AggregationReorder.of(1),
                ServerDirectedIO.of(1, 100));
    }

    @Property(tries = 300)
    void theDiskHasWhatWasWrittenAndNotCut(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        int ranks = 1 + random.nextInt(3);
        ProgramBuilder program = new ProgramBuilder("cut", ranks);
        ApplicationFile data = program.createFile("data", 0, new SimpleStripe(1 << 30));
        FileBuilder file = program.on(data, program.world()).open();
        BitSet expected = new BitSet();
        long taken = 0;
        for (int i = 0; i < 30; i++) {
            int rank = random.nextInt(ranks);
            switch (random.nextInt(8)) {
                case 0 -> {
                    int end = random.nextInt(20_000);
                    file.setSize(end);
                    expected.clear(end, Math.max(end, expected.length()));
                }
                case 1 -> {
                    file.close().delete(rank);
                    expected.clear();
                    program.addBarrier(program.world());
                    file.open();
                }
                case 2 -> file.read(rank, random.nextInt(15_000), random.nextInt(3000));
                case 3 -> program.addBarrier(program.world());
                default -> {
                    int offset = random.nextInt(15_000);
                    int size = 1 + random.nextInt(5000);
                    file.write(rank, offset, size);
                    program.addBarrier(program.world());
                    expected.set(offset, offset + size);
                    taken += size;
                }
            }
        }
        file.close();
        ModelBuilder model = Stars.star(
                        ranks, 1, Stars.NIC, SimpleDisk.of(300_000, 1e7, 1), caches().get(random.nextInt(5)))
                .method(CommandType.FILE_CLOSE, random.nextBoolean() ? "SimpleClose" : "FlushClose");
        DiskImage image = new DiskImage();
        ServerResult server = run(model.build(), program.build(), image);
        assertEquals(expected, image.bytes);
        assertEquals(image.written, server.bytesWritten());
        assertEquals(taken, server.bytesWritten() + server.bytesReplaced() + server.bytesDiscarded());
    }

    static Stream<CacheLayer> writeBehind() {
        return caches().stream().filter(cache -> !(cache instanceof NoCache));
    }

    @ParameterizedTest
    @MethodSource("writeBehind")
    void mostOfWhatIsDeletedAtOnceNeverReachesTheDisk(CacheLayer cache) throws Exception {
        // The disk takes 1 MiB/s: of 8 MiB it has hardly begun any when the network has brought them.
        for (boolean deletes : List.of(true, false)) {
            ProgramBuilder program = new ProgramBuilder("scratch", 1);
            ApplicationFile data = program.createFile("data", 0, new SimpleStripe(1 << 30));
            FileBuilder file = program.on(data, program.world()).open().write(0, 0, 8 * MIB);
            if (deletes) {
                file.close().delete(0);
            } else {
                file.setSize(2 * MIB).close();
            }
            ModelBuilder model = Stars.star(1, 1, Stars.NIC, SimpleDisk.of(0, MIB, 1), cache)
                    .method(CommandType.FILE_CLOSE, "SimpleClose");
            ServerResult server = run(model.build(), program.build(), new DiskImage());
            long kept = deletes ? 0 : 2 * MIB;
            assertEquals(8 * MIB, server.bytesWritten() + server.bytesDiscarded());
            assertTrue(
                    server.bytesWritten() >= kept && server.bytesWritten() <= kept + 3 * MIB, () -> server.toString());
        }
    }
}
