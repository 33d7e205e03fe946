// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.piosim.engine.Kernel;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.network.route.RouteFinders;
import org.junit.jupiter.api.Test;

/** A message that waits for an edge costs one stream there, and none in the interface that it has passed. */
class WaitingStreamsTest {
    private static final int INTERFACES = 24;
    private static final long BYTES = 960;
    private static final long EVERYTHING = Long.MAX_VALUE;

    private final Kernel kernel = new Kernel();
    private final List<Long> arrivals = new ArrayList<>();

    private final class OneOfMany extends Message {
        OneOfMany(int source, int target) {
            super(source, target, BYTES);
        }

        @Override
        protected void sent() {}

        @Override
        protected boolean packetArrived(long payload) {
            arrivals.add(kernel.now());
            return true;
        }
    }

    @Test
    void allPairsWaitAtTheEdgesOnly() {
        Network network = allPairs(new Paths.Kept(1 << 16, 0));
        // An interface passes a packet in 10 ns, an edge in 8,000 ns: the interfaces are done, the edges have just
        // begun.
        kernel.run(1000, Long.MAX_VALUE);
        int pairs = INTERFACES * (INTERFACES - 1);
        int streams = network.streamsInUse();
        assertTrue(streams >= pairs - INTERFACES && streams <= pairs + INTERFACES, streams + " streams of " + pairs);
        kernel.run(EVERYTHING, Long.MAX_VALUE);
        assertEquals(null, network.leftOver());
        assertTrue(network.streamsInUse() <= 5 * INTERFACES, network.streamsInUse() + " streams in the end");
    }

    @Test
    void whatIsKeptChangesNoTime() {
        allPairs(Paths.Kept.USUAL);
        kernel.run(EVERYTHING, Long.MAX_VALUE);
        WaitingStreamsTest other = new WaitingStreamsTest();
        other.allPairs(new Paths.Kept(0, 0));
        other.kernel.run(EVERYTHING, Long.MAX_VALUE);
        assertEquals(INTERFACES * (INTERFACES - 1), arrivals.size());
        assertEquals(arrivals, other.arrivals);
    }

    private Network allPairs(Paths.Kept kept) {
        ClusterModel model = new ModelBuilder()
                .star(
                        INTERFACES,
                        "A",
                        Node.of(1, 1e9, 1L << 30),
                        Nic.of(100e9),
                        SimpleNetworkEdge.of(25_000, 125e6),
                        StoreForwardNode.of(48e9))
                .build();
        NetworkPlan plan = new NetworkPlan(model);
        Network network = new Network(kernel, plan, RouteFinders.of(model, plan), 1 << 20, kept, Shortcuts.LOOK_AHEAD);
        for (int source = 0; source < INTERFACES; source++) {
            for (int target = 0; target < INTERFACES; target++) {
                if (source != target) {
                    network.send(new OneOfMany(source, target));
                }
            }
        }
        return network;
    }
}
