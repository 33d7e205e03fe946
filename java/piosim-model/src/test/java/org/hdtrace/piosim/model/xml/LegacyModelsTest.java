// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.NetworkEdgeModel;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.StoreForwardLocalNode;
import org.hdtrace.piosim.model.cluster.Topology;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files with machines, switches, ports and connections, as they were written before 2010. */
class LegacyModelsTest {
    private static final Path ROOT = Path.of(System.getProperty("hd.root"));
    private static final double MIB = 1 << 20;

    @TempDir
    Path directory;

    private static Path own(String name) {
        return ROOT.resolve("java/piosim-model/src/test/resources/legacy").resolve(name);
    }

    private static long hubs(ClusterModel model) {
        return model.networkNodes().stream()
                .filter(StoreForwardLocalNode.class::isInstance)
                .count();
    }

    /** One edge for each connected end, and two for every process behind a hub. */
    private static void check(ClusterModel model, String counts) {
        long shared = model.nodes().stream()
                .map(node -> node.hosted().size())
                .filter(processes -> processes != 1)
                .mapToInt(Integer::intValue)
                .sum();
        assertEquals(
                counts,
                model.nodes().size() + " " + model.clients().size() + " "
                        + model.servers().size() + " " + (model.networkNodes().size() - hubs(model)) + " "
                        + (model.networkEdges().size() - 2 * shared));
        assertEquals(
                model.networkEdges().size(), model.topologies().get(0).links().size());
    }

    @ParameterizedTest(name = "{0}: {1} nodes, clients, servers, switches, connected ends")
    @CsvSource({"machines.xml, 2 2 0 1 4", "nodes.xml, 4 2 2 2 10", "capitals.xml, 4 2 2 2 10"})
    void eachSpellingIsRead(String name, String counts) throws Exception {
        ClusterModel model = ModelReader.read(own(name));

        check(model, counts);
        assertEquals(model, ModelReader.read(written(model)), "written and read again");
    }

    @ParameterizedTest(name = "{0}: {1} nodes, clients, servers, switches, connected ends")
    @CsvSource({
        "models/Cluster-10C-FastSwitch-model.xml, 10 10 0 1 20",
        "models/Jacobi-10C-model.xml, 10 9 4 2 22",
        "format-examples/partdiff-mpi-io-synced/pvs-cluster-model.xml, 15 10 5 2 32",
    })
    void theOriginalsOwnFilesAreRead(String name, String counts) throws Exception {
        Path file = ROOT.resolve("../shared/fixtures/original").resolve(name);
        Assumptions.assumeTrue(Files.exists(file), "the original's models are not here");
        ClusterModel model = ModelReader.read(file);

        check(model, counts);
        assertEquals(model, ModelReader.read(written(model)), "written and read again");
    }

    @Test
    void namesAndValuesArriveFromMachines() throws Exception {
        List<String> notes = new ArrayList<>();
        ClusterModel model = ModelReader.read(own("machines.xml"), List.of(), notes::add);

        assertEquals(
                List.of(
                        "CacheSize of <Maschine> has no meaning any more",
                        "InputBuffer of <Switch> has no meaning any more"),
                notes);
        assertEquals("A", model.applications().get(0).alias(), "though none is listed");
        Node left = model.nodes().get(0);
        assertEquals(1e6, left.instructionsPerSecond());
        assertEquals("left card", model.clients().get(0).nic().name());
        assertEquals(Double.POSITIVE_INFINITY, model.clients().get(0).nic().totalBandwidth());
        assertEquals(0, hubs(model));
        assertEquals(2_000_000, edge(model, "left card_TX").latencyNanos());
        assertEquals(1_000_000, edge(model, "right card_TX").latencyNanos(), "from the template");
        assertEquals(4_000_000, edge(model, "right card_RX").latencyNanos());
        assertEquals(50 * MIB, edge(model, "right card_RX").bandwidth());
    }

    @ParameterizedTest
    @CsvSource({"nodes.xml", "capitals.xml"})
    void processesOfANodeShareItsCable(String name) throws Exception {
        ClusterModel model = ModelReader.read(own(name));

        assertEquals(1000 * MIB, model.clients().get(1).nic().totalBandwidth(), "alone on its node");
        assertEquals(24, model.clients().get(1).nic().id(), "the card itself");
        assertEquals(Double.POSITIVE_INFINITY, model.clients().get(0).nic().totalBandwidth(), "beside a server");
        StoreForwardLocalNode hub = (StoreForwardLocalNode) model.networkNodes().stream()
                .filter(node -> node.name().equals("node-N_1"))
                .findFirst()
                .orElseThrow();
        assertEquals(1000 * MIB, hub.totalBandwidth());
        assertEquals(2, hubs(model), "N_1 has two processes, N_4 none");
        List<Topology.Link> links = model.topologies().get(0).links();
        assertTrue(links.contains(new Topology.Link(hub.id(), 22, 1)), "card 21 to port 0");
        assertTrue(links.contains(new Topology.Link(1, 3, hub.id())), "port 0 to card 21");
        assertTrue(links.contains(new Topology.Link(1, 6, 9)), "port 5 to port 14");
        assertTrue(links.contains(new Topology.Link(24, 25, 1)), "card 24 to port 2");
    }

    @Test
    void methodsAreReadUnderTheirOldNames() throws Exception {
        var methods = ModelReader.read(own("nodes.xml")).globalSettings().methods();

        assertEquals("RendezvousRcv", methods.get(CommandType.RECV).method());
        assertEquals("FileReadDirect", methods.get(CommandType.FILE_READ).method());
        assertEquals("FileWriteDirect", methods.get(CommandType.FILE_WRITE).method());
        assertEquals("VirtualSync", methods.get(CommandType.BARRIER).method());
    }

    @Test
    void valuesCanBeChangedAsInOtherFiles() throws Exception {
        ClusterModel model =
                ModelReader.read(own("capitals.xml"), List.of("NetworkEdge[cable]/Latency=1us", "Node[*]/CPUs=7"));

        assertEquals(1_000, edge(model, "cable_22").latencyNanos());
        assertEquals(0, edge(model, "nic-Client0_TX").latencyNanos(), "not a cable");
        assertEquals(7, model.nodes().get(0).cpus());
    }

    @ParameterizedTest(name = "{0} -> {1}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "to='right card' | to='centre card' | line 34: <Connection>: to='centre card': is no card, port or switch",
                "<CPUs>1</CPUs> | <Cores>1</Cores> | line 19: <Cores>: not known inside <Maschine> of a file of the kind",
                "rank='1' | rang='1' | line 26: <ClientProcess>: needs the attribute rank",
                "<Latency>3ms</Latency> | <Latency>3</Latency> | line 33: <NetworkEdge>: Latency='3': must be a time",
                "</ComponentList> | </ComponentList><TopologyList/> | line 37: <TopologyList>: not known inside <Project>",
                "to='left card' | | line 21: <Connection>: leads from 'left card' to 'middle', which isn't connected back",
            })
    void mistakesHaveTheirLine(String right, String wrong, String message) throws Exception {
        String text = Files.readString(own("machines.xml"));
        String old = right.replace('\'', '"');
        assertTrue(text.contains(old), old);
        String changed = text.replace(old, wrong == null ? "" : wrong.replace('\'', '"'));
        Path file = Models.file(directory, changed);

        String all = assertThrows(ModelFormatException.class, () -> ModelReader.read(file))
                .getMessage();
        assertTrue(all.contains(message), all);
    }

    private static NetworkEdgeModel edge(ClusterModel model, String name) {
        return model.networkEdges().stream()
                .filter(edge -> edge.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not among " + model.networkEdges()));
    }

    private Path written(ClusterModel model) throws Exception {
        Path file = directory.resolve("written.xml");
        ModelWriter.write(model, file);
        return file;
    }
}
