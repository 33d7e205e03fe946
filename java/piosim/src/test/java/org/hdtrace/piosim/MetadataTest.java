// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Consumer;
import java.util.stream.Stream;
import org.hdtrace.piosim.model.cluster.ClientProcess;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.Server;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.FileBuilder;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What requests without data take at servers that say so. */
class MetadataTest {
    private static final SimpleNetworkEdge EDGE = SimpleNetworkEdge.of(19_982, 117e6);

    private static ClusterModel model(int ranks, int servers, long metadataNanos) {
        ModelBuilder builder = new ModelBuilder().setApplication(Stars.ALIAS, "");
        NetworkNodeModel middle = builder.addNetworkNode("SW", StoreForwardNode.of(48e9));
        ModelBuilder.TopologyBuilder lan = builder.createTopology("LAN", new Routing.SymmetricHierarchicalRoute());
        Node host = Node.of(1, 1e9, 1L << 30);
        for (int rank = 0; rank < ranks; rank++) {
            ClientProcess client = builder.addClient(builder.addNode("n", host), "c", Stars.ALIAS, rank, Stars.NIC);
            lan.cable("c", client.nic(), EDGE, middle);
        }
        for (int i = 0; i < servers; i++) {
            Server server = builder.addServer(
                    builder.addNode("sn", host), "srv", Stars.NIC, Stars.DISK, Stars.WRITE_BEHIND, metadataNanos);
            lan.cable("s", server.nic(), EDGE, middle);
        }
        return builder.build();
    }

    private static long nanos(int files, long metadataNanos) {
        SimulationResult result = Stars.run(model(1, 1, metadataNanos), Stars.program(1, program -> {
            for (int i = 0; i < files; i++) {
                var file = program.createFile("f" + i, 0, SimpleStripe.DEFAULT);
                program.addFileOpen(program.world(), file, false).addFileClose(program.world(), file);
            }
        }));
        assertNull(result.deadlock());
        return result.virtualTimeNanos();
    }

    private static long nanos(int ranks, int servers, long metadataNanos, Consumer<FileBuilder> calls) {
        ProgramBuilder program = new ProgramBuilder("p", ranks);
        FileBuilder file = program.on(program.createFile("f", 1000, SimpleStripe.DEFAULT), program.world());
        calls.accept(file.open());
        file.close();
        SimulationResult result = Stars.run(model(ranks, servers, metadataNanos), program.build());
        assertNull(result.deadlock());
        return result.virtualTimeNanos();
    }

    static Stream<Arguments> calls() {
        Consumer<FileBuilder> size = file -> file.getSize(0);
        Consumer<FileBuilder> resize = file -> file.setSize(5_000_000);
        Consumer<FileBuilder> delete = file -> file.delete(0);
        Consumer<FileBuilder> sync = FileBuilder::sync;
        Consumer<FileBuilder> seek = file -> file.seekShared(5);
        Consumer<FileBuilder> shared = file -> file.shared(CommandType.FILE_READ_SHARED, 0, 10, Command.BLOCKING);
        Consumer<FileBuilder> data = file -> file.read(0, 0, 2000).read(0, 5000, 10);
        return Stream.of(
                Arguments.of("Asking for the size takes one server.", size, 1),
                Arguments.of("Resizing is done by all servers at once.", resize, 1),
                Arguments.of("Deleting asks one server, then all.", delete, 2),
                Arguments.of("Writing out is a request to all.", sync, 1),
                Arguments.of("Moving the shared pointer takes the server that has it.", seek, 1),
                Arguments.of("So does using it.", shared, 1),
                Arguments.of("Reading is about data, even where there is none.", data, 0),
                Arguments.of("One call after the other.", resize.andThen(delete).andThen(sync), 4));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("calls")
    void eachCallTakesTheServersTimeAsOftenAsItAsksThemInTurn(String why, Consumer<FileBuilder> calls, int times) {
        long metadataNanos = 250_000;
        for (int servers : new int[] {1, 3}) {
            long opened = nanos(1, servers, metadataNanos, file -> {}) - nanos(1, servers, 0, file -> {});
            long all = nanos(1, servers, metadataNanos, calls) - nanos(1, servers, 0, calls);
            assertEquals(times * metadataNanos, all - opened, why + " " + servers);
        }
    }

    @Test
    void requestsOfManyRanksAreServedOneAfterTheOther() {
        long metadataNanos = 2_000_000;
        Consumer<FileBuilder> all = file -> {
            for (int rank = 0; rank < 4; rank++) {
                file.getSize(rank);
            }
        };
        long opened = nanos(4, 2, metadataNanos, file -> {}) - nanos(4, 2, 0, file -> {});
        long longer = nanos(4, 2, metadataNanos, all) - nanos(4, 2, 0, all) - opened;
        // Ranks leave the broadcast of opening (32 and 20 bytes) two rounds apart, so without it the last ones end
        // later.
        assertTrue(Math.abs(longer - 4 * metadataNanos) < 2 * Stars.way(52), "by one server: " + longer);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1_000, 250_000})
    void openingAsksAServerAndClosingIsServedByAll(long metadataNanos) {
        // Opening: a request of 20 B and its acknowledgement of 15 B besides; closing has them anyway.
        long each = Stars.way(20) + metadataNanos + Stars.way(15) + metadataNanos;
        assertEquals(nanos(1, 0) + each, nanos(1, metadataNanos));
        assertEquals(nanos(3, 0) + 3 * each, nanos(3, metadataNanos));
    }
}
