// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.hdtrace.piosim.model.cluster.ClientProcess;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.HostedComponent;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Generated networks by what can be counted and walked in them, without knowing how they were made. */
class GeneratorsTest {
    private static final String NAMES = " application='A' node='host' nic='nic' edge='gige' switch='sw' server='srv'/>";

    @TempDir
    Path directory;

    private static String text(String generator) {
        String socket = "<NetworkNode name='mem' implementation='StoreForwardMemoryNode'><TotalBandwidth>2G"
                + "</TotalBandwidth><LocalBandwidth>3G</LocalBandwidth></NetworkNode>"
                + "<NetworkEdge name='short' implementation='SimpleNetworkEdge'><Latency>79ns</Latency><Bandwidth>3G"
                + "</Bandwidth></NetworkEdge>";
        return "<Project>\n" + Models.TEMPLATES.replace("</Templates>", socket + "</Templates>") + "<ComponentList>"
                + generator + NAMES + "</ComponentList></Project>";
    }

    private ClusterModel read(String generator) throws Exception {
        return Models.read(directory, text(generator));
    }

    @ParameterizedTest(name = "{0}: {1} hosts, {2} switches, {3} edges between them, at most {4} switches on a way")
    @CsvSource(
            delimiter = '|',
            value = {
                "<FatTree k='2' levels='1' | 2 | 1 | 0 | 1",
                "<FatTree k='4' levels='2' | 16 | 8 | 32 | 3",
                "<FatTree k='3' levels='3' | 27 | 27 | 108 | 5",
                "<FatTree k='4' levels='3' oversubscription='2' | 64 | 32 | 128 | 5",
                "<FatTree k='4' levels='3' oversubscription='9' | 64 | 24 | 64 | 5",
                "<Torus dims='5' | 5 | 5 | 10 | 3",
                "<Torus dims='4,3,2' | 24 | 24 | 120 | 5",
                "<Torus dims='2,2' hosts='12' | 12 | 4 | 8 | 3",
                "<Torus dims='1,1' hosts='3' | 3 | 1 | 0 | 1",
                "<Dragonfly groups='9' routers='4' hosts='2' | 72 | 36 | 180 | 4",
                "<Dragonfly groups='3' routers='4' hosts='1' | 12 | 12 | 42 | 4",
                "<Dragonfly groups='1' routers='3' hosts='2' | 6 | 3 | 6 | 2",
                "<Star hosts='4' | 4 | 1 | 0 | 1",
            })
    void haveTheirSizeAndDiameter(String generator, int hosts, int switches, int trunks, int diameter)
            throws Exception {
        ClusterModel model = read(generator);

        assertEquals(hosts, model.nodes().size());
        assertEquals(hosts, model.clients().size());
        assertEquals(switches, model.networkNodes().size());
        assertEquals(trunks + 2 * hosts, model.networkEdges().size());
        check(model);
        int longest = 0;
        for (ClientProcess client : model.clients()) {
            Map<Integer, Integer> distances = distances(model, client.nic().id());
            for (ClientProcess other : model.clients()) {
                Integer distance = distances.get(other.nic().id());
                assertNotNull(distance, client.name() + " doesn't reach " + other.name());
                longest = Math.max(longest, distance - 1);
            }
        }
        assertEquals(diameter, longest);
    }

    /** Every link goes both ways, equally often; ids are dense and every component is used. */
    private static void check(ClusterModel model) {
        Map<String, Integer> balance = new HashMap<>();
        for (Topology.Link link : model.topologies().get(0).links()) {
            int low = Math.min(link.from(), link.to());
            int high = Math.max(link.from(), link.to());
            balance.merge(low + "-" + high, link.from() == low ? 1 : -1, Integer::sum);
        }
        assertTrue(balance.values().stream().allMatch(sum -> sum == 0), "one way only: " + balance);
        Set<Integer> ids = new HashSet<>();
        model.components().forEach(component -> ids.add(component.id()));
        assertEquals(model.components().size(), ids.size());
        for (int id = 0; id < ids.size(); id++) {
            assertTrue(ids.contains(id), "id " + id + " is left out");
        }
    }

    /** Edges from one interface to all others. */
    private static Map<Integer, Integer> distances(ClusterModel model, int start) {
        Map<Integer, List<Integer>> out = new HashMap<>();
        model.topologies().get(0).links().forEach(link -> out.computeIfAbsent(link.from(), key -> new ArrayList<>())
                .add(link.to()));
        Map<Integer, Integer> distances = new HashMap<>(Map.of(start, 0));
        Deque<Integer> open = new ArrayDeque<>(List.of(start));
        while (!open.isEmpty()) {
            int vertex = open.remove();
            for (int next : out.getOrDefault(vertex, List.of())) {
                if (distances.putIfAbsent(next, distances.get(vertex) + 1) == null) {
                    open.add(next);
                }
            }
        }
        return distances;
    }

    @Test
    void everyFatTreeSwitchHasItsPorts() throws Exception {
        ClusterModel model = read("<FatTree k='4' levels='3' oversubscription='2'");
        Map<Integer, Integer> degrees = new TreeMap<>();
        model.topologies().get(0).links().forEach(link -> degrees.merge(link.from(), 1, Integer::sum));
        Map<Integer, Integer> switchesByPorts = new TreeMap<>();
        model.networkNodes().forEach(node -> switchesByPorts.merge(degrees.get(node.id()), 1, Integer::sum));
        assertEquals(
                Map.of(4, 8, 6, 16, 8, 8),
                switchesByPorts,
                "8 on top with 4 down, 16 leaves with 4 hosts and 2 up, 8 between with 4 and 4");
    }

    @Test
    void smpNodesHaveShortWaysInside() throws Exception {
        ClusterModel model = read("<SMPNodes hosts='3' sockets='2' cores='6' socket='mem' qpi='sw' socketEdge='short'"
                + " qpiEdge='short'");

        assertEquals(36, model.clients().size());
        assertEquals(1 + 3 * 3, model.networkNodes().size());
        assertEquals(2 * 36 + 2 * 3 * 3, model.networkEdges().size());
        check(model);
        Map<Integer, Integer> distances = distances(model, nic(model, 0));
        assertEquals(2, distances.get(nic(model, 2)), "ranks of a host take its sockets in turn");
        assertEquals(4, distances.get(nic(model, 1)), "over the hub to the other socket");
        assertEquals(6, distances.get(nic(model, 12)), "rank 12 is on the next host");
    }

    @Test
    void ranksFillHostsOrGoRoundThem() throws Exception {
        String smp = "<SMPNodes hosts='3' sockets='2' cores='2' ranks='5' servers='1' socket='mem' qpi='sw'"
                + " socketEdge='short' qpiEdge='short'";

        assertEquals("[[0, 1, 2, 3], [4], [s]]", placement(read(smp)));
        assertEquals("[[0, 3], [1, 4], [2, s]]", placement(read(smp + " placement='cyclic'")));
    }

    private static String placement(ClusterModel model) {
        return model.nodes().stream()
                .map(node -> node.hosted().stream().map(GeneratorsTest::label).toList())
                .toList()
                .toString();
    }

    private static String label(HostedComponent process) {
        return process instanceof ClientProcess client ? Integer.toString(client.rank()) : "s";
    }

    private static int nic(ClusterModel model, int rank) {
        return model.clients().stream()
                .filter(client -> client.rank() == rank)
                .findFirst()
                .orElseThrow()
                .nic()
                .id();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<FatTree k='1' levels='3' | k='1': must be a whole number from 2 to 9999999",
                "<FatTree levels='3' | needs the attribute k, a whole number",
                "<FatTree k='2' levels='0' | levels='0': must be a whole number from 1 to 9999999",
                "<FatTree k='128' levels='9' | k=128 levels=9: is more than 50000000 hosts",
                "<FatTree k='2' levels='3' oversubscription='0' | oversubscription='0': must be a whole number from 1 to 9999999",
                "<FatTree k='2' levels='3' hosts='9' | hosts=9 is more than the 8 that fit",
                "<FatTree k='2' levels='3' dims='2' | unknown attribute 'dims'; allowed are: hosts, servers, ranks,",
                "<Torus dims='0,3' | dims='0,3': must be numbers of points from 1, as in 8,8,4",
                "<Torus dims='9999,9999' | dims='9999,9999': is more than 50000000 points",
                "<Torus | dims='': must be numbers of points from 1, as in 8,8,4",
                "<Dragonfly groups='0' routers='2' | groups='0': must be a whole number from 1 to 9999999",
                "<Dragonfly groups='-1' routers='2' | groups='-1': must be a whole number from 1 to 9999999",
                "<Dragonfly groups='2' routers='2' hosts='-1' | hosts='-1': must be a whole number from 0 to 9999999",
                "<Dragonfly groups='2' routers='2' hosts='2' ranks='9' | hosts=8 is less than ranks=9 or servers=0",
                "<SMPNodes hosts='2' sockets='2' | needs the attribute cores, a whole number",
                "<SMPNodes hosts='2' sockets='2' cores='2' qpi='sw' qpiEdge='short' socketEdge='short' | needs the attribute socket,",
                "<SMPNodes hosts='1' sockets='1' cores='2' ranks='3' socket='mem' qpi='sw' qpiEdge='short' socketEdge='short' | hosts=1 with 2 cores each is less than ranks=3",
                "<SMPNodes hosts='1' sockets='1' cores='2' placement='odd' socket='mem' qpi='sw' qpiEdge='short' socketEdge='short' | placement='odd': must be one of block, cyclic",
            })
    void mistakesAreTold(String generator, String message) {
        String all = Models.error(directory, text(generator));
        String tag = generator.split(" ", -1)[0].substring(1);
        assertTrue(all.startsWith("FILE: line 3: <" + tag + ">: " + message), all);
    }

    @Test
    void routingIsThatOfTheShapeUnlessTold() throws Exception {
        assertEquals(new Routing.FatTree(4, 3, 2), routing("<FatTree k='4' levels='3' oversubscription='2'"));
        assertEquals(new Routing.DimensionOrder(List.of(8, 8, 4)), routing("<Torus dims='8, 8,4'"));
        assertEquals(new Routing.Dragonfly(9, 4), routing("<Dragonfly groups='9' routers='4' hosts='2'"));
        assertEquals(new Routing.FirstRoute(), routing("<Torus dims='3' routing='PaketFirstRoute'"));
    }

    /** As written to a file and read again, too. */
    private Routing routing(String generator) throws Exception {
        ClusterModel model = read(generator);
        assertEquals(model, Models.read(directory, ModelWriter.text(model)));
        return model.topologies().get(0).routing();
    }

    @Test
    void singleComponentsAndAllOfAKindCanBeChanged() throws Exception {
        Path file = Models.file(directory, text("<FatTree k='2' levels='2' servers='1'"));
        ClusterModel model = ModelReader.read(
                file,
                List.of(
                        "NetworkEdge[*]/Latency=1us",
                        "NetworkEdge[e1_TX]/Latency=2us",
                        "Node[n2]/CPUs=9",
                        "ClientProcess[c3]/application=B",
                        "NIC[nic0]/TotalBandwidth=7",
                        "NetworkNode[sw]/TotalBandwidth=5",
                        "NoCache[cache0]/MaxNumberOfConcurrentIOOps=4",
                        "Topology[LAN]/scheduling=FIFO",
                        "FatTree[*]/ranks=4"));

        Map<String, Long> latencies = new TreeMap<>();
        model.networkEdges().forEach(edge -> latencies.put(edge.name(), edge.latencyNanos()));
        assertEquals(2_000, latencies.remove("e1_TX"));
        assertEquals(Set.of(1_000L), Set.copyOf(latencies.values()));
        assertEquals(
                List.of(2, 2, 9, 2), model.nodes().stream().map(n -> n.cpus()).toList());
        assertEquals(
                List.of("A", "A", "A", "B"),
                model.clients().stream().map(ClientProcess::application).toList());
        assertEquals(7.0, model.clients().get(0).nic().totalBandwidth());
        assertEquals(4, model.servers().get(0).cache().maxConcurrentOps());
        assertEquals(Topology.Scheduling.FIFO, model.topologies().get(0).scheduling());
        check(model);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"<FatTree k='2' levels='2'", "<Torus dims='2,2'", "<Dragonfly groups='2' routers='2' hosts='1'"})
    void hostsHaveAnEdgeOfTheirOwnWhereOneIsNamed(String generator) throws Exception {
        ClusterModel model = read(generator + " hostEdge='short'");
        Set<Integer> interfaces = new TreeSet<>();
        model.clients().forEach(client -> interfaces.add(client.nic().id()));
        Map<Integer, Long> latencies = new TreeMap<>();
        model.networkEdges().forEach(edge -> latencies.put(edge.id(), edge.latencyNanos()));
        for (Topology.Link link : model.topologies().get(0).links()) {
            boolean atHost = interfaces.contains(link.from()) || interfaces.contains(link.to());
            assertEquals(atHost, latencies.get(link.edge()) == 79, link.toString());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"<FatTree k='128' levels='2'", "<Dragonfly groups='64' routers='16' hosts='16'"})
    void sixteenThousandHostsAreReadInSeconds(String generator) throws Exception {
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        long began = clock.getCurrentThreadCpuTime();
        ClusterModel model = read(generator);
        long nanos = clock.getCurrentThreadCpuTime() - began;
        assertTrue(nanos < 5_000_000_000L, nanos + " ns of processor time");
        assertEquals(16_384, model.clients().size());
    }
}
