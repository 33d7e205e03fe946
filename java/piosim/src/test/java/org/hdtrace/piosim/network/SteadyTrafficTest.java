// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.hdtrace.piosim.engine.Kernel;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.network.route.RouteFinders;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events cost no memory once as much traffic as before is under way. */
class SteadyTrafficTest {
    private static final int INTERFACES = 16;
    private static final long PACKET = 1000;
    private static final long MILLISECOND = 1_000_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Kernel kernel = new Kernel();
    private Network network;

    /** Ten packets, again and again as soon as they have arrived. */
    private final class Repeated extends Message {
        Repeated(int source, int target) {
            super(source, target, 10 * PACKET);
        }

        @Override
        protected void sent() {}

        @Override
        protected boolean packetArrived(long payload) {
            return true;
        }

        @Override
        protected void left() {
            reset(source(), target(), 10 * PACKET);
            network.send(this);
        }
    }

    /** Far and near targets, so that interfaces receive from several. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5, INTERFACES - 1})
    void nothingIsAllocatedForAnEvent(int targets) {
        ClusterModel model = new ModelBuilder()
                .star(
                        INTERFACES,
                        "A",
                        Node.of(1, 1e9, 1L << 30),
                        Nic.of(40e9),
                        SimpleNetworkEdge.of(25_000, 125e6),
                        StoreForwardNode.of(48e9))
                .build();
        NetworkPlan plan = new NetworkPlan(model);
        network = new Network(kernel, plan, RouteFinders.of(model, plan), PACKET);
        for (int source = 0; source < INTERFACES; source++) {
            for (int distance = 1; distance <= targets; distance++) {
                network.send(new Repeated(source, (source + distance) % INTERFACES));
            }
        }
        // While methods are compiled the virtual machine moves some objects of its own choice to the heap.
        kernel.run(500 * MILLISECOND, Long.MAX_VALUE);
        long events = kernel.processed();
        long id = Thread.currentThread().getId();
        long before = THREADS.getThreadAllocatedBytes(id);
        Kernel.Outcome outcome = kernel.run(550 * MILLISECOND, Long.MAX_VALUE);
        long allocated = THREADS.getThreadAllocatedBytes(id) - before;
        assertEquals(Kernel.Outcome.TIME_LIMIT, outcome);
        assertEquals(0, allocated);
        assertTrue(kernel.processed() > events + 10_000, () -> kernel.processed() + " events");
    }
}
