// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.hdtrace.format.project.Project;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.xml.ModelReader;
import org.hdtrace.piosim.model.xml.ModelWriter;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.output.ProjectOutput;
import org.hdtrace.piosim.output.TraceLevel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command as a user meets it. */
class MainTest extends CommandRuns {
    private static final String MODEL = Path.of(System.getProperty("hd.root"), "examples/models/paper-gige.xml")
            .toString();

    @TempDir
    Path directory;

    private String app;

    @BeforeEach
    void recordAProgram() throws Exception {
        app = "A=" + record("ok", new ProgramBuilder("ok", 4), false);
    }

    @Test
    void simulatesAndPrintsTables() {
        assertEquals(0, run(MODEL, "--app", app));
        assertTrue(out().contains("virtual time  "), out());
        assertTrue(out().contains("Barrier "), out());
        assertTrue(out().contains("srv"), out());
        assertEquals("", err());
    }

    @Test
    void printsJsonWithTheKeysOfTheInterface() {
        assertEquals(0, run(MODEL, "--app", app, "--json"));
        List<String> keys = List.of(
                "virtualTimeNs",
                "events",
                "wallSeconds",
                "eventsPerSecond",
                "deadlock",
                "clients",
                "servers",
                "functions");
        for (String key : keys) {
            assertTrue(out().contains("\"" + key + "\":"), key + " in " + out());
        }
        assertTrue(out().contains("{\"application\":\"A\",\"rank\":3,\"thread\":0,\"endNs\":"), out());
        assertTrue(out().contains("\"name\":\"Barrier\",\"count\":4,\"totalNs\":"), out());
        assertTrue(out().contains("\"deadlock\":null"), out());
    }

    @Test
    void writesAProjectThatCanBeSimulatedAgain() throws Exception {
        Path first = directory.resolve("sim");
        assertEquals(0, run(MODEL, "--app", app, "-o", first.toString(), "--trace", "all"));
        assertEquals(4, Project.open(first).traces().size());
        assertEquals(0, run(MODEL, "--app", "A=" + first));
    }

    @Test
    void anOutputFolderThatWouldStayEmptyIsRefused() {
        Path target = directory.resolve("none");
        bad("--trace none writes nothing", MODEL, "--app", app, "-o", target.toString(), "--trace", "none");
        assertFalse(Files.exists(target));
    }

    @Test
    void theFolderOfAnInputIsNeverWrittenTo() throws Exception {
        Path input = directory.resolve("ok");
        Map<String, String> before = contents(input);
        bad("holds a project that is to be simulated", MODEL, "--app", app, "-o", input.toString());
        Path detour = input.resolve("..").resolve("ok");
        bad(detour + ": holds a project", MODEL, "--app", app, "-o", detour.toString(), "--force");
        assertEquals(before, contents(input));
    }

    @Test
    void anEarlierSimulationIsReplacedOnlyWhenAskedFor() throws Exception {
        Path target = record("earlier", new ProgramBuilder("earlier", 4), false);
        Files.writeString(target.resolve("notes.txt"), "mine");
        Map<String, String> before = contents(target);
        bad("holds HDTrace files already, as earlier_", MODEL, "--app", app, "-o", target.toString());
        assertEquals(before, contents(target));
        assertEquals(0, run(MODEL, "--app", app, "-o", target.toString(), "--force"));
        assertEquals("ok", Project.open(target).name());
        assertEquals("mine", contents(target).get("notes.txt"));
        assertFalse(contents(target).keySet().stream().anyMatch(name -> name.startsWith("earlier")));
    }

    @Test
    void aRecordingIsNeverReplaced() throws Exception {
        Path target = record("observed", new ProgramBuilder("observed", 4), false);
        Path project = Project.open(target).file();
        Files.writeString(project, Files.readString(project).replaceFirst(" simulator=.PIOsimHD.", ""));
        refusedWithForce(target, "which no simulation wrote");
        Files.writeString(project, "no project at all");
        refusedWithForce(target, "which no simulation wrote");
    }

    @Test
    void filesOfARecordingBesideASimulationAreNeverRemoved() throws Exception {
        for (String name : List.of("x.rel", "x.info", "x.trc", "x.stat", "x.proj")) {
            Path target = record("with" + name, new ProgramBuilder("mixed", 4), false);
            Files.writeString(target.resolve(name), "recorded");
            refusedWithForce(target, "holds " + name + ", which no simulation wrote");
        }
    }

    @Test
    void whatIsNoFolderIsNamedBeforeTheSimulation() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "text");
        bad("file exists and is no folder", MODEL, "--app", app, "-o", file.toString());
        bad(
                "file exists and is no folder",
                MODEL,
                "--app",
                app,
                "-o",
                file.resolve("below").toString());
        assertEquals("text", Files.readString(file));
    }

    @Test
    void causesOfFailedOutputAreWords() {
        assertEquals("no such folder", Causes.of(new NoSuchFileException("f")));
        assertEquals("exists and is no folder", Causes.of(new FileAlreadyExistsException("f")));
        assertEquals("permission denied", Causes.of(new AccessDeniedException("f")));
        assertEquals("No space left", Causes.of(new FileSystemException("f", null, "No space left")));
        assertFalse(Causes.of(new FileSystemException("f")).contains("Exception"));
    }

    @Test
    void everyApplicationGetsItsFolderAndTheResultSaysWhich() throws Exception {
        ModelBuilder builder = star();
        Node second = builder.addNode("second", Node.of(1, 1e9, 1L << 32));
        builder.addClient(second, "b", "B", 0, Nic.of(1e9));
        String model = write(builder.setApplication("A", "").setApplication("B", ""));
        Path target = directory.resolve("both");
        Path alone = record("alone", new ProgramBuilder("alone", 1), false);
        assertEquals(0, run(model, "--app", app, "--app", "B=" + alone, "-o", target.toString()), err());
        for (String[] expected : new String[][] {{"A", "ok"}, {"B", "alone"}}) {
            Path project = target.resolve(expected[0]).resolve(expected[1] + ".proj");
            assertTrue(out().contains("written       " + expected[0] + ": " + project), out());
            assertTrue(Files.exists(project));
        }
        assertEquals(0, run("--help"));
        assertTrue(out().contains("DIR/ALIAS"), out());
    }

    @Test
    void overridesChangeTheModel() {
        assertEquals(0, run(MODEL, "--app", app, "--json"));
        String slow = out();
        assertEquals(0, run(MODEL, "--app", app, "--json", "--set", "NetworkEdge[*]/Latency=1us"));
        assertTrue(virtualTime(out()) < virtualTime(slow));
    }

    @Test
    void aDeadlockGivesStatusThreeAndItsCycle() throws Exception {
        ProgramBuilder program = new ProgramBuilder("locked", 4);
        for (int rank = 0; rank < 4; rank++) {
            program.addRecv(rank, (rank + 1) % 4, 3).addSend(rank, (rank + 3) % 4, 10, 3);
        }
        String locked = "A=" + record("locked", program, true);
        assertEquals(3, run(MODEL, "--app", locked, "--json"));
        assertTrue(err().contains("hdtrace simulate: cycle: rank 0 -> rank 1 -> rank 2 -> rank 3 -> rank 0"), err());
        assertTrue(out().contains("\"deadlock\":\"4 ranks wait forever"), out());
    }

    /** What a user copies from it stands in one line. */
    @ParameterizedTest
    @CsvSource({
        "--help, NetworkEdge[*]/Latency=10us",
        "sweep --help, 10..20+2 or 1us..64us*2",
        "sweep --help, writes FILE.csv."
    })
    void helpFitsATerminal(String command, String whole) {
        assertEquals(0, run(command.split(" ")));
        assertTrue(out().contains(whole), out());
        assertTrue(out().lines().allMatch(line -> line.length() <= 80), out());
    }

    @Test
    void aLimitGivesStatusFourAndStillTheResult() {
        assertEquals(4, run(MODEL, "--app", app, "--json", "--max-events", "5"));
        assertTrue(out().contains("\"events\":5,"), out());
        assertEquals(4, run(MODEL, "--app", app, "--until", "1us"));
        assertEquals(4, run(MODEL, "--app", app, "--until", "1e-6", "--json"));
        assertTrue(out().startsWith("{\"virtualTimeNs\":1000,"), out());
    }

    @Test
    void badInputGivesStatusTwoAndOneLine() throws IOException {
        bad("no model given");
        bad("nowhere.xml", "nowhere.xml");
        bad(": <Application>: alias='A': has no project, give --app A=PROJECT", MODEL);
        bad("must be ALIAS=PROJECT", MODEL, "--app", "A");
        bad("the model has no such application, only A", MODEL, "--app", "B=" + directory);
        bad("missing", MODEL, "--app", "A=" + directory.resolve("missing"));
        bad("--trace=some: must be one of", MODEL, "--app", app, "--trace", "some");
        bad("--until=soon: must be a time", MODEL, "--app", app, "--until", "soon");
        bad("--compute-scale=-1: must be a number >= 0", MODEL, "--app", app, "--compute-scale", "-1");
        bad("--compute-scale=x: must be a number", MODEL, "--app", app, "--compute-scale", "x");
        bad("leaves nothing to multiply", MODEL, "--app", app, "--compute-scale", "2", "--no-compute");
        bad("--max-events=1.5: must be a whole number", MODEL, "--app", app, "--max-events", "1.5");
        bad("--seed=x: must be a whole number", MODEL, "--app", app, "--seed", "x");
        bad("--trace=all: say where to write it, -o DIR", MODEL, "--app", app, "--trace", "all");
        bad("--force: replaces what is in -o DIR", MODEL, "--app", app, "--force");
        bad("Unknown option: '--nonsense'", MODEL, "--nonsense");
        bad("Nothing[*]/Here", MODEL, "--app", app, "--set", "Nothing[*]/Here=1");
        bad("Bcast='Nonsense': must be one of", MODEL, "--app", app, "--set", "ClientMethod[Bcast]=Nonsense");
        Path junk = Files.write(directory.resolve("junk.xml"), new byte[] {0, 1, 2, 3, (byte) 200});
        bad("junk.xml", junk.toString());
        Path empty = Files.write(directory.resolve("empty.xml"), new byte[0]);
        bad("empty.xml", empty.toString());
        String model = Files.readString(Path.of(MODEL)).replace("ranks=\"4\"", "ranks=\"2\"");
        Path small = Files.writeString(directory.resolve("small.xml"), model);
        bad("rank 2 of 4 has no ClientProcess in the model", small.toString(), "--app", app);
    }

    @Test
    void callsThatCannotBeSimulatedAreRefusedUnlessTheUserSaysSo() throws Exception {
        Path project = directory.resolve("odd");
        record("odd", new ProgramBuilder("odd", 4), false);
        Path trace = project.resolve("odd_n0_0_0.trc");
        String text = Files.readString(trace);
        Files.writeString(trace, text.replace("<Barrier ", "<Comm_join ").replace("</Barrier>", "</Comm_join>"));
        Path other = project.resolve("odd_n1_1_0.trc");
        if (!Files.exists(trace) || !Files.exists(other)) {
            throw new IllegalStateException("the recorded project has other file names");
        }
        bad("Comm_join: called 1 time", MODEL, "--app", "A=" + project);
    }

    @Test
    void listsMethodsAndValidates() {
        assertEquals(0, run("--list-methods"));
        assertTrue(out().contains("Barrier: BarrierMPICH2 NoOperation VirtualSync Direct BinaryTree"), out());
        assertEquals(0, run(MODEL, "--validate-only"));
        assertEquals(0, run(MODEL, "--validate-only", "--set", "ClientMethod[Scatter]=ScatterMPICH2"));
        assertEquals(0, run("--help"));
    }

    private static ModelBuilder star() {
        return new ModelBuilder()
                .star(
                        4,
                        "A",
                        Node.of(1, 1e9, 1L << 32),
                        Nic.of(1e10),
                        SimpleNetworkEdge.of(20_000, 1e8),
                        StoreForwardNode.of(1e11));
    }

    private String write(ModelBuilder builder) throws IOException {
        Path file = directory.resolve("model.xml");
        ModelWriter.write(builder.build(), file);
        return file.toString();
    }

    private void refusedWithForce(Path target, String cause) throws IOException {
        Map<String, String> before = contents(target);
        bad(cause, MODEL, "--app", app, "-o", target.toString(), "--force");
        assertEquals(before, contents(target));
    }

    private static Map<String, String> contents(Path folder) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                contents.put(file.getFileName().toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return contents;
    }

    private void bad(String cause, String... arguments) {
        assertEquals(2, run(arguments), String.join(" ", arguments) + " " + err());
        assertTrue(err().contains(cause), err());
        assertTrue(err().lines().allMatch(line -> line.startsWith("hdtrace simulate: ")), err());
        assertFalse(err().contains("\tat "), err());
        assertEquals("", out());
    }

    /** A project in its own folder, made by simulating a program; one that locks is cut short. */
    private Path record(String name, ProgramBuilder program, boolean locks) throws Exception {
        program.addBarrier(program.world());
        Application application = program.build();
        Path target = directory.resolve(name);
        ProjectOutput output = new ProjectOutput(TraceLevel.CLIENTS, "A", target);
        if (locks) {
            // Recorded where it can't lock: with methods that do nothing.
            var quiet = ModelReader.read(
                    Path.of(MODEL), List.of("ClientMethod[Send]=NoOperation", "ClientMethod[Recv]=NoOperation"));
            new Simulation(quiet, Map.of("A", application), Algorithms.all(), output).run(SimulationOptions.UNLIMITED);
        } else {
            new Simulation(ModelReader.read(Path.of(MODEL)), Map.of("A", application), Algorithms.all(), output)
                    .run(SimulationOptions.UNLIMITED);
        }
        output.finish("A", null);
        output.close();
        return target;
    }

    private static long virtualTime(String json) {
        return Long.parseLong(json.replaceAll("(?s).*\"virtualTimeNs\":([0-9]+).*", "$1"));
    }
}
