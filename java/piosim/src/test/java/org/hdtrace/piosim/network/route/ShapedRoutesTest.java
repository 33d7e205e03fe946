// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.hdtrace.piosim.model.cluster.ClientProcess;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.xml.ModelReader;
import org.hdtrace.piosim.model.xml.ModelWriter;
import org.hdtrace.piosim.network.NetworkPlan;
import org.hdtrace.piosim.network.NetworkPlan.UnsupportedModelException;
import org.hdtrace.piosim.network.Route;
import org.hdtrace.piosim.network.RouteFinder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Computed ways against a breadth-first search that knows nothing of the network's shape. */
class ShapedRoutesTest {
    static final String TEMPLATES = "<Templates>"
            + "<Node name='host'><CPUs>1</CPUs><InstructionsPerSecond>1G</InstructionsPerSecond>"
            + "<MemorySize>4G</MemorySize></Node><NIC name='nic'><TotalBandwidth>40G</TotalBandwidth></NIC>"
            + "<NetworkEdge name='edge' implementation='SimpleNetworkEdge'><Latency>1us</Latency>"
            + "<Bandwidth>1G</Bandwidth></NetworkEdge>"
            + "<NetworkNode name='sw' implementation='StoreForwardNode'><TotalBandwidth>48G</TotalBandwidth>"
            + "</NetworkNode></Templates>";

    @TempDir
    Path directory;

    private ClusterModel model(String generator) throws Exception {
        Path file = directory.resolve("model.xml");
        Files.writeString(
                file,
                "<Project>" + TEMPLATES + "<ComponentList>" + generator
                        + " application='A' node='host' nic='nic' edge='edge' switch='sw'/></ComponentList></Project>");
        return ModelReader.read(file);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<FatTree k='2' levels='1'",
                "<FatTree k='2' levels='6'",
                "<FatTree k='4' levels='3'",
                "<FatTree k='5' levels='3' oversubscription='2'",
                "<FatTree k='3' levels='4' oversubscription='9'",
                "<FatTree k='12' levels='2' hosts='100'",
                "<Torus dims='1'",
                "<Torus dims='9' hosts='18'",
                "<Torus dims='4,3,2'",
                "<Torus dims='2,1,5,3' hosts='90'",
                "<Torus dims='8,8'",
            })
    void takeShortestWays(String generator) throws Exception {
        ClusterModel model = model(generator);
        NetworkPlan plan = new NetworkPlan(model);
        RouteFinder finder = RouteFinders.of(model, plan);
        assertTrue(finder instanceof ShapedRoutes);
        Random random = new Random(5);
        int ranks = model.clients().size();
        for (int i = 0; i < 50; i++) {
            int source = nic(model, plan, random.nextInt(ranks));
            int[] distances = distances(plan, source);
            for (int j = 0; j < 50; j++) {
                int target = nic(model, plan, random.nextInt(ranks));
                Route route = walk(plan, finder, source, target);
                assertEquals(2 * distances[target] + 1, route.length(), plan.name(source) + " " + plan.name(target));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Dragonfly groups='9' routers='4' hosts='2'",
                "<Dragonfly groups='3' routers='4' hosts='2'",
                "<Dragonfly groups='6' routers='2' hosts='3'",
                "<Dragonfly groups='1' routers='5' hosts='1'",
                "<Dragonfly groups='17' routers='1' hosts='2'",
            })
    void takeAtMostThreeStepsInADragonflyAndOneBetweenGroups(String generator) throws Exception {
        ClusterModel model = model(generator);
        NetworkPlan plan = new NetworkPlan(model);
        RouteFinder finder = RouteFinders.of(model, plan);
        for (int from = 0; from < model.clients().size(); from++) {
            for (int to = 0; to < model.clients().size(); to++) {
                Route route = walk(plan, finder, nic(model, plan, from), nic(model, plan, to));
                assertTrue(route.length() <= 2 * (2 + 3) + 1, plan.name(from) + " " + plan.name(to));
                Set<String> groups = new TreeSet<>();
                for (int hop = 2; hop < route.length() - 1; hop += 2) {
                    groups.add(plan.name(route.component(hop)).split("-", -1)[0]);
                }
                assertTrue(groups.size() <= 2, "only the two groups: " + groups);
            }
        }
    }

    @Test
    void useAllPortsUpwardsEvenly() throws Exception {
        ClusterModel model = model("<FatTree k='4' levels='3' oversubscription='2'");
        NetworkPlan plan = new NetworkPlan(model);
        RouteFinder finder = RouteFinders.of(model, plan);
        int[] used = new int[plan.size()];
        for (int from = 0; from < 64; from++) {
            for (int to = 0; to < 64; to++) {
                Route route = walk(plan, finder, nic(model, plan, from), nic(model, plan, to));
                for (int hop = 1; hop < route.length(); hop += 2) {
                    used[route.component(hop)]++;
                }
            }
        }
        Set<Integer> loads = new TreeSet<>();
        for (var edge : model.networkEdges()) {
            if (edge.name().startsWith("sw0-")) {
                loads.add(used[plan.component(edge.id())]);
            }
        }
        assertEquals(Set.of(4 * 60 / 2), loads, "4 hosts send to 60 others over 2 ports");
    }

    @Test
    void refuseWhatHasNotTheirShape() throws Exception {
        ClusterModel tree = model("<FatTree k='2' levels='2'");
        String text = ModelWriter.text(tree);
        Path file = directory.resolve("other.xml");

        Files.writeString(file, text.replace(" k=\"2\"", " k=\"3\"").replace("upPorts=\"2\"", "upPorts=\"3\""));
        ClusterModel wide = ModelReader.read(file);
        assertEquals(
                "topology 'LAN': has 4 switches, but its routing is for 6",
                assertThrows(UnsupportedModelException.class, () -> RouteFinders.of(wide, new NetworkPlan(wide)))
                        .getMessage());

        Files.writeString(
                file, text.replaceFirst("FatTreeRoute\".*/>", "DragonflyRoute\" groups=\"1\" routers=\"4\"/>"));
        ClusterModel group = ModelReader.read(file);
        assertEquals(
                "topology 'LAN': switch 'sw0-0' has 2 edges to others, but its routing is for 3",
                assertThrows(UnsupportedModelException.class, () -> RouteFinders.of(group, new NetworkPlan(group)))
                        .getMessage());
    }

    private static int nic(ClusterModel model, NetworkPlan plan, int position) {
        List<ClientProcess> clients = model.clients();
        return plan.component(clients.get(position).nic().id());
    }

    /** The route, after a check that each edge begins where the last one ended. */
    private static Route walk(NetworkPlan plan, RouteFinder finder, int source, int target) {
        assertEquals(1, finder.turns(source, target));
        Route route = new Route();
        finder.find(source, target, 0, route);
        assertEquals(source, route.component(0));
        assertEquals(target, route.end());
        for (int hop = 1; hop < route.length(); hop += 2) {
            assertEquals(route.component(hop - 1), plan.edgeSource(route.component(hop)));
            assertEquals(route.component(hop + 1), plan.edgeTarget(route.component(hop)));
        }
        return route;
    }

    /** Edges from an interface to everything else. */
    private static int[] distances(NetworkPlan plan, int source) {
        int[] distances = new int[plan.size()];
        Arrays.fill(distances, -1);
        distances[source] = 0;
        Deque<Integer> open = new ArrayDeque<>(List.of(source));
        while (!open.isEmpty()) {
            int vertex = open.remove();
            for (int port = 0; port < plan.outCount(vertex); port++) {
                int next = plan.edgeTarget(plan.outEdge(vertex, port));
                if (distances[next] < 0) {
                    distances[next] = distances[vertex] + 1;
                    open.add(next);
                }
            }
        }
        return distances;
    }
}
