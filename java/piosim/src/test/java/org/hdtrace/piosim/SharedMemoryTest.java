// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.hdtrace.piosim.model.cluster.ClientProcess;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NetworkInterface;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.NicAnalytical;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.SharedMemoryEdge;
import org.hdtrace.piosim.model.cluster.SingleCopy;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.network.NetworkPlan.UnsupportedModelException;
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

    /** Copied once from 8,000 B on, at 5 GB/s and 1,500 ns each. */
    private static ModelBuilder single(long eagerLimit) {
        return single(eagerLimit, Nic.of(Double.POSITIVE_INFINITY), 1500);
    }

    private static ModelBuilder single(long eagerLimit, NetworkInterface fast, long each) {
        ModelBuilder builder = new ModelBuilder()
                .setApplication(Stars.ALIAS, "")
                .maxEagerSendSize(eagerLimit)
                .transferGranularity(1000);
        ModelBuilder.TopologyBuilder memory = builder.createTopology("memory", new Routing.FirstRoute());
        Node host = builder.addNode("host", Node.of(2, Double.POSITIVE_INFINITY, 1L << 32));
        ClientProcess first = builder.addClient(host, "c0", Stars.ALIAS, 0, fast);
        ClientProcess second = builder.addClient(host, "c1", Stars.ALIAS, 1, fast);
        SharedMemoryEdge edge = SharedMemoryEdge.of(200, 10e9, 1).withSingleCopy(new SingleCopy(8000, each, 5e9));
        memory.cable("shm", first.nic(), edge, second.nic());
        return builder;
    }

    @ParameterizedTest(name = "{1} B, eager up to {0} B: {2} ns = {3}")
    @CsvSource({
        "1099511627776, 7992, 1107, '200 + 9 packets in 804 + the last but one out: copied twice'",
        "1099511627776, 8000, 3309, '200 + 1500 + 8048 / 5 = 1609: copied once'",
        "1099511627776, 1000000, 201709, '200 + 1500 + 1000048 / 5 = 200009'",
        "8000, 1000000, 202149, 'the same behind 228 of the request, 200 + 2 x 140 / 10, and 212 of the answer, 200 + 2 x 60 / 10'",
    })
    void largeMessagesAreCopiedOnce(long eagerLimit, long bytes, long expected, String calculation) {
        long nanos = Stars.time(single(eagerLimit), Stars.program(2, p -> p.addSendAndRecv(0, 1, bytes, 0)));
        assertTrue(Math.abs(nanos - expected) <= 6, nanos + " ns: " + calculation);
        Application both =
                Stars.program(2, p -> p.addSendrecv(0, 1, bytes, 0, 1, 0).addSendrecv(1, 0, bytes, 0, 0, 0));
        assertEquals(nanos, Stars.time(single(eagerLimit), both), "both directions overlap");
    }

    @Test
    void analyticalInterfacesCannotCopyOnce() {
        ModelBuilder model = single(1L << 40, NicAnalytical.of(Double.POSITIVE_INFINITY), 1500);
        assertEquals(
                "'nic-c0' is a NICAnalytical, which can't send over 'shm_TX' with its SingleCopyFrom: use a NIC",
                assertThrows(
                                UnsupportedModelException.class,
                                () -> Stars.time(model, Stars.program(2, p -> p.addSendAndRecv(0, 1, 8, 0))))
                        .getMessage());
    }

    @Test
    void aCopyThatTakesForEverIsRefused() {
        ModelBuilder model = single(1L << 40, Nic.of(Double.POSITIVE_INFINITY), Long.MAX_VALUE);
        String told = assertThrows(
                        UnsupportedModelException.class,
                        () -> Stars.time(model, Stars.program(2, p -> p.addSendAndRecv(0, 1, 10_000, 0))))
                .getMessage();
        assertTrue(told.endsWith(": beyond the end of virtual time"), told);
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
