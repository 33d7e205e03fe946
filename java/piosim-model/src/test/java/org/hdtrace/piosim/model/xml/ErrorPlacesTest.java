// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A fault names the line or the option that states what is wrong, and the value as it is written there. */
class ErrorPlacesTest {
    private static final Path MODEL = Path.of(System.getProperty("hd.root"), "examples/models/paper-gige.xml");

    private static final String TEMPLATE_AND_STAR = "<Project>\n" + Models.TEMPLATES
            + "<ApplicationList><Application alias='A'/></ApplicationList>\n<ComponentList>\n"
            + "<Star hosts='3' servers='2' ranks='1' application='A' node='host' nic='nic' edge='gige' switch='sw'"
            + " server='srv'/></ComponentList></Project>\n";

    @TempDir
    Path directory;

    private Path file;

    /** The message for the example with one text of it replaced, without the name of the file. */
    private String error(String old, String replacement, String... overrides) throws IOException {
        String text = Files.readString(MODEL);
        assertTrue(Pattern.compile(old).matcher(text).find(), old);
        return message(text.replaceFirst(old, replacement), overrides);
    }

    private String message(String text, String... overrides) throws IOException {
        file = Files.writeString(directory.resolve("model.xml"), text);
        return assertThrows(ModelFormatException.class, () -> ModelReader.read(file, List.of(overrides)))
                .getMessage()
                .replace(file.toString(), "FILE");
    }

    private static int lineOf(String text, String part) {
        return (int) text.substring(0, text.indexOf(part)).lines().count();
    }

    @ParameterizedTest
    @CsvSource({
        "Latency, -1ms, NetworkEdge, must be >= 0",
        "CPUs, 0, Node, must be > 0",
        "RPM, 0, IOSubsystem, must be > 0",
        "CPUs, 1.5, Node, 'must be a whole number, with or without K, M, G, T, P (powers of 1024), KiB, kB and alike'",
        "InstructionsPerSecond, fast, Node, 'must be a number or inf, with or without K, M, G, T, P (powers of 1024), KiB, kB and alike'"
    })
    void aValueOfATemplateIsAFaultOfItsLine(String value, String text, String tag, String rule) throws IOException {
        String message = error("<" + value + ">[^<]*<", "<" + value + ">" + text + "<");
        int line = lineOf(Files.readString(file), "<" + value + ">");
        assertEquals("FILE: line " + line + ": <" + tag + ">: " + value + "='" + text + "': " + rule, message);
    }

    @Test
    void anAttributeOfATemplateIsAFaultOfItsLine() throws IOException {
        String text = Files.readString(MODEL)
                .replaceFirst("(<Node name=\"[^\"]*\")", "$1 colour=\"red\"")
                .replaceFirst("implementation=\"SimpleNetworkEdge\"", "implementation=\"Wire\"");
        String message = message(text);
        boolean node = message.startsWith("FILE: line " + lineOf(text, "colour=") + ": <Node>: unknown attribute");
        boolean edge = message.startsWith(
                "FILE: line " + lineOf(text, "\"Wire\"") + ": <NetworkEdge>: implementation='Wire' is unknown");
        assertTrue(node || edge, message);
    }

    @ParameterizedTest
    @CsvSource({
        "NetworkEdge[*]/Latency=abc, '<NetworkEdge>: Latency=''abc'': must be a number, with s, ms, us, ns or ps'",
        "NetworkEdge[*]/Latency=-1ms, '<NetworkEdge>: Latency=''-1ms'': must be >= 0'",
        "NetworkEdge[*]/Latncy=1us, '<Latncy>: not known inside <NetworkEdge>; allowed are: IDENTIFIER, Latency, Bandwidth, Burst'",
        "GlobalSettings/IOGranularity=0, '<GlobalSettings>: IOGranularity=''0'': must be > 0'",
        "Star[*]/hosts=50000000, '<Star>: hosts=''50000000'': must be a whole number from 0 to 9999999'",
        "Star[*]/ranks=many, '<Star>: ranks=''many'': must be a whole number from 0 to 9999999'",
        "Star[*]/colour=red, '<Star>: unknown attribute ''colour''; allowed are: '"
    })
    void aValueOfAnOptionIsAFaultOfTheOption(String override, String expected) throws IOException {
        String message = error("<Star", "<Star", override);
        assertTrue(message.startsWith("--set " + override + ": " + expected), message);
    }

    @Test
    void aMethodOfAnOptionIsAFaultOfTheOption() throws IOException {
        String message = error("<Star", "<Star", "ClientMethod[Bcast]=Foo");
        assertTrue(message.startsWith("--set ClientMethod[Bcast]=Foo: <ClientMethod>: Bcast='Foo': must be one of "));
        String command = error("<Star", "<Star", "ClientMethod[Bcats]=Direct");
        assertTrue(command.startsWith("--set ClientMethod[Bcats]=Direct: <ClientMethod>: name='Bcats': must"), command);
    }

    @Test
    void aValueOfASweepIsAFaultOfItsOption() throws Exception {
        ModelDocument document = ModelDocument.parse(MODEL);
        ModelFormatException e = assertThrows(
                ModelFormatException.class,
                () -> document.model(List.of("Node[*]/CPUs=2"), List.of("NetworkEdge[*]/Latency=soon")));
        assertTrue(e.getMessage().startsWith("--vary NetworkEdge[*]/Latency=soon: <NetworkEdge>: "), e.getMessage());
    }

    @Test
    void linksRedirectionsAndApplicationsHaveLines() throws IOException {
        String text =
                """
                <Project>
                <ApplicationList><Application alias='A'/>
                <Application alias='A'/></ApplicationList>
                <TopologyList><Topology name='T'><Node id='99'>
                <Edge id='98' to='97'/></Node></Topology></TopologyList>
                <IORedirectionList>
                <IORedirect default='3'/></IORedirectionList>
                </Project>
                """;
        assertEquals(
                List.of(
                        "FILE: line 3: <Application>: application alias 'A' is used twice",
                        "FILE: line 5: <Edge>: topology 'T': id 99 is not a network interface or network node",
                        "FILE: line 5: <Edge>: topology 'T': id 97 is not a network interface or network node",
                        "FILE: line 5: <Edge>: topology 'T': edge id 98 is not a network edge",
                        "FILE: line 7: <IORedirect>: redirection: id 3 is not a router"),
                Arrays.asList(message(text).split("\n")));
    }

    @Test
    void aMissingAttributeOfAGeneratorIsCalledMissing() throws IOException {
        String star = Files.readString(MODEL);
        int begin = star.indexOf("<Star");
        String message = message(star.substring(0, begin) + "<FatTree k=\"2\"" + star.substring(begin + 5));
        assertTrue(message.contains(": <FatTree>: needs the attribute levels, a whole number"), message);
    }

    @Test
    void aGeneratorNamesTheFaultsOfAllItsTemplates() throws IOException {
        String text =
                """
                <Project><Templates>
                <Node name='host'><CPUs>none</CPUs><InstructionsPerSecond>1G</InstructionsPerSecond>
                <MemorySize>4G</MemorySize></Node>
                <NIC name='nic'>
                <TotalBandwidth>fast</TotalBandwidth></NIC>
                <NetworkEdge name='gige' implementation='SimpleNetworkEdge'>
                <Latency>soon</Latency><Bandwidth>1G</Bandwidth></NetworkEdge>
                <NetworkNode name='sw' implementation='StoreForwardNode'>
                <TotalBandwidth>much</TotalBandwidth></NetworkNode>
                <Server name='srv'><IOSUBSYSTEM><IOSubsystem implementation='SimpleDisk'>
                <AvgAccessTime>late</AvgAccessTime><MaxThroughput>1M</MaxThroughput></IOSubsystem></IOSUBSYSTEM>
                <CACHESTRATEGY><ServerCacheLayer implementation='NoCache'/></CACHESTRATEGY></Server>
                </Templates><ApplicationList><Application alias='A'/></ApplicationList><ComponentList>
                <Star hosts='3' servers='1' ranks='2' application='A' node='host' nic='nic' edge='gige' switch='sw' server='srv'/>
                </ComponentList></Project>
                """;
        List<String> faults = Arrays.asList(message(text).split("\n"));
        for (String fault : List.of(
                "2: <Node>: CPUs='none'",
                "5: <NIC>: TotalBandwidth='fast'",
                "7: <NetworkEdge>: Latency='soon'",
                "9: <NetworkNode>: TotalBandwidth='much'",
                "11: <IOSubsystem>: AvgAccessTime='late'")) {
            assertTrue(
                    faults.stream().anyMatch(line -> line.startsWith("FILE: line " + fault + ": must be ")),
                    fault + " in " + faults);
        }
        assertEquals(5, faults.size(), faults.toString());
    }

    @Test
    void memoryOfServersIsAFaultOfTheLineThatStatesIt() throws IOException {
        String fault = "<Node>: MemorySize=4096: a node with a server needs at least twice the IOGranularity, 20971520";
        for (String right : List.of(TEMPLATE_AND_STAR, Models.star())) {
            String text = right.replace("<MemorySize>4G", "\n<MemorySize>4K");
            assertEquals("FILE: line " + lineOf(text, "4K<") + ": " + fault, message(text));
        }
        String option = message(TEMPLATE_AND_STAR, "Node[*]/MemorySize=4K");
        assertEquals("--set Node[*]/MemorySize=4K: " + fault, option);
    }
}
