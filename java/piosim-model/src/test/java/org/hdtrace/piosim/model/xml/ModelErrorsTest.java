// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ModelErrorsTest {
    private static final String LINK = "<NetworkEdge implementation='SimpleNetworkEdge' id='4'><Latency>1us</Latency>"
            + "<Bandwidth>1K</Bandwidth></NetworkEdge>";

    @TempDir
    Path directory;

    static Stream<Arguments> mistakesInOneElement() {
        return Stream.of(
                Arguments.of(
                        "<NetworkEdge implementation='a.b.Wormhole'/>",
                        "<NetworkEdge>: implementation='Wormhole' is unknown; allowed are: SimpleNetworkEdge,"
                                + " CutThroughNetworkEdge, SharedMemoryEdge"),
                Arguments.of(
                        "<NetworkEdge/>",
                        "<NetworkEdge>: needs an implementation; allowed are: SimpleNetworkEdge, CutThroughNetworkEdge,"
                                + " SharedMemoryEdge"),
                Arguments.of(
                        "<NetworkEdge implementation='SimpleNetworkEdge'><Latency>1us</Latency></NetworkEdge>",
                        "<NetworkEdge>: needs a value Bandwidth"),
                Arguments.of(
                        LINK.replace("1us", "1 fortnight"),
                        "<NetworkEdge>: Latency='1 fortnight': must be a time with s, ms, us, ns or ps"),
                Arguments.of(
                        LINK.replace("1us", "1"),
                        "<NetworkEdge>: Latency='1': must be a time with s, ms, us, ns or ps"),
                Arguments.of(LINK.replace("1us", "-1us"), "<NetworkEdge>: Latency='-1us': must be >= 0"),
                Arguments.of(
                        LINK.replace("1us", "fast"),
                        "<NetworkEdge>: Latency='fast': must be a number, with s, ms, us, ns or ps"),
                Arguments.of(LINK.replace("1K", "0"), "<NetworkEdge>: Bandwidth='0': must be > 0"),
                Arguments.of(
                        LINK.replace("1K", "1Q"),
                        "<NetworkEdge>: Bandwidth='1Q': unknown unit 'Q'; allowed are K, M, G, T, P (powers of 1024),"
                                + " KiB, kB and alike"),
                Arguments.of(LINK.replace("1K", "99999999P"), "<NetworkEdge>: Bandwidth='99999999P': is too large"),
                Arguments.of(
                        LINK.replace("Latency", "Latnecy"),
                        "<Latnecy>: not known inside <NetworkEdge>; allowed are: IDENTIFIER, Latency, Bandwidth, Burst"),
                Arguments.of(
                        LINK.replace("id='4'", "colour='red'"),
                        "<NetworkEdge>: unknown attribute 'colour'; allowed are: IDENTIFIER, Latency, Bandwidth, Burst,"
                                + " implementation, template, name, id"),
                Arguments.of(
                        LINK.replace("id='4'>", "><IDENTIFIER id='4'/>"),
                        "<IDENTIFIER>: unknown attribute 'id'; allowed are: none"),
                Arguments.of(
                        LINK.replace("id='4'>", "><IDENTIFIER><Identifier id='4'/></IDENTIFIER>"),
                        "<Identifier>: not known inside <IDENTIFIER>; allowed are: ComponentIdentifier"),
                Arguments.of(
                        LINK.replace("id='4'>", "><IDENTIFIER><ComponentIdentifier nmae='e'/></IDENTIFIER>"),
                        "<ComponentIdentifier>: unknown attribute 'nmae'; allowed are: name, id"),
                Arguments.of(LINK.replace("'4'", "'four'"), "<NetworkEdge>: id='four': must be a number"),
                Arguments.of(
                        "<NetworkEdge template='gige'/>",
                        "<NetworkEdge>: template='gige' is not defined; defined are: none"),
                Arguments.of("<Rope/>", "<Rope>: not known inside <NetworkEdgeList>; allowed are: NetworkEdge"));
    }

    @ParameterizedTest
    @MethodSource("mistakesInOneElement")
    void namesLineElementAndWhatIsAllowed(String element, String expected) {
        String first = Models.error(directory, Models.edge(element))
                .lines()
                .findFirst()
                .orElseThrow();

        assertEquals("FILE: line 2: " + expected, first);
    }

    static Stream<Arguments> mistakesInAStar() {
        return Stream.of(
                Arguments.of("hosts='3'", "hosts='many'", "hosts='many': must be a whole number from 0 to 9999999"),
                Arguments.of("hosts='3'", "hosts='1'", "hosts=1 is less than ranks=2 or servers=1"),
                Arguments.of("application='A'", "", "needs the attribute application, the alias of an application"),
                Arguments.of("server='srv'", "", "needs the attribute server, the name of a template"),
                Arguments.of("node='host'", "node='nic'", "node='nic': is a <NIC>, not a <Node>"),
                Arguments.of(
                        "edge='gige'",
                        "edge='cable'",
                        "edge='cable': no such template; defined are: host, nic, gige, sw, srv"),
                Arguments.of(
                        "hosts='3'",
                        "hosts='3' routing='Fastest'",
                        "routing='Fastest': must be one of DimensionOrderRoute, DragonflyRoute, ECMPRoute, FatTreeRoute,"
                                + " PaketFirstRoute, PaketRoundRobinRoute, PaketSymmetricHierarchicalRoute"),
                Arguments.of(
                        "hosts='3'",
                        "hosts='3' arms='5'",
                        "unknown attribute 'arms'; allowed are: hosts, servers, ranks, application, node, nic, edge,"
                                + " switch, server, topology, routing, name"));
    }

    @ParameterizedTest
    @MethodSource("mistakesInAStar")
    void tellsWhatAStarLacks(String right, String wrong, String expected) {
        String text = Models.star().replace(Models.STAR, Models.STAR.replace(right, wrong));

        assertEquals("FILE: line 4: <Star>: " + expected, Models.error(directory, text));
    }

    @Test
    void tellsThatATemplateOfAStarLacksItsImplementation() {
        String text = Models.star().replace("name='sw' implementation='StoreForwardNode'", "name='sw'");

        assertEquals(
                "FILE: line 4: <NetworkNode>: needs an implementation, which template 'sw' doesn't state either; allowed"
                        + " are: StoreForwardNode, StoreForwardLocalNode, StoreForwardMemoryNode, CutThroughForwardNode",
                Models.error(directory, text));
    }

    /** Of blocks, too, so that none is taken for a value that isn't read. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<GlobalSettings> | <GlobalSettings Eager='1K'> | line 3: <GlobalSettings>: unknown attribute 'Eager'; allowed"
                        + " are: TransferGranularity, IOGranularity, MaxEagerSendSize",
                "<ComponentList> | <ComponentList hosts='3'> | line 4: <ComponentList>: unknown attribute 'hosts'; allowed"
                        + " are: none",
                "</Project> | <TopologyList name='LAN'/></Project> | line 5: <TopologyList>: unknown attribute 'name';"
                        + " allowed are: none",
                "</Project> | <ApplicationList alias='A'/></Project> | line 5: <ApplicationList>: unknown attribute 'alias';"
                        + " allowed are: none",
                "</Project> | <IORedirectionList><IORedirect defalt='3'/></IORedirectionList></Project> | line 5:"
                        + " <IORedirect>: unknown attribute 'defalt'; allowed are: default",
            })
    void tellsUnknownAttributesOfBlocks(String right, String wrong, String expected) {
        assertEquals("FILE: " + expected, Models.error(directory, Models.star().replace(right, wrong)));
    }

    @Test
    void refusesTemplatesThatAreBasedOnThemselvesOrNamedTwice() {
        String templates = "<Templates><NIC name='a' template='b'/><NIC name='b' template='a'/><NIC name='b'/><NIC/>"
                + "</Templates>";
        String text = Models.edge("<NetworkEdge template='a'/>").replace("<Project>", "<Project>" + templates);

        String message = Models.error(directory, text);
        assertTrue(message.contains("<NIC>: template 'b' is defined twice"), message);
        assertTrue(message.contains("a template needs a name, as in <NIC name=\"...\">"), message);

        String loop = "<Templates><NetworkEdge name='a' template='b'/><NetworkEdge name='b' template='a'/></Templates>";
        String looping = Models.edge("<NetworkEdge template='a'/>").replace("<Project>", "<Project>" + loop);
        assertTrue(Models.error(directory, looping).contains("template='a' is based on itself: a -> b"));
    }

    static Stream<Arguments> mistakesInSettings() {
        return Stream.of(
                Arguments.of(
                        "<ClientMethod name='Bcast'>x.Carrier</ClientMethod>",
                        "<ClientMethod>: Bcast='Carrier': must be one of BroadcastScatterGatherall, NoOperation,"),
                Arguments.of(
                        "<ClientMethod name='Shout'>x</ClientMethod>",
                        "<ClientMethod>: name='Shout': must be one of Compute, GlobalSync, Send,"),
                Arguments.of(
                        "<ClientMethod name='Bcast'>Direct</ClientMethod><ClientMethod name='bcast'>Direct</ClientMethod>",
                        "<ClientMethod>: the method of Bcast is chosen twice"),
                Arguments.of(
                        "<ClientMethod name='Bcast' shortMessage='12 parsecs'>MPICH</ClientMethod>",
                        "<ClientMethod>: shortMessage='12 parsecs': "),
                Arguments.of(
                        "<TransferGranularity>0</TransferGranularity>",
                        "<GlobalSettings>: TransferGranularity='0': must be > 0"),
                Arguments.of(
                        "<Granularity>0</Granularity>",
                        "<Granularity>: not known inside <GlobalSettings>; allowed are: TransferGranularity,"));
    }

    @ParameterizedTest
    @MethodSource("mistakesInSettings")
    void tellsWhichSettingIsWrong(String settings, String expected) {
        String message = Models.error(directory, Models.star(settings));

        assertTrue(message.startsWith("FILE: line 3: " + expected), message);
    }

    static Stream<Arguments> mistakesInOverrides() {
        return Stream.of(
                Arguments.of(
                        "Latency=1us",
                        "--set Latency=1us: must be Type[name or template or *]/Attribute=VALUE or"
                                + " ClientMethod[command]=VALUE"),
                Arguments.of(
                        "NetworkEdge[nothere]/Latency=1us",
                        "--set NetworkEdge[nothere]/Latency: matches nothing in the model"),
                Arguments.of("Carrier[*]/Latency=1us", "--set Carrier[*]/Latency: matches nothing in the model"));
    }

    @ParameterizedTest
    @MethodSource("mistakesInOverrides")
    void refusesOverridesThatDoNothing(String override, String expected) {
        assertEquals("FILE: " + expected, Models.error(directory, Models.star(), override));
    }

    @Test
    void refusesAnOverrideWithAMisspeltAttribute() {
        String message = Models.error(directory, Models.star(), "NetworkEdge[e0_TX]/Latnecy=1us");

        assertEquals(
                "--set NetworkEdge[e0_TX]/Latnecy=1us: <Latnecy>: not known inside <NetworkEdge>; allowed are: IDENTIFIER, Latency, Bandwidth, Burst",
                message);
    }

    @Test
    void reportsAValueThatSpoilsManyComponentsOnce() {
        assertEquals(
                "--set NetworkEdge[*]/Latency=1: <NetworkEdge>: Latency='1': must be a time with s, ms, us, ns or ps",
                Models.error(directory, Models.star(), "NetworkEdge[*]/Latency=1"));
    }

    static Stream<Arguments> contradictions() {
        String topology = "<TopologyList><Topology name='T'><Node id='%d'><Edge id='%d' to='%d'/></Node></Topology>"
                + "</TopologyList></Project>";
        return Stream.of(
                Arguments.of(
                        "</Project>",
                        topology.formatted(99, 4, 3),
                        "topology 'T': id 99 is not a network interface or network node"),
                Arguments.of(
                        "</Project>", topology.formatted(3, 3, 3), "topology 'T': edge id 3 is not a network edge"),
                Arguments.of(
                        "</Project>",
                        "<IORedirectionList><IORedirect default='3'/></IORedirectionList></Project>",
                        "redirection: id 3 is not a router"),
                Arguments.of(
                        "</Project>",
                        "<IORedirectionList><IORedirect><Srv id='1' via='-1'/><Component id='77'/></IORedirect>"
                                + "</IORedirectionList></Project>",
                        "redirection: id 1 is not a server"),
                Arguments.of(
                        "</Project>",
                        "<IORedirectionList><IORedirect><Srv id='1' via='-1'/><Srv id='1' via='2'/></IORedirect>"
                                + "</IORedirectionList></Project>",
                        "<Srv>: id='1': is listed twice"),
                Arguments.of(
                        "</Project>",
                        "<IORedirectionList><IORedirect><Component id='1'/></IORedirect>"
                                + "<IORedirect><Component id='2'/><Component id='1'/></IORedirect>"
                                + "</IORedirectionList></Project>",
                        "<Component>: id='1': is redirected already"),
                Arguments.of(
                        "<MemorySize>4G",
                        "<MemorySize>4K",
                        "MemorySize=4096: a node with a server needs at least twice the IOGranularity, 20971520"),
                Arguments.of(
                        Models.STAR,
                        Models.STAR + Models.STAR,
                        "application 'A' rank 0 thread 0 is placed twice: 'c0' and 'c01'"));
    }

    @ParameterizedTest
    @MethodSource("contradictions")
    void tellsWhatDoesNotFitTogether(String right, String wrong, String expected) {
        String message = Models.error(directory, Models.star().replace(right, wrong));

        assertTrue(message.contains(expected), message);
    }

    @Test
    void reportsEqualIdsWithTheirLine() {
        String message = Models.error(directory, Models.edge(LINK + "\n" + LINK));

        assertEquals(
                "FILE: line 3: <NetworkEdge>: id='4': is that of the <NetworkEdge> in line 2, too: ids are unique over"
                        + " all components",
                message);
    }

    @Test
    void reportsAllFaultsTogetherAndAtMostTwenty() {
        String wrong = "<NetworkEdge/>\n".repeat(25);
        String message = Models.error(directory, Models.edge(wrong));

        assertEquals(21, message.lines().count());
        assertTrue(message.startsWith("FILE: line 2: "), message);
        assertTrue(message.contains("\nFILE: line 21: "), message);
        assertTrue(message.endsWith("\nFILE: and 5 more"), message);
    }

    static Stream<Arguments> notAModel() {
        return Stream.of(
                Arguments.of("", "FILE: line 1: the file is empty"),
                Arguments.of("\u0001\u0002binary", "FILE: line 1: not well-formed XML"),
                Arguments.of("<Project>\n<Templates></Project>", "FILE: line 2: not well-formed XML"),
                Arguments.of(
                        "<!DOCTYPE Project><Project/>", "FILE: line 1: document types and entities are not allowed"),
                Arguments.of("<Project>&evil;</Project>", "FILE: line 1: "),
                Arguments.of(
                        "<Application/>",
                        "FILE: line 1: <Application>: the root of a model file is <Project> (this is an application, not a"
                                + " model)"),
                Arguments.of("<html/>", "FILE: line 1: <html>: the root of a model file is <Project>"),
                Arguments.of("<Project>" + "<a>".repeat(2000), "FILE: line 1: elements are nested deeper than 100"),
                Arguments.of(
                        "<Project>\n<Templates/><Templates/></Project>", "FILE: line 2: <Templates>: appears twice"),
                Arguments.of(
                        "<Project><ComponentList><MaschineList>\n<Rack/></MaschineList></ComponentList></Project>",
                        "FILE: line 2: <Rack>: not known inside <MaschineList> of a file of the kind used before 2010"));
    }

    @ParameterizedTest
    @MethodSource("notAModel")
    void refusesWhatIsNoModel(String text, String expected) {
        String message = Models.error(directory, text);

        assertTrue(message.startsWith(expected), message);
        assertEquals(1, message.lines().count());
    }

    @Test
    void refusesFilesThatCanNotBeRead() throws Exception {
        Path missing = directory.resolve("missing.xml");
        ModelFormatException none = assertThrows(ModelFormatException.class, () -> ModelReader.read(missing));
        assertEquals(missing + ": no such file", none.getMessage());
        assertEquals(missing, none.file());

        ModelFormatException folder = assertThrows(ModelFormatException.class, () -> ModelReader.read(directory));
        assertEquals(directory + ": is a directory", folder.getMessage());
        assertTrue(Files.exists(directory));
    }
}
