// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.Server;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What requests without data take at servers that say so. */
class MetadataTest {
    private static final SimpleNetworkEdge EDGE = SimpleNetworkEdge.of(19_982, 117e6);

    private static long nanos(int files, long metadataNanos) {
        ModelBuilder builder = new ModelBuilder().setApplication(Stars.ALIAS, "");
        NetworkNodeModel middle = builder.addNetworkNode("SW", StoreForwardNode.of(48e9));
        ModelBuilder.TopologyBuilder lan = builder.createTopology("LAN", new Routing.SymmetricHierarchicalRoute());
        Node host = Node.of(1, 1e9, 1L << 30);
        lan.cable(
                "c",
                builder.addClient(builder.addNode("n", host), "c", Stars.ALIAS, 0, Stars.NIC)
                        .nic(),
                EDGE,
                middle);
        Server server = builder.addServer(
                builder.addNode("sn", host), "srv", Stars.NIC, Stars.DISK, Stars.WRITE_BEHIND, metadataNanos);
        lan.cable("s", server.nic(), EDGE, middle);
        ClusterModel model = builder.build();
        SimulationResult result = Stars.run(model, Stars.program(1, program -> {
            for (int i = 0; i < files; i++) {
                var file = program.createFile("f" + i, 0, org.hdtrace.piosim.model.file.SimpleStripe.DEFAULT);
                program.addFileOpen(program.world(), file, false).addFileClose(program.world(), file);
            }
        }));
        assertNull(result.deadlock());
        return result.virtualTimeNanos();
    }

    /** One packet through two interfaces, two edges and the switch (MODEL B3, 3.1). */
    private static long way(long bytes) {
        long onWire = bytes + 40;
        long nic = (long) (onWire / 42_949_672_960.0 * 1e9);
        return 2 * nic + 2 * (onWire * 1_000_000_000L / 117_000_000 + 19_982) + onWire / 48;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1_000, 250_000})
    void openingAsksAServerAndClosingIsServedByAll(long metadataNanos) {
        // Opening: a request of 20 B and its acknowledgement of 15 B besides; closing has them anyway.
        long each = way(20) + metadataNanos + way(15) + metadataNanos;
        assertEquals(nanos(1, 0) + each, nanos(1, metadataNanos));
        assertEquals(nanos(3, 0) + 3 * each, nanos(3, metadataNanos));
    }
}
