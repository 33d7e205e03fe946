// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.NoCache;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.SimpleDisk;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.xml.ModelWriter;
import org.hdtrace.piosim.network.NetworkPlan.UnsupportedModelException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ValidateOnlyTest {
    private static final SimpleNetworkEdge EDGE = SimpleNetworkEdge.of(1000, 1e9);

    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int validate(Path model) {
        return Main.run(
                new String[] {model.toString(), "--validate-only"},
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false);
    }

    private int validate(ModelBuilder builder) throws IOException {
        Path file = directory.resolve("model.xml");
        ModelWriter.write(builder.build(), file);
        return validate(file);
    }

    private List<String> errors() {
        String file = directory.resolve("model.xml").toString();
        return err.toString(StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.replace("hdtrace simulate: ", "").replace(file + ": ", ""))
                .toList();
    }

    static Stream<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("hd.root"), "examples/models"))) {
            return files.filter(file -> file.toString().endsWith(".xml")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleIsReachableAndUsesAllThatItStates(Path model) {
        assertEquals(0, validate(model), err.toString(StandardCharsets.UTF_8));
        boolean replaced = model.endsWith("loggops.xml");
        assertEquals(
                replaced ? "topology 'LAN': a LogGOPS topology replaces it" : "",
                errors().stream()
                        .map(line -> line.substring(line.indexOf("unused: ") + "unused: ".length()))
                        .reduce("", String::concat));
    }

    /** Ranks 0 and 1 and a server; what rank 1 and the server lack is up to the test. */
    private static ModelBuilder model(boolean rankHears, boolean serverSpeaks) {
        ModelBuilder builder = new ModelBuilder().setApplication("A", "");
        NetworkNodeModel middle = builder.addNetworkNode("SW", StoreForwardNode.of(1e10));
        ModelBuilder.TopologyBuilder net = builder.createTopology("LAN", new Routing.FirstRoute());
        for (int rank = 0; rank < 2; rank++) {
            Node host = builder.addNode("n" + rank, Node.of(1, 1e9, 1L << 32));
            Nic nic = (Nic)
                    builder.addClient(host, "c" + rank, "A", rank, Nic.of(1e10)).nic();
            net.connect("up" + rank, nic, EDGE, middle);
            if (rank == 0 || rankHears) {
                net.connect("down" + rank, middle, EDGE, nic);
            }
        }
        Node host = builder.addNode("sn", Node.of(1, 1e9, 1L << 32));
        Nic nic = (Nic) builder.addServer(host, "srv", Nic.of(1e10), SimpleDisk.of(1, 1e6, 1), NoCache.of(1))
                .nic();
        net.connect("downs", middle, EDGE, nic);
        if (serverSpeaks) {
            net.connect("ups", nic, EDGE, middle);
        }
        return builder;
    }

    @Test
    void whatCanNotBeReachedIsNamed() throws Exception {
        assertEquals(0, validate(model(true, true)));
        assertEquals(2, validate(model(false, true)));
        assertEquals(List.of("rank 0 of 'A' has no route to rank 1 of 'A' ('nic-c0' to 'nic-c1')"), errors());
        err.reset();
        assertEquals(2, validate(model(true, false)));
        assertEquals(List.of("server 'srv' has no route to rank 0 of 'A' ('nic-srv' to 'nic-c0')"), errors());
    }

    @Test
    void processesThatNothingGivesAProgramAreOneFinding() throws Exception {
        ModelBuilder builder = model(true, true);
        Node host = builder.addNode("spare", Node.of(1, 1e9, 1L << 32));
        builder.addClient(host, "x", "Typo", 0, Nic.of(1e10));
        builder.addClient(host, "y", "Typo", 1, Nic.of(1e10));
        Path file = directory.resolve("idle.xml");
        ModelWriter.write(builder.build(), file);
        String finding =
                "<ClientProcess>: application='Typo' isn't in the ApplicationList, which has A: its 2 processes "
                        + "have nothing to do";

        assertEquals(0, validate(file));
        List<String> told = err.toString(StandardCharsets.UTF_8).lines().toList();
        assertEquals(1, told.size(), told.toString());
        assertTrue(told.get(0).matches(".*idle\\.xml: line [1-9]\\d*: \\Q" + finding + "\\E"), told.get(0));
    }

    @Test
    void ranksOfDifferentApplicationsNeedNoRoute() throws Exception {
        ModelBuilder builder = new ModelBuilder();
        for (String alias : List.of("A", "B")) {
            builder.star(2, alias, Node.of(1, 1e9, 1L << 32), Nic.of(1e10), EDGE, StoreForwardNode.of(1e10));
        }
        assertEquals(0, validate(builder));
        assertEquals(List.of(), errors());
    }

    @Test
    void whatOnlyAComputedRoutingCanNotDoIsNamed() throws Exception {
        ModelBuilder builder = new ModelBuilder().setApplication("A", "");
        NetworkNodeModel middle = builder.addNetworkNode("SW", StoreForwardNode.of(1e10));
        ModelBuilder.TopologyBuilder net = builder.createTopology("LAN", new Routing.DimensionOrder(List.of(1)));
        for (int rank = 0; rank < 2; rank++) {
            Node host = builder.addNode("n" + rank, Node.of(1, 1e9, 1L << 32));
            Nic nic = (Nic)
                    builder.addClient(host, "c" + rank, "A", rank, Nic.of(1e10)).nic();
            net.cable("e" + rank, nic, EDGE, middle);
            if (rank == 1) {
                net.cable("second", nic, EDGE, middle);
            }
        }
        assertEquals(2, validate(builder));
        assertEquals(List.of("no route from 'nic-c1' to 'nic-c0': both need one edge to and from a switch"), errors());
    }

    @Test
    void programOfAnUnknownApplicationIsRefused() {
        ProgramBuilder program = new ProgramBuilder("lost", 2);
        UnsupportedModelException e = assertThrows(
                UnsupportedModelException.class,
                () -> new Simulation(model(true, true).build(), Map.of("B", program.build(), "A", program.build())));
        assertEquals("applications [B]: not in the model's ApplicationList", e.getMessage());
        assertTrue(errors().isEmpty());
    }
}
