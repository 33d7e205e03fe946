// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hdtrace.piosim.model.cluster.AggregationReorder;
import org.hdtrace.piosim.model.cluster.ApplicationReference;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.IoRedirection;
import org.hdtrace.piosim.model.cluster.MethodChoice;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.NicAnalytical;
import org.hdtrace.piosim.model.cluster.RefinedDisk;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.SimpleDisk;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.cluster.Topology;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelReaderTest {
    @TempDir
    Path directory;

    @Test
    void readsTheOriginalsStarModel() throws Exception {
        Path file = Path.of(System.getProperty("hd.root"))
                .resolve("../shared/fixtures/original/models/star-4-clients-1-server-model.xml");
        Assumptions.assumeTrue(Files.exists(file), "the original's models are not here");

        ClusterModel model = ModelReader.read(file);

        assertEquals(List.of(new ApplicationReference("A", "partdiff-mpi-non-collective.proj")), model.applications());
        assertEquals(5, model.nodes().size());
        assertEquals(4, model.clients().size());
        assertEquals(10, model.networkEdges().size());
        assertEquals(11_718_750L * 1024, model.nodes().get(0).memoryBytes());
        assertEquals(
                new Nic(model.clients().get(2).nic().identity(), 40.0 * (1L << 30)),
                model.clients().get(2).nic());
        assertEquals(13, model.clients().get(2).nic().id());
        assertEquals(19_982, model.networkEdges().get(0).latencyNanos());
        assertEquals("e0_TX", model.networkEdges().get(0).name());
        RefinedDisk disk = (RefinedDisk) model.servers().get(0).ioSubsystem();
        assertEquals(new RefinedDisk(disk.identity(), 1_000_000, 9_000_000, 7200, 1e8, 1_000_000, 1), disk);
        assertEquals(AggregationReorder.class, model.servers().get(0).cache().getClass());
        assertEquals("GatherMPICH2", model.globalSettings().method(CommandType.GATHER));
        assertEquals("RendezvousRcv", model.globalSettings().method(CommandType.RECV));
        Topology topology = model.topologies().get(0);
        assertEquals(new Routing.SymmetricHierarchicalRoute(), topology.routing());
        assertEquals(new Topology.Link(0, 10, 8), topology.links().get(1));
        assertEquals(10, topology.links().size());
    }

    @Test
    void expandsAStarInTheOrderOfTheGoldenValues() throws Exception {
        ClusterModel model = Models.read(directory, Models.star());

        assertEquals(
                List.of("n0", "n1", "sn0"),
                model.nodes().stream().map(n -> n.name()).toList());
        assertEquals(1, model.nodes().get(0).id());
        assertEquals(2, model.clients().get(0).id());
        assertEquals(3, model.clients().get(0).nic().id());
        assertEquals(4, model.networkEdges().get(0).id());
        assertEquals(5, model.networkEdges().get(1).id());
        assertEquals(0, model.networkNodes().get(0).id());
        assertEquals(2, model.nodes().get(2).cpus());
        assertEquals(
                SimpleDisk.of(5_000_000, 5e7, 1)
                        .withIdentity(model.servers().get(0).ioSubsystem().identity()),
                model.servers().get(0).ioSubsystem());
        assertEquals(6, model.topologies().get(0).links().size());
        assertTrue(model.topologies().get(0).links().contains(new Topology.Link(3, 4, 0)));
        assertTrue(model.topologies().get(0).links().contains(new Topology.Link(0, 5, 3)));
    }

    @Test
    void placesOneRankOnEveryHostWhenTheStarDoesNotSayHowMany() throws Exception {
        ClusterModel model = Models.read(directory, Models.star().replace("ranks='2' ", ""));

        assertEquals(3, model.clients().size());
        assertEquals(2, model.nodes().get(2).hosted().size());
    }

    @Test
    void takesValuesFromTemplatesAndPrefersOwnOnes() throws Exception {
        String own = "<NetworkEdge template='gige'><Latency>1us</Latency></NetworkEdge>";
        ClusterModel model = Models.read(
                directory,
                Models.star()
                        .replace("<ComponentList>", "<ComponentList><NetworkEdgeList>" + own + "</NetworkEdgeList>"));

        SimpleNetworkEdge edge = (SimpleNetworkEdge) model.networkEdges().get(0);
        assertEquals(1_000, edge.latencyNanos());
        assertEquals(117e6, edge.bandwidth());
    }

    @Test
    void completesPartsOfATemplateAndReplacesThoseOfAnotherKind() throws Exception {
        String half =
                "<Node><CPUs>1</CPUs><InstructionsPerSecond>inf</InstructionsPerSecond><MemorySize>1G</MemorySize>"
                        + "<HOSTEDCOMPONENTS><Server template='srv'>%s<NETWORKINTERFACE><NIC template='nic'/></NETWORKINTERFACE>"
                        + "</Server></HOSTEDCOMPONENTS></Node>";
        String same = half.formatted(
                "<IOSUBSYSTEM><IOSubsystem><AvgAccessTime>1ms</AvgAccessTime></IOSubsystem></IOSUBSYSTEM>");
        String other = half.formatted("<IOSUBSYSTEM><IOSubsystem implementation='SimpleFlash'><AvgAccessTime>1us"
                + "</AvgAccessTime><MaxThroughput>inf</MaxThroughput></IOSubsystem></IOSUBSYSTEM>");
        ClusterModel model = Models.read(
                directory,
                "<Project>" + Models.TEMPLATES + "<ComponentList><NodeList>" + same + other
                        + "</NodeList></ComponentList></Project>");

        SimpleDisk completed = (SimpleDisk) model.servers().get(0).ioSubsystem();
        assertEquals(1_000_000, completed.avgAccessTimeNanos());
        assertEquals(5e7, completed.maxThroughput());
        assertEquals(
                "SimpleFlash", model.servers().get(1).ioSubsystem().getClass().getSimpleName());
        assertEquals(Double.POSITIVE_INFINITY, model.nodes().get(0).instructionsPerSecond());
    }

    @Test
    void letsTemplatesBuildOnOthers() throws Exception {
        String templates =
                "<Templates><NetworkEdge name='slow' implementation='SimpleNetworkEdge'><Latency>1ms</Latency>"
                        + "<Bandwidth>1M</Bandwidth></NetworkEdge><NetworkEdge name='fast' template='slow'><Bandwidth>1G"
                        + "</Bandwidth></NetworkEdge></Templates>";
        ClusterModel model = Models.read(
                directory, Models.edge("<NetworkEdge template='fast'/>").replace("<Project>", "<Project>" + templates));

        assertEquals(1_000_000, model.networkEdges().get(0).latencyNanos());
        assertEquals(1L << 30, model.networkEdges().get(0).bandwidth());
    }

    @Test
    void ignoresTheCaseOfTagsAttributesAndNames() throws Exception {
        ClusterModel model = Models.read(
                directory,
                "<PROJECT><componentlist><networkEDGElist><networkedge IMPLEMENTATION='a.b.SIMPLEnetworkEDGE'>"
                        + "<LATENCY>3ps</LATENCY><bandwidth>1.5K</bandwidth></networkedge></networkEDGElist>"
                        + "</componentlist></PROJECT>");

        assertEquals(0, model.networkEdges().get(0).latencyNanos());
        assertEquals(1536, model.networkEdges().get(0).bandwidth());
    }

    @Test
    void choosesMethodsByTheLastPartOfTheirNameIgnoringCase() throws Exception {
        ClusterModel model = Models.read(
                directory,
                Models.star("<ClientMethod name='bcast'>de.x.Bcast.binarytreesimple</ClientMethod>"
                        + "<ClientMethod name='Gather'>x.Gather.GatherBinaryTreeMPICH2</ClientMethod>"));

        assertEquals("BinaryTreeSimple", model.globalSettings().method(CommandType.BCAST));
        assertEquals("GatherMPICH2", model.globalSettings().method(CommandType.GATHER));
        assertEquals("BarrierMPICH2", model.globalSettings().method(CommandType.BARRIER));
    }

    /** Switches have numbers as other parameters do, which a model may also say. */
    @Test
    void understandsTheWordsOfSwitches() throws Exception {
        ClusterModel model = Models.read(
                directory,
                Models.star("<ClientMethod name='Filewriteall' romio_cb_write='Enable' romio_ds_write='disable'"
                        + " romio_pvfs2_listio_write='automatic' cb_nodes='3'/>"));

        assertEquals(
                Map.of("romio_cb_write", 1L, "romio_ds_write", 0L, "romio_pvfs2_listio_write", 2L, "cb_nodes", 3L),
                model.globalSettings().choice(CommandType.FILE_WRITE_ALL).parameters());
    }

    @Test
    void takesTheOtherAttributesOfAMethodAsItsParameters() throws Exception {
        ClusterModel model = Models.read(
                directory, Models.star("<ClientMethod shortMessage='12K' NAME='Bcast' ranks='8'>MPICH</ClientMethod>"));

        MethodChoice choice = model.globalSettings().choice(CommandType.BCAST);
        assertEquals(new MethodChoice("MPICH", Map.of("shortMessage", 12_288L, "ranks", 8L)), choice);
        assertEquals(12_288L, choice.parameters().get("SHORTMESSAGE"));
    }

    @Test
    void readsRedirectionsAndSchedulingAndAnalyticalInterfaces() throws Exception {
        String nodes =
                "<NodeList><Node template='host' id='3'><HOSTEDCOMPONENTS><Router><NETWORKINTERFACE><NICAnalytical id='7'>"
                        + "<TotalBandwidth>1G</TotalBandwidth></NICAnalytical></NETWORKINTERFACE><IDENTIFIER>"
                        + "<ComponentIdentifier name='r' id='9'/></IDENTIFIER></Router><Server template='srv' id='5'>"
                        + "<NETWORKINTERFACE><NIC template='nic' id='8'/></NETWORKINTERFACE></Server></HOSTEDCOMPONENTS></Node>"
                        + "</NodeList><NetworkEdgeList><NetworkEdge template='gige' id='10'/>"
                        + "<NetworkEdge template='gige' id='11'/></NetworkEdgeList>";
        ClusterModel model = Models.read(
                directory,
                "<Project>" + Models.TEMPLATES + "<ComponentList>" + nodes + "</ComponentList><TopologyList>"
                        + "<Topology name='T' scheduling='fifo'><ROUTINGALGORITHM><PaketRoutingAlgorithm"
                        + " implementation='FirstRoute'/></ROUTINGALGORITHM><Node id='7'><Edge id='10' to='8'/></Node>"
                        + "<Node id='8'><Edge id='11' to='7'/></Node></Topology></TopologyList>"
                        + "<IORedirectionList><IORedirect default='-1'><Srv id='5' via='9'/><Component id='3'/>"
                        + "</IORedirect></IORedirectionList></Project>");

        assertEquals(List.of(new IoRedirection(-1, Map.of(5, 9), Set.of(3))), model.ioRedirections());
        assertEquals(9, model.ioRedirections().get(0).routerTo(5));
        assertEquals(IoRedirection.DIRECT, model.ioRedirections().get(0).routerTo(4));
        assertEquals(Topology.Scheduling.FIFO, model.topologies().get(0).scheduling());
        assertEquals(NicAnalytical.class, model.routers().get(0).nic().getClass());
    }

    @Test
    void makesNamesUniqueByACounter() throws Exception {
        String edge =
                "<NetworkEdge name='e' implementation='SimpleNetworkEdge'><Latency>0</Latency><Bandwidth>1</Bandwidth>"
                        + "</NetworkEdge>";
        ClusterModel model = Models.read(directory, Models.edge(edge + edge + edge));

        assertEquals(
                List.of("e", "e1", "e2"),
                model.networkEdges().stream().map(e -> e.name()).toList());
    }

    @Test
    void numbersComponentsWithoutIdBesideThoseThatHaveOne() throws Exception {
        String edge = "<NetworkEdge %s implementation='SimpleNetworkEdge'><Latency>0</Latency><Bandwidth>1</Bandwidth>"
                + "</NetworkEdge>";
        ClusterModel model =
                Models.read(directory, Models.edge(edge.formatted("") + edge.formatted("id='0'") + edge.formatted("")));

        assertEquals(
                List.of(1, 0, 2), model.networkEdges().stream().map(e -> e.id()).toList());
    }

    @Test
    void keepsTemplatesAndEverythingElseWhenWrittenAgain() throws Exception {
        ClusterModel model = Models.read(directory, Models.star("<ClientMethod name='Bcast'>Direct</ClientMethod>"));
        Path copy = directory.resolve("copy.xml");

        ModelWriter.write(model, copy);

        assertEquals(5, model.templates().size());
        assertEquals(model, ModelReader.read(copy));
    }

    @Test
    void changesValuesByOverridesOfEveryForm() throws Exception {
        ClusterModel model = Models.read(
                directory,
                Models.star("<TransferGranularity>1K</TransferGranularity>"),
                "NetworkEdge[*]/Latency=7us",
                "networkedge[e0_TX]/bandwidth=inf",
                "StoreForwardNode/TotalBandwidth=1K",
                "NIC[nic]/TotalBandwidth=2K",
                "GlobalSettings/TransferGranularity=10K",
                "GlobalSettings/MaxEagerSendSize=0",
                "ClientMethod[Bcast]=Direct",
                "Node[*]/CPUs=3",
                "Node/MemorySize=8G",
                "Star[*]/hosts=4");

        assertTrue(model.networkEdges().stream().allMatch(edge -> edge.latencyNanos() == 7_000));
        assertEquals(Double.POSITIVE_INFINITY, model.networkEdges().get(0).bandwidth());
        assertEquals(117e6, model.networkEdges().get(1).bandwidth());
        assertEquals(1024, ((StoreForwardNode) model.networkNodes().get(0)).totalBandwidth());
        assertTrue(model.clients().stream().allMatch(client -> client.nic().totalBandwidth() == 2048));
        assertEquals(10_240, model.globalSettings().transferGranularity());
        assertEquals(0, model.globalSettings().maxEagerSendSize());
        assertEquals("Direct", model.globalSettings().method(CommandType.BCAST));
        assertTrue(model.nodes().stream().allMatch(node -> node.cpus() == 3 && node.memoryBytes() == 8L << 30));
        assertEquals(4, model.nodes().size());
        assertFalse(model.servers().isEmpty());
    }

    @Test
    void overridesAMethodThatTheFileChooses() throws Exception {
        ClusterModel model = Models.read(
                directory,
                Models.star("<ClientMethod name='Bcast'>BinaryTree</ClientMethod>"),
                "ClientMethod[bcast]=x.y.VirtualSync");

        assertEquals(
                Map.of(CommandType.BCAST, MethodChoice.of("VirtualSync")),
                model.globalSettings().methods());
    }

    @Test
    void overridesParametersOfMethods() throws Exception {
        ClusterModel chosen = Models.read(
                directory,
                Models.star("<ClientMethod name='Bcast' shortMessage='1K'>MPICH</ClientMethod>"),
                "ClientMethod[Bcast]/shortMessage=4K",
                "ClientMethod[bcast]/longMessage=1M");
        assertEquals(
                Map.of(
                        CommandType.BCAST,
                        new MethodChoice("MPICH", Map.of("shortMessage", 4096L, "longMessage", 1L << 20))),
                chosen.globalSettings().methods());

        ClusterModel usual = Models.read(directory, Models.star(), "ClientMethod[Bsend]/copyBytes=16");
        assertEquals(
                Map.of(
                        CommandType.BSEND,
                        new MethodChoice(CommandType.BSEND.defaultMethod(), Map.of("copyBytes", 16L))),
                usual.globalSettings().methods());

        ClusterModel hint =
                Models.read(directory, Models.star(), "ClientMethod[Filewrite]/romio_pvfs2_listio_write=enable");
        assertEquals(
                Map.of("romio_pvfs2_listio_write", 1L),
                hint.globalSettings().methods().get(CommandType.FILE_WRITE).parameters());

        ClusterModel both = Models.read(
                directory, Models.star(), "ClientMethod[Alltoall]=Linear", "ClientMethod[Alltoall]/throttle=4");
        assertEquals(
                Map.of(CommandType.ALLTOALL, new MethodChoice("Linear", Map.of("throttle", 4L))),
                both.globalSettings().methods());
    }

    @Test
    void tellsWhatIsUnused() throws Exception {
        String text = Models.star()
                .replace(
                        "<Server name='srv'>",
                        "<NIC name='spare'><TotalBandwidth>1K</TotalBandwidth></NIC><Server name='srv'>")
                .replace(
                        "<ComponentList>",
                        "<ApplicationList><Application alias='B'/></ApplicationList><ComponentList><NetworkNodeList>"
                                + "<NetworkNode name='lone' template='sw'/></NetworkNodeList>");
        java.util.List<String> unused = new java.util.ArrayList<>();
        java.util.List<String> notes = new java.util.ArrayList<>();
        ModelReader.read(Models.file(directory, text), java.util.List.of(), notes::add, unused::add);
        assertEquals(
                java.util.List.of("line 4: <ClientProcess>: application='A' isn't in the ApplicationList, which has B: "
                        + "its 2 processes have nothing to do"),
                notes);
        assertEquals(
                java.util.List.of(
                        "template 'spare': nothing takes values from it",
                        "application 'B': no ClientProcess is of it",
                        "network node 'lone': no topology has it"),
                unused);
    }
}
