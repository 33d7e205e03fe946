// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.hdtrace.format.project.Datatype;
import org.hdtrace.piosim.model.file.Contiguous;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.ProgramSaver;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Faults of models with servers, each one line of a valid model that was replaced: the command ends with status 2 before
 * anything is simulated or written, and its only message names file, line and element.
 */
class BadModelsTest extends CommandRuns {
    private static final String HOST =
            "<CPUs>1</CPUs><InstructionsPerSecond>1G</InstructionsPerSecond>" + "<MemorySize>4G</MemorySize>";
    private static final String NIC =
            "<NETWORKINTERFACE><NIC id='%d'><TotalBandwidth>40G</TotalBandwidth></NIC>" + "</NETWORKINTERFACE>";
    private static final String EDGE = "<NetworkEdge implementation='SimpleNetworkEdge' id='%d'><Latency>20us</Latency>"
            + "<Bandwidth>117000000</Bandwidth></NetworkEdge>";
    private static final String CLIENT =
            "<ClientProcess application='A' rank='0' id='11'>" + NIC.formatted(12) + "</ClientProcess>";
    private static final String SERVER = "<Server name='srv' id='21'>" + NIC.formatted(22);
    private static final String DISK =
            "<IOSUBSYSTEM><IOSubsystem implementation='SimpleDisk' id='23'><AvgAccessTime>5ms"
                    + "</AvgAccessTime><MaxThroughput>50M</MaxThroughput></IOSubsystem></IOSUBSYSTEM>";
    private static final String CACHE =
            "<CACHESTRATEGY><ServerCacheLayer implementation='NoCache' id='24'/></CACHESTRATEGY></Server>";
    private static final String ROUTER = "<Router name='rout' id='31'>" + NIC.formatted(32) + "</Router>";
    private static final String REDIRECT = "<IORedirect default='31'><Component id='11'/></IORedirect>";
    private static final String SERVER_HOST = "<Node id='20'>" + HOST;
    private static final String SWITCH =
            "<NetworkNode implementation='StoreForwardNode' id='1'><TotalBandwidth>48G</TotalBandwidth></NetworkNode>";

    /** Without its line ends; what faults replace has a line of its own. */
    private static final List<String> MODEL = List.of(
            "<Project><ApplicationList><Application alias='A'/></ApplicationList>",
            "<GlobalSettings></GlobalSettings>",
            "<ComponentList><NodeList>",
            "<Node id='10'>" + HOST,
            "<HOSTEDCOMPONENTS>" + CLIENT + "</HOSTEDCOMPONENTS></Node>",
            SERVER_HOST,
            "<HOSTEDCOMPONENTS>",
            SERVER,
            DISK,
            CACHE,
            "</HOSTEDCOMPONENTS></Node>",
            "<Node id='30'>" + HOST + "<HOSTEDCOMPONENTS>",
            ROUTER,
            "</HOSTEDCOMPONENTS></Node></NodeList><NetworkEdgeList>",
            EDGE.formatted(41),
            EDGE.formatted(42) + EDGE.formatted(43) + EDGE.formatted(44) + EDGE.formatted(45) + EDGE.formatted(46),
            "</NetworkEdgeList><NetworkNodeList>",
            SWITCH,
            "</NetworkNodeList></ComponentList>",
            "<TopologyList><Topology name='LAN'>",
            "<Node id='12'><Edge id='41' to='1'/></Node><Node id='22'><Edge id='43' to='1'/></Node>",
            "<Node id='32'><Edge id='45' to='1'/></Node>",
            "<Node id='1'><Edge id='42' to='12'/></Node>",
            "<Node id='1'><Edge id='44' to='22'/></Node>",
            "<Node id='1'><Edge id='46' to='32'/></Node>",
            "</Topology></TopologyList><IORedirectionList>",
            REDIRECT,
            "</IORedirectionList></Project>");

    @TempDir
    Path directory;

    private Path model;
    private Path project;

    @BeforeEach
    void writeModelAndProgram() throws Exception {
        model = directory.resolve("model.xml");
        write(MODEL);
        project = directory.resolve("app");
        ProgramBuilder program = new ProgramBuilder("app", 1);
        var file = program.createFile("data", 0, Contiguous.on(0));
        program.addFileOpen(program.world(), file, false);
        program.addWriteSequential(0, file, 0, 100_000).addFileClose(program.world(), file);
        ProgramSaver.save(program.build(), project);
    }

    private void write(List<String> lines) throws Exception {
        Files.writeString(model, String.join("\n", lines) + "\n");
    }

    private static Arguments fault(String line, String replacement, String expected) {
        return Arguments.of(line, replacement, expected);
    }

    /** A value of a line, and what it becomes. */
    private static Arguments value(String line, String value, String replacement, String expected) {
        assertTrue(line.contains(value), value);
        return fault(line, line.replace(value, replacement), expected);
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                fault(
                        "<Node id='32'><Edge id='45' to='1'/></Node>",
                        "",
                        "line 13: <Router>: router 'rout' sends nothing: no edge leads from its network interface 'nic32'"),
                fault(
                        "<Node id='1'><Edge id='46' to='32'/></Node>",
                        "",
                        "line 13: <Router>: router 'rout' gets nothing: no edge leads to its network interface 'nic32'"),
                fault(
                        "<Node id='1'><Edge id='44' to='22'/></Node>",
                        "",
                        "line 27: <IORedirect>: redirection: router 'rout' has no way to server 'srv'"),
                fault(
                        "<Node id='1'><Edge id='42' to='12'/></Node>",
                        "",
                        "line 27: <IORedirect>: redirection: router 'rout' has no way to 'clientprocess11'"),
                value(
                        REDIRECT,
                        "'11'",
                        "'31'",
                        "line 27: <IORedirect>: redirection: router 'rout' would send to itself, again and again"),
                value(
                        REDIRECT,
                        "<Component id='11'/>",
                        "<Component id='32'/>",
                        "line 27: <IORedirect>: redirection: router 'rout' would send to itself, again and again"),
                value(
                        REDIRECT,
                        "'11'",
                        "'21'",
                        "line 27: <IORedirect>: redirection: id 21 is neither a client process or router, nor the"
                                + " network interface of one, nor a node"),
                value(REDIRECT, "'31'", "'21'", "line 27: <IORedirect>: redirection: id 21 is not a router"),
                value(
                        REDIRECT,
                        "<Component",
                        "<Srv id='11' via='31'/><Component",
                        "line 27: <IORedirect>: redirection: id 11 is not a server"),
                value(REDIRECT, "'11'", "'99'", "line 27: <IORedirect>: redirection: id 99 is not a component"),
                value(REDIRECT, "default='31'", "default='r'", "line 27: <IORedirect>: default='r': must be a number"),
                fault(DISK, "", "line 8: <Server>: needs a <IOSubsystem> in <IOSUBSYSTEM>"),
                value(
                        DISK,
                        "SimpleDisk",
                        "Drum",
                        "line 9: <IOSubsystem>: implementation='Drum' is unknown; allowed are: SimpleDisk, SimpleFlash,"
                                + " RefinedDiskModel, NVMe, Tmpfs, Raid"),
                value(DISK, "50M", "0", "line 9: <IOSubsystem>: MaxThroughput='0': must be > 0"),
                value(DISK, "50M", "-50M", "line 9: <IOSubsystem>: MaxThroughput='-50M': must be > 0"),
                value(DISK, "5ms", "-5ms", "line 9: <IOSubsystem>: AvgAccessTime='-5ms': must be >= 0"),
                value(
                        DISK,
                        "5ms",
                        "inf",
                        "line 9: <IOSubsystem>: AvgAccessTime='inf': must be a number, with s, ms, us, ns or ps"),
                value(
                        DISK,
                        "id='23'",
                        "id='11'",
                        "line 9: <IOSubsystem>: id='11': is that of the <ClientProcess> in line 5, too: ids are unique over all components"),
                value(
                        SERVER,
                        "id='21'",
                        "id='10'",
                        "line 8: <Server>: id='10': is that of the <Node> in line 4, too: ids are unique over all components"),
                value(
                        CACHE,
                        "NoCache",
                        "LRU",
                        "line 10: <ServerCacheLayer>: implementation='LRU' is unknown; allowed are: NoCache,"
                                + " SimpleWriteBehindCache, AggregationCache, AggregationReorderCache, ServerDirectedIO"),
                value(
                        CACHE,
                        "'NoCache'",
                        "'NoCache' MaxNumberOfConcurrentIOOps='0'",
                        "line 10: <ServerCacheLayer>: MaxNumberOfConcurrentIOOps='0': must be > 0"),
                value(
                        SERVER_HOST,
                        "4G",
                        "20971519",
                        "line 6: <Node>: MemorySize=20971519: a node with a server needs at least twice the IOGranularity, 20971520"),
                value(SERVER_HOST, "4G", "-4G", "line 6: <Node>: MemorySize='-4G': must be >= 0"),
                value(
                        "<GlobalSettings></GlobalSettings>",
                        "><",
                        "><IOGranularity>0</IOGranularity><",
                        "line 2: <GlobalSettings>: IOGranularity='0': must be > 0"),
                value(
                        "<GlobalSettings></GlobalSettings>",
                        "><",
                        "><TransferGranularity>-1</TransferGranularity><",
                        "line 2: <GlobalSettings>: TransferGranularity='-1': must be > 0"),
                value(EDGE.formatted(41), "117000000", "0", "line 15: <NetworkEdge>: Bandwidth='0': must be > 0"),
                value(EDGE.formatted(41), "117000000", "-1", "line 15: <NetworkEdge>: Bandwidth='-1': must be > 0"),
                value(SWITCH, "48G", "0", "line 18: <NetworkNode>: TotalBandwidth='0': must be > 0"),
                value(ROUTER, "40G", "-40G", "line 13: <NIC>: TotalBandwidth='-40G': must be > 0"),
                value(
                        SERVER,
                        "<Server name='srv'",
                        "<Server name='srv' Capacity='0'",
                        "line 8: <Server>: Capacity='0': must be > 0"),
                value(SERVER, "40G", "0", "line 8: <NIC>: TotalBandwidth='0': must be > 0"),
                value(
                        SERVER,
                        "<Server name='srv'",
                        "<Server name='srv' MetadataTime='soon'",
                        "line 8: <Server>: MetadataTime='soon': must be a number, with s, ms, us, ns or ps"));
    }

    @Test
    void theModelItselfIsSimulated() {
        assertEquals(0, run(model.toString(), "--app", "A=" + project), err());
        assertEquals(0, run(model.toString(), "--app", "A=" + project, "--validate-only"), err());
    }

    @Test
    void aRouterBesideTheNetworkIsOneFault() throws Exception {
        write(MODEL.stream()
                .map(old -> old.contains("to='32'") || old.contains("id='32'><Edge") ? "" : old)
                .toList());
        String fault =
                "hdtrace simulate: " + model + ": line 13: <Router>: router 'rout' is beside the network: no edge"
                        + " connects its network interface 'nic32'\n";
        for (String option : List.of("--json", "--validate-only")) {
            assertEquals(2, run(model.toString(), "--app", "A=" + project, option));
            assertEquals(fault, err());
        }
        // Whether anybody sends through it or not.
        write(Files.readAllLines(model).stream()
                .map(old -> old.equals(REDIRECT) ? "" : old)
                .toList());
        assertEquals(2, run(model.toString(), "--app", "A=" + project));
        assertEquals(fault, err());
    }

    @Test
    void aFullServerEndsTheRunAtTheWriteThatDoesNotFit() throws Exception {
        // The program writes 100,000 bytes.
        write(withCapacity(100_000));
        assertEquals(0, run(model.toString(), "--app", "A=" + project), err());
        write(withCapacity(99_999));
        Path output = directory.resolve("out");
        assertEquals(2, run(model.toString(), "--app", "A=" + project, "-o", output.toString()));
        assertEquals(
                "hdtrace simulate: " + model
                        + ": line 8: <Server>: file 'data': with 100000 bytes of it the files on <Server> 'srv' are"
                        + " 100000 bytes long, which is more than its Capacity=99999\n",
                err());
        assertEquals(List.of(), written(output));
        // What is there before the run is told with its line.
        Path file = project.resolve("app.proj");
        String text = Files.readString(file);
        Files.writeString(file, text.replaceFirst("<InitialSize>0<", "<InitialSize>1M<"));
        int line = (int) text.substring(0, text.indexOf("<File ")).lines().count();
        for (String option : List.of("--json", "--validate-only")) {
            assertEquals(2, run(model.toString(), "--app", "A=" + project, option));
            assertEquals(
                    "hdtrace simulate: " + file + ": line " + line
                            + ": <File>: name='data': with 1048576 bytes of it the"
                            + " files on <Server> 'srv' are 1048576 bytes long, which is more than its Capacity=99999\n",
                    err());
        }
    }

    private static List<String> withCapacity(long bytes) {
        return MODEL.stream()
                .map(line -> line.replace("<Server name='srv'", "<Server Capacity='" + bytes + "' name='srv'"))
                .toList();
    }

    private static List<Path> written(Path folder) throws Exception {
        if (Files.notExists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void nothingIsWrittenThroughAViewThatOverlapsItself() throws Exception {
        ProgramBuilder program = new ProgramBuilder("views", 1);
        long bytes = program.addDatatype(id -> Datatype.named(id, "MPI_BYTE"));
        long columns = program.addDatatype(id -> Datatype.vector(id, 5, 10, 37, bytes));
        program.on(program.createFile("data", 0, SimpleStripe.DEFAULT), program.world())
                .open()
                .view(0, 0, bytes, columns)
                .write(0, 0, 50)
                .close();
        Path file = ProgramSaver.save(program.build(), directory.resolve("views"));
        assertEquals(0, run(model.toString(), "--app", "A=" + file), err());
        String text = Files.readString(file);
        assertTrue(text.contains("37"), text);
        Files.writeString(file, text.replace("37", "7"));
        assertEquals(2, run(model.toString(), "--app", "A=" + file));
        assertEquals(
                "hdtrace simulate: " + file
                        + ": File_write to 'data' through a file view that overlaps itself: called 1"
                        + " time, can't be simulated",
                err().lines().findFirst().orElseThrow());
    }

    static Stream<Arguments> fileFaults() {
        String server = "<Server>0</Server>";
        String others = "allowed are: Contiguous, Extents, SimpleStripe";
        return Stream.of(
                Arguments.of(
                        server,
                        "<Server>1</Server>",
                        "its Distribution names server 1, but the model has only 1, numbered from 0"),
                Arguments.of(
                        server,
                        server + "<Servers>0 2</Servers>",
                        "its Distribution names server 2, but the model has only 1, numbered from 0"),
                Arguments.of(server, "<Server>-1</Server>", "Server=-1: must be >= 0"),
                Arguments.of(
                        server, server + "<Servers>0 0</Servers>", "Servers [0, 0]: must be numbers >= 0, each once"),
                Arguments.of(server, server + "<ServerCount>0</ServerCount>", "ServerCount=0: must be >= 1"),
                Arguments.of(server, "<Server>first</Server>", "server 'first' is no number"),
                Arguments.of("Contiguous", "Diagonal", "Distribution 'Diagonal' is unknown; " + others),
                Arguments.of("Contiguous", "Extents", "there is no Extent"));
    }

    @ParameterizedTest
    @MethodSource("fileFaults")
    void aFaultOfAFileIsOneLineWithThePlaceInTheProject(String right, String wrong, String expected) throws Exception {
        Path file = project.resolve("app.proj");
        String text = Files.readString(file);
        assertTrue(text.contains(right), text);
        Files.writeString(file, text.replace(right, wrong));
        int line = (int) text.substring(0, text.indexOf("<File ")).lines().count();
        for (String option : List.of("--json", "--validate-only")) {
            assertEquals(2, run(model.toString(), "--app", "A=" + project, option));
            assertEquals(
                    "hdtrace simulate: " + file + ": line " + line + ": <File>: name='data': " + expected + "\n",
                    err());
        }
    }

    @Test
    void stripesOfNothingAreAFaultOfTheFile() throws Exception {
        ProgramBuilder program = new ProgramBuilder("striped", 1);
        program.addFileOpen(program.world(), program.createFile("data", 0, new SimpleStripe(4096)), false);
        Path file = ProgramSaver.save(program.build(), directory.resolve("striped"));
        String text = Files.readString(file);
        int line = (int) text.substring(0, text.indexOf("<File ")).lines().count();
        String place = "hdtrace simulate: " + file + ": line " + line + ": ";
        Files.writeString(file, text.replace("4096", "0"));
        assertEquals(2, run(model.toString(), "--app", "A=" + file));
        assertEquals(place + "<File>: name='data': ChunkSize=0: must be > 0\n", err());
        Files.writeString(file, text.replace("4096", "-1"));
        assertEquals(2, run(model.toString(), "--app", "A=" + file));
        assertEquals(place + "ChunkSize: size='-1' is no size\n", err());
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aFaultIsOneLineWithItsPlace(String line, String replacement, String expected) throws Exception {
        assertTrue(MODEL.contains(line), line);
        write(MODEL.stream().map(old -> old.equals(line) ? replacement : old).toList());
        Path output = directory.resolve("out");
        assertEquals(2, run(model.toString(), "--app", "A=" + project, "-o", output.toString()));
        assertEquals("hdtrace simulate: " + model + ": " + expected + "\n", err());
        assertTrue(Files.notExists(output));
        assertEquals("", out());
    }
}
