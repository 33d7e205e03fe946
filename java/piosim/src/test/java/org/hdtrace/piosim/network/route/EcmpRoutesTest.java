// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.hdtrace.piosim.model.cluster.ClientProcess;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.network.NetworkPlan;
import org.hdtrace.piosim.network.Route;
import org.hdtrace.piosim.network.RouteFinder;
import org.junit.jupiter.api.Test;

/** Two leaves with hosts, joined by spines: one shortest way per spine between hosts of different leaves. */
class EcmpRoutesTest {
    private static final int HOSTS = 8;
    private static final int SPINES = 4;

    private final NetworkPlan plan;
    private final ClusterModel model;

    EcmpRoutesTest() {
        model = leafSpine(new Routing.EqualCostMultiPath());
        plan = new NetworkPlan(model);
    }

    private static ClusterModel leafSpine(Routing routing) {
        ModelBuilder builder = new ModelBuilder();
        ModelBuilder.TopologyBuilder net = builder.createTopology("net", routing);
        SimpleNetworkEdge edge = SimpleNetworkEdge.of(1000, 1e9);
        List<NetworkNodeModel> leaves = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            leaves.add(builder.addNetworkNode("leaf" + i, StoreForwardNode.of(1e10)));
        }
        for (int i = 0; i < SPINES; i++) {
            NetworkNodeModel spine = builder.addNetworkNode("spine" + i, StoreForwardNode.of(1e10));
            leaves.forEach(leaf -> net.cable("trunk", leaf, edge, spine));
        }
        for (int i = 0; i < 2 * HOSTS; i++) {
            Node host = builder.addNode("host" + i, Node.of(1, 1e9, 1 << 30));
            ClientProcess client = builder.addClient(host, "c" + i, "A", i, Nic.of(1e10));
            net.cable("e" + i, client.nic(), edge, leaves.get(i / HOSTS));
        }
        return builder.setApplication("A", "").build();
    }

    private int nic(int rank) {
        return plan.component(model.clients().get(rank).nic().id());
    }

    /** Names of the spines that the pairs of ranks 0.. and 8.. take. */
    private List<String> spines(long seed) {
        RouteFinder finder = RouteFinders.of(model, plan, seed);
        List<String> all = new ArrayList<>();
        for (int from = 0; from < HOSTS; from++) {
            for (int to = HOSTS; to < 2 * HOSTS; to++) {
                assertEquals(1, finder.turns(nic(from), nic(to)));
                Route route = new Route();
                finder.find(nic(from), nic(to), 0, route);
                assertEquals(9, route.length(), "host, leaf, spine, leaf, host and the edges between");
                assertEquals(nic(to), route.end());
                all.add(plan.name(route.component(4)));
            }
        }
        return all;
    }

    @Test
    void pairsAreSpreadOverAllShortestWays() {
        List<String> spines = spines(0);
        Set<String> used = new TreeSet<>(spines);
        assertEquals(Set.of("spine0", "spine1", "spine2", "spine3"), used);
        for (String spine : used) {
            long load = spines.stream().filter(spine::equals).count();
            assertTrue(load >= 8 && load <= 24, spine + " has " + load + " of 64 pairs, 16 expected");
        }
    }

    @Test
    void wayOfAPairDependsOnTheSeedOnly() {
        assertEquals(spines(7), spines(7));
        assertNotEquals(spines(7), spines(8));
    }

    @Test
    void firstRouteUsesOneSpine() {
        ClusterModel first = leafSpine(new Routing.FirstRoute());
        RouteFinder finder = RouteFinders.of(first, new NetworkPlan(first), 7);
        Set<Integer> used = new TreeSet<>();
        for (int to = HOSTS; to < 2 * HOSTS; to++) {
            Route route = new Route();
            finder.find(nic(0), nic(to), 0, route);
            used.add(route.component(4));
        }
        assertEquals(1, used.size());
    }
}
