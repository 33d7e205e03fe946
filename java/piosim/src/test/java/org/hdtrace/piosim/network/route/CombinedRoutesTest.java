// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.xml.ModelReader;
import org.hdtrace.piosim.network.NetworkPlan;
import org.hdtrace.piosim.network.NetworkPlan.UnsupportedModelException;
import org.hdtrace.piosim.network.Route;
import org.hdtrace.piosim.network.RouteFinder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A torus and a fat tree in one model. */
class CombinedRoutesTest {
    @TempDir
    Path directory;

    private ClusterModel model(String... generators) throws Exception {
        String parts = " node='host' nic='nic' edge='edge' switch='sw'/>";
        Path file = directory.resolve("model.xml");
        Files.writeString(
                file,
                "<Project>" + ShapedRoutesTest.TEMPLATES + "<ComponentList>" + String.join(parts, generators) + parts
                        + "</ComponentList></Project>");
        return ModelReader.read(file);
    }

    private static Route route(NetworkPlan plan, RouteFinder finder, ClusterModel model, int from, int to) {
        Route route = new Route();
        finder.find(
                plan.component(model.clients().get(from).nic().id()),
                plan.component(model.clients().get(to).nic().id()),
                0,
                route);
        return route;
    }

    @Test
    void eachTopologyFindsItsWaysByItsShape() throws Exception {
        String torus = "<Torus dims='5,4' application='T' topology='torus' routing='DimensionOrderRoute'";
        String tree = "<FatTree k='3' levels='3' application='F' topology='tree'";
        ClusterModel both = model(torus, tree);
        NetworkPlan plan = new NetworkPlan(both);
        RouteFinder finder = RouteFinders.of(both, plan);
        assertTrue(finder instanceof CombinedRoutes);
        for (String generator : new String[] {torus, tree}) {
            ClusterModel alone = model(generator);
            NetworkPlan alonePlan = new NetworkPlan(alone);
            RouteFinder aloneFinder = RouteFinders.of(alone, alonePlan);
            assertTrue(aloneFinder instanceof ShapedRoutes);
            int first = generator.equals(torus) ? 0 : 20;
            int ranks = alone.clients().size();
            for (int from = 0; from < ranks; from++) {
                for (int to = 0; to < ranks; to++) {
                    Route expected = route(alonePlan, aloneFinder, alone, from, to);
                    Route found = route(plan, finder, both, first + from, first + to);
                    assertEquals(expected.length(), found.length());
                    for (int hop = 2; hop < found.length() - 2; hop += 2) {
                        // Switches of both are numbered from 0, so that names of the second have counters.
                        String name = alonePlan.name(expected.component(hop));
                        assertTrue(plan.name(found.component(hop)).startsWith(name), name);
                    }
                }
            }
        }
    }

    @Test
    void thereIsNoWayBetweenNetworksThatNothingJoins() throws Exception {
        ClusterModel both =
                model("<Torus dims='4' application='T' topology='a'", "<Star hosts='2' application='S' topology='b'");
        NetworkPlan plan = new NetworkPlan(both);
        RouteFinder finder = RouteFinders.of(both, plan);
        assertTrue(finder instanceof CombinedRoutes);
        assertThrows(UnsupportedModelException.class, () -> route(plan, finder, both, 0, 4));
    }
}
