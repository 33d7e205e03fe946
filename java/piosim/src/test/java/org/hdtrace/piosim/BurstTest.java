// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Consumer;
import org.hdtrace.piosim.model.cluster.ClientProcess;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NetworkInterface;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.NicAnalytical;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.network.NetworkPlan.UnsupportedModelException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two hosts and a cable of 10 MB/s and 1 us that lets 12,000 B pass at once after a pause; packets of 1000 B, steps without cost. */
class BurstTest {
    private static final int BURST = 12_000;

    private static ModelBuilder model(long burst, double speed) {
        return model(burst, speed, 10e6);
    }

    private static ModelBuilder model(long burst, double speed, double rate) {
        return model(burst, speed, rate, Nic.of(Double.POSITIVE_INFINITY));
    }

    private static ModelBuilder model(long burst, double speed, double rate, NetworkInterface fast) {
        ModelBuilder builder = new ModelBuilder()
                .setApplication(Stars.ALIAS, "")
                .maxEagerSendSize(1L << 40)
                .transferGranularity(1000);
        ModelBuilder.TopologyBuilder network = builder.createTopology("LAN", new Routing.FirstRoute());
        Node first = builder.addNode("n0", Node.of(1, speed, 1L << 32));
        Node second = builder.addNode("n1", Node.of(1, speed, 1L << 32));
        ClientProcess from = builder.addClient(first, "c0", Stars.ALIAS, 0, fast);
        ClientProcess to = builder.addClient(second, "c1", Stars.ALIAS, 1, fast);
        network.cable("cable", from.nic(), SimpleNetworkEdge.of(1000, rate).withBurst(burst), to.nic());
        return builder;
    }

    private static long nanos(long burst, Consumer<ProgramBuilder> commands) {
        return Stars.time(model(burst, Double.POSITIVE_INFINITY), Stars.program(2, commands));
    }

    private static long message(long burst, long bytes) {
        return nanos(burst, program -> program.addSendAndRecv(0, 1, bytes, 0));
    }

    @ParameterizedTest(name = "{0} B: {1} ns = {2}")
    @CsvSource({
        "0, 1000, 'nothing but the latency'",
        "11952, 1000, '48 B more are 12000: all of it at once'",
        "11953, 1100, 'one byte of 10 MB/s'",
        "100000, 8805800, '(100048 - 12000) x 100 + 1000'",
    })
    void whatIsBeyondTheBurstTakesTheRate(long bytes, long expected, String calculation) {
        assertEquals(expected, message(BURST, bytes), calculation);
    }

    @Test
    void aBucketThatIsNeverFullAgainIsRefused() {
        // At 10^-9 B/s the burst stands for 9 x 10^18 ns, and 48 B for more than there are from 5,000 ns on.
        ModelBuilder model = model(9, 1e9, 1e-9);
        Application late =
                Stars.program(2, program -> program.addCompute(0, 5000).addSendAndRecv(0, 1, 0, 0));
        String told = assertThrows(UnsupportedModelException.class, () -> Stars.time(model, late))
                .getMessage();
        assertTrue(told.endsWith("for a packet of 48 B: beyond the end of virtual time"), told);
    }

    @Test
    void analyticalInterfacesTakeNoNoticeOfIt() {
        ModelBuilder with = model(BURST, Double.POSITIVE_INFINITY, 10e6, NicAnalytical.of(Double.POSITIVE_INFINITY));
        ModelBuilder without = model(0, Double.POSITIVE_INFINITY, 10e6, NicAnalytical.of(Double.POSITIVE_INFINITY));
        Application message = Stars.program(2, program -> program.addSendAndRecv(0, 1, 50_000, 0));
        assertEquals(Stars.time(without, message), Stars.time(with, message));
    }

    /** Within a few latencies of the cable. */
    private static void assertNear(long expected, long nanos) {
        assertTrue(Math.abs(expected - nanos) <= 8000, nanos + " ns instead of " + expected);
    }

    @Test
    void theBurstComesBackAtTheRateOfTheEdge() {
        long whole = message(0, 50_000);
        long saved = whole - message(BURST, 50_000);
        // Without it a packet at the end waits for the one before to arrive.
        assertNear(BURST * 100L, saved);
        // Right behind each other only the first one has it.
        long two =
                nanos(BURST, program -> program.addSendAndRecv(0, 1, 50_000, 0).addSendAndRecv(0, 1, 50_000, 0));
        long twoWithout =
                nanos(0, program -> program.addSendAndRecv(0, 1, 50_000, 0).addSendAndRecv(0, 1, 50_000, 0));
        assertNear(saved, twoWithout - two);
        // After half the time that the burst takes half of it is there, after that time or longer all.
        for (long pause : new long[] {BURST * 50L, BURST * 100L, BURST * 300L}) {
            Application apart = Stars.program(2, program -> program.addSendAndRecv(0, 1, 50_000, 0)
                    .addSendAndRecv(1, 0, 0, 0)
                    .addCompute(0, pause)
                    .addSendAndRecv(0, 1, 50_000, 0));
            long gained = Stars.time(model(0, 1e9), apart) - Stars.time(model(BURST, 1e9), apart);
            // The answer is a pause, too: two latencies, and its 48 B.
            long back = Math.min(BURST * 100L, pause + 2 * 1000);
            assertNear(saved + back, gained);
        }
    }
}
