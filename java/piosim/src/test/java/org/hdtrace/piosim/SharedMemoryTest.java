// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.hdtrace.piosim.model.cluster.ClientProcess;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.SharedMemoryEdge;
import org.hdtrace.piosim.model.program.Application;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two ranks of one node over shared memory of 200 ns and 10 GB/s per copying thread, steps without cost. */
class SharedMemoryTest {
    private static final int MIB = 1 << 20;

    private static ModelBuilder model(int threads) {
        ModelBuilder builder =
                new ModelBuilder().setApplication(Stars.ALIAS, "").maxEagerSendSize(1L << 40);
        ModelBuilder.TopologyBuilder memory = builder.createTopology("memory", new Routing.FirstRoute());
        Node host = builder.addNode("host", Node.of(2, Double.POSITIVE_INFINITY, 1L << 32));
        Nic fast = Nic.of(Double.POSITIVE_INFINITY);
        ClientProcess first = builder.addClient(host, "c0", Stars.ALIAS, 0, fast);
        ClientProcess second = builder.addClient(host, "c1", Stars.ALIAS, 1, fast);
        memory.cable("shm", first.nic(), SharedMemoryEdge.of(200, 10e9, threads), second.nic());
        return builder;
    }

    private static long message(int threads, long bytes) {
        return Stars.time(model(threads), Stars.program(2, p -> p.addSendAndRecv(0, 1, bytes, 0)));
    }

    private static long sendrecv(int threads, long bytes) {
        Application both =
                Stars.program(2, p -> p.addSendrecv(0, 1, bytes, 0, 1, 0).addSendrecv(1, 0, bytes, 0, 0, 0));
        return Stars.time(model(threads), both);
    }

    @ParameterizedTest(name = "{1} B by {0} threads: {2} ns = {3}")
    @CsvSource({
        "1, 0, 208, '200 + 2 x 48 / 10'",
        "1, 1024, 414, '200 + 2 x 1072 / 10'",
        "2, 1024, 306, '200 + 2 x 1072 / 20'",
        "1, 1048576, 115306, '200 + 2 x 10244 + 9 x 10240 + 2458: the copies in, and that of one full packet out'",
    })
    void messageIsCopiedInAndOut(int threads, long bytes, long expected, String calculation) {
        assertEquals(expected, message(threads, bytes), calculation);
    }

    @Test
    void bothDirectionsOverlap() {
        for (int threads = 1; threads <= 4; threads *= 2) {
            assertEquals(message(threads, MIB), sendrecv(threads, MIB));
        }
    }

    @Test
    void sendrecvIsFasterThanThereAndBack() {
        Application pingPong =
                Stars.program(2, p -> p.addSendAndRecv(0, 1, MIB, 0).addSendAndRecv(1, 0, MIB, 0));
        long thereAndBack = Stars.time(model(1), pingPong);
        assertEquals(2 * message(1, MIB), thereAndBack);
        assertTrue(sendrecv(1, MIB) < 0.6 * thereAndBack);
    }

    @Test
    void copiesOverlapPacketByPacket() {
        long whole = Stars.time(
                model(1).transferGranularity(2 * MIB), Stars.program(2, p -> p.addSendAndRecv(0, 1, MIB, 0)));
        assertEquals(200 + 2 * 104_862, whole, "one packet: 2 x 1048624 / 10 cut off");
        assertTrue(message(1, MIB) < 0.6 * whole);
    }
}
