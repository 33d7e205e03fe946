// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hdtrace.piosim.model.cluster.NoCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The checkpoint of the HDTrace paper at a server without cache, to the nanosecond (MODEL C2, with B2.2, B2.5 and B3).
 *
 * <p>Without cache a packet is taken when no write is unfinished. The first access takes A = 14.167 + 0.977 = 15.143 ms,
 * far longer than the t = 1.4576 ms that an edge needs for a packet, so the way fills: one packet waits in the server's
 * interface, and the edge in front of it may be two ahead (as many as take L + t, L = 0.2875 ms). The first access begins
 * L after the edge was done with its packet; the edge works for the three packets and rests until that access ends: L + A -
 * 3 t = 11.06 ms. Later accesses, of 0.977 ms, are shorter than t and hold nothing up, but for the last packet, which is
 * 26,248 bytes long, comes after 0.374 ms and has to wait for 0.603 ms. So the closed form that holds for caches, data /
 * bandwidth and a way, is incomplete by 11.66 ms or 0.160 % of the checkpoint. The recursion below has every division cut off
 * as in B3.
 */
class NoCacheTest {
    private static final int HOPS = 5;
    private static final long PACKET = 102_400;
    private static final long HEADER = 40;
    private static final long REQUEST = 20 + 8;
    private static final long ACKNOWLEDGE = 15;
    private static final long LATENCY = 287_500;
    private static final double MIB = 1 << 20;
    /** Client's interface, edge, switch, edge, server's interface. */
    private static final double[] BANDWIDTH = {7629 * MIB, 67 * MIB, 48 * 1024 * MIB, 67 * MIB, 7629 * MIB};
    /** Three instructions at 2.66e9 per second and 1 ns. */
    private static final long STEP = 2;

    private static long nanos(long bytes, double bandwidth) {
        return (long) (bytes * 1_000_000_000L / bandwidth);
    }

    private static long latency(int hop) {
        return hop == 1 || hop == 3 ? LATENCY : 0;
    }

    /** When each packet, the request being number 0, starts at each hop and is taken by the server. */
    private static final class Way {
        private final long[][] starts;
        private final long[] wire;

        private Way(int packets) {
            starts = new long[packets][HOPS + 1];
            wire = new long[packets];
        }

        private long end(int packet, int hop) {
            return starts[packet][hop] + nanos(wire[packet], BANDWIDTH[hop]);
        }

        /** When a hop may start a packet: the next hop must have started others of latency and a full packet's time. */
        private long windowOpens(int packet, int hop) {
            long limit = latency(hop) + nanos(PACKET, BANDWIDTH[hop]);
            long used = 0;
            for (int before = packet - 1; before >= 0; before--) {
                used += nanos(wire[before], BANDWIDTH[hop]);
                if (used >= limit) {
                    return starts[before][hop + 1];
                }
            }
            return 0;
        }

        private void pass(int packet, long created) {
            long arrives = created;
            for (int hop = 0; hop < HOPS; hop++) {
                long free = packet == 0 ? 0 : end(packet - 1, hop);
                starts[packet][hop] = Math.max(Math.max(arrives, free), windowOpens(packet, hop));
                arrives = end(packet, hop) + latency(hop);
            }
            starts[packet][HOPS] = arrives;
        }
    }

    private static long expected(long bytes) {
        int packets = (int) ((bytes + PACKET - 1) / PACKET);
        Way way = new Way(packets + 1);
        way.wire[0] = REQUEST + HEADER;
        way.pass(0, STEP);
        long diskFree = 0;
        for (int packet = 1; packet <= packets; packet++) {
            long payload = Math.min(PACKET, bytes - (packet - 1) * PACKET);
            way.wire[packet] = payload + (packet == 1 ? HEADER : 0);
            // Data follows the request in the next step; a packet is made when the one before has started.
            way.pass(packet, packet == 1 ? 2 * STEP : way.starts[packet - 1][0]);
            long taken = Math.max(way.starts[packet][HOPS], diskFree);
            way.starts[packet][HOPS] = taken;
            // Half a turn at 7,200 rpm and 10 ms of seek for the first access; the others continue.
            long seek = packet == 1 ? 30_000_000_000L / 7200 + 10_000_000 : 0;
            diskFree = taken + seek + nanos(payload, 100 * MIB);
        }
        long answer = 0;
        for (int hop = 0; hop < HOPS; hop++) {
            answer += nanos(ACKNOWLEDGE + HEADER, BANDWIDTH[hop]) + latency(hop);
        }
        return way.starts[packets][HOPS] + answer;
    }

    private static long simulated(long bytes) {
        return CheckpointTest.writeNanos(Stars.run(CheckpointTest.paper(NoCache.of(1)), CheckpointTest.write(bytes)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 64_072, 102_400, 102_401, 204_800, 512_000, 1_024_000, 1_234_567, 51_200_000, 513_152_648})
    void aWriteTakesWhatTheRecursionSays(long bytes) {
        assertEquals(expected(bytes), simulated(bytes));
    }

    @Test
    void theFirstAccessStopsTheEdgeForItsTimeLessThreePackets() {
        double network = CheckpointTest.CHECKPOINT / (67 * MIB);
        double packet = PACKET / (67 * MIB);
        // One packet is on the first edge before the second begins; two latencies there, two back.
        double way = packet + 4 * 287.5e-6;
        double held = 287.5e-6 + 0.0141667 + PACKET / (100 * MIB) - 3 * packet;
        double last = PACKET / (100 * MIB) - CheckpointTest.CHECKPOINT % PACKET / (67 * MIB);
        double simulated = simulated(CheckpointTest.CHECKPOINT) / 1e9;
        // Interfaces and the switch, which are left out here, take 0.04 ms.
        assertEquals(network + way + held + last, simulated, 1e-5 * network);
        assertEquals(0.00160, (held + last) / network, 0.00001, "more than the 0.1 % that caches stay in");
    }
}
