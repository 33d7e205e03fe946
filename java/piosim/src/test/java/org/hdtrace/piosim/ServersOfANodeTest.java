// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.piosim.SimulationResult.ServerResult;
import org.hdtrace.piosim.model.cluster.CacheLayer;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.NoCache;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.SimpleDisk;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.Contiguous;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two servers on one node, beside two nodes with one each: an interface and a disk of their own, memory together. */
class ServersOfANodeTest {
    private static final int KIB = 1 << 10;
    private static final int SERVERS = 2;
    private static final long MEMORY = 400 * KIB;

    static List<CacheLayer> caches() {
        return StorageTest.caches();
    }

    /** Those that take data before the disk has written what came before. */
    static List<CacheLayer> cachesWithWaitingData() {
        return caches().stream().filter(cache -> !(cache instanceof NoCache)).toList();
    }

    /** Ranks and servers on one switch; disks that take twice as long as the network. */
    private static ClusterModel model(boolean together, long memory, CacheLayer cache) {
        ModelBuilder builder = new ModelBuilder().ioGranularity(100 * KIB).setApplication(Stars.ALIAS, "");
        NetworkNodeModel middle = builder.addNetworkNode("SW", StoreForwardNode.of(48e9));
        ModelBuilder.TopologyBuilder lan = builder.createTopology("LAN", new Routing.SymmetricHierarchicalRoute());
        SimpleNetworkEdge edge = SimpleNetworkEdge.of(19_982, 117e6);
        for (int rank = 0; rank < SERVERS; rank++) {
            Node host = builder.addNode("n", Node.of(1, 1e9, 1L << 30));
            lan.cable(
                    "e",
                    builder.addClient(host, "c", Stars.ALIAS, rank, Stars.NIC).nic(),
                    edge,
                    middle);
        }
        Node shared = together ? builder.addNode("sn", Node.of(1, 1e9, memory)) : null;
        for (int i = 0; i < SERVERS; i++) {
            Node host = together ? shared : builder.addNode("sn", Node.of(1, 1e9, memory));
            SimpleDisk disk = SimpleDisk.of(1_000_000, 50e6, 1);
            lan.cable(
                    "s", builder.addServer(host, "srv", Stars.NIC, disk, cache).nic(), edge, middle);
        }
        return builder.build();
    }

    /** Each rank writes and reads a file on a server of its own. */
    private static SimulationResult run(ClusterModel model, long bytes) {
        ProgramBuilder program = new ProgramBuilder("two files", SERVERS);
        List<ApplicationFile> files = new ArrayList<>();
        for (int i = 0; i < SERVERS; i++) {
            files.add(program.createFile("f" + i, 0, Contiguous.on(i)));
            program.addFileOpen(program.world(), files.get(i), false);
        }
        for (int rank = 0; rank < SERVERS; rank++) {
            ApplicationFile file = files.get(rank);
            program.addWriteSequential(rank, file, 0, bytes).addReadSequential(rank, file, 0, bytes);
        }
        Application application = program.build();
        SimulationResult result = Stars.run(model, application);
        assertEquals(SimulationResult.Outcome.FINISHED, result.outcome(), result.deadlock());
        return result;
    }

    @ParameterizedTest
    @MethodSource("caches")
    void haveAnInterfaceAndADiskEach(CacheLayer cache) {
        SimulationResult apart = run(model(false, 1L << 30, cache), 8 * MEMORY);
        SimulationResult together = run(model(true, 1L << 30, cache), 8 * MEMORY);
        assertEquals(apart.virtualTimeNanos(), together.virtualTimeNanos());
        assertEquals(apart.functions(), together.functions());
        for (int i = 0; i < SERVERS; i++) {
            assertEquals(
                    apart.servers().get(i).busyNanos(),
                    together.servers().get(i).busyNanos());
        }
    }

    /** One alone has room for all of a write; of two some of it waits for a disk. */
    @ParameterizedTest
    @MethodSource("cachesWithWaitingData")
    void shareTheMemory(CacheLayer cache) {
        SimulationResult apart = run(model(false, MEMORY, cache), MEMORY);
        SimulationResult together = run(model(true, MEMORY, cache), MEMORY);
        for (SimulationResult result : List.of(apart, together)) {
            assertEquals(
                    SERVERS * MEMORY,
                    result.servers().stream()
                            .mapToLong(ServerResult::bytesWritten)
                            .sum());
        }
        assertTrue(writeNanos(apart) < 5_000_000, "3.5 ms on the way: " + writeNanos(apart));
        assertTrue(
                writeNanos(together) > writeNanos(apart) + 1_000_000,
                "the disk's first access: " + writeNanos(together));
        assertEquals(writeNanos(apart), writeNanos(run(model(true, SERVERS * MEMORY, cache), MEMORY)));
    }

    private static long writeNanos(SimulationResult result) {
        return result.functions().stream()
                .filter(function -> function.name().equals("File_write_at"))
                .mapToLong(function -> function.maxNanos())
                .findFirst()
                .orElseThrow();
    }
}
