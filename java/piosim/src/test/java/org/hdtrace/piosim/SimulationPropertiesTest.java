// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.network.Network;
import org.hdtrace.piosim.network.TransferTime;
import org.junit.jupiter.api.Test;

class SimulationPropertiesTest {
    private static final double BANDWIDTH = 117e6;
    private static final int GRANULARITY = 102_400;

    @Property(tries = 200)
    void moreBandwidthIsNeverSlower(
            @ForAll @LongRange(min = 0, max = 3_000_000) long bytes,
            @ForAll @IntRange(min = 1_000_000, max = 2_000_000_000) int bandwidth,
            @ForAll @IntRange(min = 0, max = 1_000_000) int more,
            @ForAll @IntRange(min = 0, max = 500_000) int latency,
            @ForAll @IntRange(min = 1000, max = 200_000) int granularity) {
        Application program = Stars.program(2, p -> p.addSendAndRecv(0, 1, bytes, 0));
        long slow = Stars.time(star(bandwidth, latency, granularity), program);
        long fast = Stars.time(star((double) bandwidth + more, latency, granularity), program);
        long allowed = heldByHeader(latency, (double) bandwidth + more, granularity);
        assertTrue(fast <= slow + allowed, fast + " > " + slow + " + " + allowed);
    }

    @Property(tries = 200)
    void lessLatencyIsNeverSlower(
            @ForAll @LongRange(min = 0, max = 3_000_000) long bytes,
            @ForAll @IntRange(min = 0, max = 1_000_000) int latency,
            @ForAll @IntRange(min = 0, max = 500_000) int more) {
        assertNearIsNotSlower(bytes, latency, more);
    }

    /** Latencies at which one nanosecond more lets one packet more into the window, see {@link #heldByHeader}. */
    @Property(tries = 300)
    void lessLatencyIsNeverSlowerWhereTheHeaderFillsTheWindow(
            @ForAll @LongRange(min = 0, max = 3_000_000) long bytes,
            @ForAll @IntRange(min = 0, max = 2) int packets,
            @ForAll @IntRange(min = 0, max = 350) int beyond,
            @ForAll @IntRange(min = 1, max = 400) int more) {
        int latency = (int) (packets * TransferTime.nanos(GRANULARITY, BANDWIDTH)) + beyond;
        assertNearIsNotSlower(bytes, latency, more);
    }

    private static void assertNearIsNotSlower(long bytes, int latency, int more) {
        Application program = Stars.program(2, p -> p.addSendAndRecv(0, 1, bytes, 0));
        long near = Stars.time(star(BANDWIDTH, latency, GRANULARITY), program);
        long far = Stars.time(star(BANDWIDTH, latency + more, GRANULARITY), program);
        long allowed = heldByHeader(latency, BANDWIDTH, GRANULARITY);
        assertTrue(near <= far + allowed, near + " > " + far + " + " + allowed);
    }

    /**
     * How long the header of a message's first packet may hold back the next one, in ns.
     *
     * <p>A stream is held while its packets in flight amount to the latency plus a full packet without header
     * (MODEL B2.2). Where the latency is between k full packets and the header's time more, the header alone fills
     * the window; a little more latency lets the next packet go at once and so gains up to that time.
     */
    private static long heldByHeader(long latency, double bandwidth, int granularity) {
        long packet = TransferTime.nanos(granularity, bandwidth);
        long header = TransferTime.nanos(granularity + Network.HEADER_BYTES, bandwidth) - packet;
        long full = Math.max(1, packet);
        return latency % full <= header ? header : 0;
    }

    @Test
    void simulationsInOneVirtualMachineDoNotInfluenceEachOther() throws Exception {
        String alone = fingerprint(mixed(6));
        String other = fingerprint(mixed(5));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            Application shared = mixed(6);
            List<Future<String>> sixes =
                    List.of(threads.submit(() -> fingerprint(shared)), threads.submit(() -> fingerprint(shared)));
            Future<String> five = threads.submit(() -> fingerprint(mixed(5)));
            for (Future<String> six : sixes) {
                assertEquals(alone, six.get());
            }
            assertEquals(other, five.get());
        } finally {
            threads.shutdown();
        }
        assertEquals(alone, fingerprint(mixed(6)));
    }

    /** All that a simulation tells, but for the real time it took. */
    private static String fingerprint(Application program) {
        SimulationResult result = Stars.run(Stars.star(program.rankCount(), 2).build(), program);
        return result.virtualTimeNanos() + " " + result.events() + " " + result.clients() + result.servers()
                + result.functions() + result.deadlock();
    }

    private static Application mixed(int ranks) {
        return Stars.fileProgram(ranks, (p, file) -> {
            for (int i = 0; i < 5; i++) {
                for (int rank = 0; rank < ranks; rank++) {
                    p.addCompute(rank, 1000L * rank);
                    p.addSendrecv(rank, (rank + 1) % ranks, 70_000L * i, i, (rank + ranks - 1) % ranks, i);
                    p.addWriteSequential(rank, file, 1_000_000L * (rank + i), 300_000);
                }
                p.addAllreduce(p.world(), 1000);
                p.addBroadcast(p.world(), i, 200_000);
            }
        });
    }

    private static ModelBuilder star(double bandwidth, int latency, int granularity) {
        return new ModelBuilder()
                .transferGranularity(granularity)
                .star(
                        2,
                        Stars.ALIAS,
                        Node.of(1, 1e9, 1L << 32),
                        Nic.of(4e10),
                        SimpleNetworkEdge.of(latency, bandwidth),
                        StoreForwardNode.of(48e9));
    }
}
