// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.hdtrace.piosim.model.cluster.ClientProcess;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.SharedMemoryEdge;
import org.hdtrace.piosim.model.program.Application;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two ranks of one node beside what MPICH 4.0.2 and Open MPI 4.1.4 took there (MODEL C6). The model has two figures, of messages of
 * 1 B and of 1 MiB, and packets of 100 KiB: a message of S bytes takes latency + (S + 48 B + a packet) / bandwidth. All else is
 * predicted; steps cost nothing.
 */
class MeasuredMemoryTest {
    private static final int MIB = 1 << 20;
    private static final long LATENCY = 361;
    /** 1,048,624 B and 102,400 B of the last packet once more, in 108 us without the latency. */
    private static final double BANDWIDTH = (1_048_624 + 102_400) / (108_000.0 - LATENCY) * 1e9;

    private static ClusterModel model() {
        ModelBuilder builder = new ModelBuilder()
                .setApplication(Stars.ALIAS, "")
                .maxEagerSendSize(1L << 40)
                .method(CommandType.ALLREDUCE, "MPICH");
        ModelBuilder.TopologyBuilder memory = builder.createTopology("memory", new Routing.FirstRoute());
        Node host = builder.addNode("host", Node.of(2, Double.POSITIVE_INFINITY, 1L << 32));
        Nic fast = Nic.of(Double.POSITIVE_INFINITY);
        ClientProcess first = builder.addClient(host, "c0", Stars.ALIAS, 0, fast);
        ClientProcess second = builder.addClient(host, "c1", Stars.ALIAS, 1, fast);
        memory.cable("shm", first.nic(), SharedMemoryEdge.of(LATENCY, BANDWIDTH, 1), second.nic());
        return builder.build();
    }

    private static double micros(Application program) {
        return Stars.run(model(), program).virtualTimeNanos() / 1e3;
    }

    private static double message(long bytes) {
        return micros(Stars.program(2, p -> p.addSendAndRecv(0, 1, bytes, 0)));
    }

    private static double exchange(long bytes) {
        return micros(Stars.program(2, p -> p.addSendrecv(0, 1, bytes, 0, 1, 0).addSendrecv(1, 0, bytes, 0, 0, 0)));
    }

    /** Half of there and back, the best and the worst of both libraries. */
    @ParameterizedTest(name = "{0} B in {1} to {2} us, within {3} %")
    @CsvSource({
        "1, 0.33, 0.40, 1",
        "1024, 0.69, 0.85, 20",
        "65536, 12.0, 12.6, 1",
        "102400, 16.8, 18.0, 10",
        "1048576, 104, 109, 1",
        "8388608, 813, 839, 3",
    })
    void messagesTakeWhatWasMeasured(long bytes, double least, double most, double percent) {
        double predicted = message(bytes);
        assertTrue(predicted > least * (1 - percent / 100), bytes + " B: " + predicted + " us");
        assertTrue(predicted < most * (1 + percent / 100), bytes + " B: " + predicted + " us");
    }

    /** Without the second copy 64 KiB would take 6.5 us; what lies between is why each packet is copied twice. */
    @Test
    void oneBandwidthAloneWouldNotGiveMessagesOfOnePacket() {
        double oneCopy = (LATENCY + 65_536 / BANDWIDTH * 1e9) / 1e3;
        assertTrue(oneCopy < 0.6 * 12.0, oneCopy + " us");
    }

    /**
     * Held out. 66 to 83 us were measured, and that a model of one bandwidth gives 108 us, 30 to 63 % more: so does this one, as {@link
     * SharedMemoryEdge} tells, and it is neither better nor worse than that.
     */
    @Test
    void exchangesOfLargeMessagesAreThirtyToSixtyThreePercentTooLong() {
        double predicted = exchange(MIB);
        assertEquals(108, predicted, 0.5);
        assertTrue(predicted / 83 >= 1.29 && predicted / 66 <= 1.65, predicted + " us");
    }

    /** Held out. 0.81 to 0.84 us were measured; the library's own time of two calls isn't in the model. */
    @Test
    void exchangesOfSmallMessagesAreAThirdTooShort() {
        double predicted = exchange(1024);
        assertTrue(predicted < 0.81 && predicted > 0.81 * 0.66, predicted + " us");
    }

    /**
     * Held out. 202 to 216 us were measured, of which two exchanges of half the data are predicted; the rest is the copy of 1 MiB
     * and the sum of half of it, which cost nothing here.
     */
    @Test
    void anAllreduceTakesItsTwoExchangesAtLeast() {
        double predicted = micros(Stars.program(2, p -> p.addAllreduce(p.world(), MIB)));
        assertEquals(2 * exchange(MIB / 2), predicted, 0.02 * predicted);
        assertTrue(predicted > 202 * 0.5 && predicted < 202, predicted + " us");
    }
}
