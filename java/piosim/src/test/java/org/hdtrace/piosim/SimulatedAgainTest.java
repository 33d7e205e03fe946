// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.TraceEntry;
import org.hdtrace.format.trace.TraceReader;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NetworkEdgeModel;
import org.hdtrace.piosim.model.cluster.NetworkInterface;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Compute;
import org.hdtrace.piosim.model.program.Origin;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.TraceApplication;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.output.ProjectOutput;
import org.hdtrace.piosim.output.TraceLevel;

/** The project of a simulated run is a program that takes the same time and gets the same messages. */
class SimulatedAgainTest extends TryFolder {
    private static final int RANKS = 4;
    private static final String OTHER = "B";

    @Property(tries = 100)
    void takesTheSameTimeAndMessages(@ForAll long seed, @ForAll @IntRange(max = 25) int steps) throws Exception {
        compare(RandomProgram.of(seed, RANKS, steps));
    }

    @Example
    void tellsWhomAMessageFromAnybodyCameFrom() throws Exception {
        ProgramBuilder program = new ProgramBuilder("wild", RANKS).addInit();
        program.addCompute(1, 500_000).addSend(1, 0, 10, 7).addSend(2, 0, 200_000, 8);
        program.addRecv(0, Command.ANY_SOURCE, Command.ANY_TAG).addIrecv(0, Command.ANY_SOURCE, 7, 3);
        program.addIrecv(0, 3, 1, 4).addWaitAny(0, 4, 3).addSend(3, 0, 1, 1).addWaitAll(0, 4);
        // Rank 3 sends after rank 1, so the second of the requests is complete first.
        program.addFinalize();
        compare(program.build());

        List<String> states = new ArrayList<>();
        try (TraceReader reader = TraceReader.open(
                Project.open(in("first").resolve(Stars.ALIAS)).traces().get(0).path())) {
            for (TraceEntry entry = reader.next(); entry != null; entry = reader.next()) {
                states.add(entry.name() + " " + entry.attributes() + " " + entry.data());
            }
        }
        assertTrue(
                states.get(1)
                        .startsWith("Recv [Attribute[name=fromRank, value=2], Attribute[name=fromTag, value=8], "
                                + "Attribute[name=cid, value=0], Attribute[name=size, value=200000], "
                                + "Attribute[name=postedRank, value=-2], Attribute[name=postedTag, value=-1]]"),
                states.toString());
        assertTrue(states.get(2).startsWith("Irecv [Attribute[name=fromRank, value=-2]"), states.toString());
    }

    /** Two applications on nodes of one processor: computation of one takes longer while the other computes. */
    @Property(tries = 50)
    void takesTheSameTimeWhereApplicationsShareProcessors(@ForAll long seed, @ForAll @IntRange(max = 25) int steps)
            throws Exception {
        compare(
                shared(),
                Map.of(
                        Stars.ALIAS,
                        RandomProgram.of(seed, RANKS, steps),
                        OTHER,
                        RandomProgram.of(seed + 1, RANKS, steps)));
    }

    @Example
    void tellsComputationBeforeTheFirstCallAndBehindTheLastOne() throws Exception {
        ProgramBuilder program = new ProgramBuilder("ends", RANKS);
        program.addCompute(0, 4_000_000).add(0, nanos(1_000_000, Origin.NONE));
        program.addSend(0, 1, 10, 7).addRecv(1, 0, 7);
        program.addCompute(1, 3_000_001).add(1, nanos(2_000_000, Origin.NONE)).addCompute(2, 7);
        Application ends = program.build();
        SimulationResult result = compare(cluster(), Map.of(Stars.ALIAS, ends));
        assertTrue(result.virtualTimeNanos() > 10_000_000, result::toString);
        compare(shared(), Map.of(Stars.ALIAS, ends, OTHER, ends));
    }

    /** 0 instructions of the one take half a ns from the other, which ends in the same ns as without. */
    @Example
    void tellsComputationThatIsNotLateThoughItShared() throws Exception {
        ProgramBuilder program = new ProgramBuilder("long", RANKS).addInit().addCompute(0, 1000);
        ProgramBuilder other = new ProgramBuilder("short", RANKS).addInit().addCompute(0, 0);
        compare(
                shared(),
                Map.of(
                        Stars.ALIAS,
                        program.addFinalize().build(),
                        OTHER,
                        other.addFinalize().build()));
    }

    /** Their time isn't their amount while they share a processor, and is again when they don't. */
    @Example
    void localCallsTellWhatTheyComputed() throws Exception {
        ProgramBuilder program = new ProgramBuilder("local", RANKS).addInit();
        Origin call = new Origin("Wtime", Attributes.none());
        program.add(0, nanos(5_000_000, call)).addCompute(0, 10).add(0, nanos(1_000_000, call));
        ProgramBuilder other = new ProgramBuilder("other", RANKS)
                .addInit()
                .addCompute(0, 2_000_000)
                .addFinalize();
        Application local = program.addFinalize().build();
        compare(shared(), Map.of(Stars.ALIAS, local, OTHER, other.build()));
        Application alone = TraceApplication.load(in("first").resolve(Stars.ALIAS), TraceApplication.Options.DEFAULT);
        assertEquals(
                simulate(shared(), Map.of(Stars.ALIAS, local), "local").virtualTimeNanos(),
                simulate(shared(), Map.of(Stars.ALIAS, alone), "alone").virtualTimeNanos());
        String told = String.join("", files("alone").values());
        assertTrue(told.contains("<Wtime ") && !told.contains("computeNanos"), told);
        assertTrue(String.join("", files("first").values()).contains("computeNanos='5000000'"));
    }

    private static Compute nanos(long amount, Origin origin) {
        return new Compute(amount, Compute.Unit.NANOSECONDS, origin);
    }

    private void compare(Application program) throws IOException, TraceFormatException {
        compare(cluster(), Map.of(Stars.ALIAS, program));
    }

    private SimulationResult compare(ClusterModel cluster, Map<String, Application> programs)
            throws IOException, TraceFormatException {
        SimulationResult first = simulate(cluster, programs, "first");
        Map<String, Application> again = new TreeMap<>();
        for (String alias : programs.keySet()) {
            Application application =
                    TraceApplication.load(in("first").resolve(alias), TraceApplication.Options.DEFAULT);
            assertEquals(List.of(), application.unsupported());
            again.put(alias, application);
        }
        SimulationResult second = simulate(cluster, again, "second");
        assertEquals(first.virtualTimeNanos(), second.virtualTimeNanos());
        assertEquals(first.clients(), second.clients());
        assertEquals(first.outcome(), second.outcome());
        assertEquals(first.functions(), second.functions());
        assertEquals(first.unreceived(), second.unreceived());
        assertEquals(files("first"), files("second"));
        return first;
    }

    private SimulationResult simulate(ClusterModel cluster, Map<String, Application> programs, String name)
            throws IOException, TraceFormatException {
        Map<String, Path> folders = new TreeMap<>();
        programs.keySet().forEach(alias -> folders.put(alias, in(name).resolve(alias)));
        ProjectOutput output = new ProjectOutput(TraceLevel.ALL, folders, ProjectOutput.STEPS);
        SimulationResult result =
                new Simulation(cluster, programs, Algorithms.all(), output).run(SimulationOptions.UNLIMITED);
        for (String alias : programs.keySet()) {
            output.finish(alias, null);
        }
        output.close();
        return result;
    }

    /** All files by name: traces, steps of components, ways of file operations; but for the project itself. */
    private Map<String, String> files(String name) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.walk(in(name))) {
            for (Path file : files.filter(file ->
                            Files.isRegularFile(file) && !file.toString().endsWith(".proj"))
                    .toList()) {
                texts.put(in(name).relativize(file).toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return texts;
    }

    /** A rank of each of two applications on each node, and one processor for both. */
    private static ClusterModel shared() {
        ModelBuilder model = new ModelBuilder();
        NetworkNodeModel middle = model.addNetworkNode("SW", StoreForwardNode.of(48e9));
        ModelBuilder.TopologyBuilder network = model.createTopology("LAN", new Routing.SymmetricHierarchicalRoute());
        NetworkEdgeModel cable = SimpleNetworkEdge.of(19_982, 117e6);
        Node prototype = Node.of(1, 1e9, 12_000_000_000L);
        for (int rank = 0; rank < RANKS; rank++) {
            Node node = model.addNode("n" + rank, prototype);
            for (String alias : List.of(Stars.ALIAS, OTHER)) {
                NetworkInterface nic = model.addClient(node, alias + rank, alias, rank, Stars.NIC)
                        .nic();
                network.cable("e" + alias + rank, nic, cable, middle);
            }
        }
        Node node = model.addNode("sn", prototype);
        NetworkInterface nic = model.addServer(node, "srv", Stars.NIC, Stars.DISK, Stars.WRITE_BEHIND)
                .nic();
        network.cable("s", nic, cable, middle);
        return model.setApplication(Stars.ALIAS, "").setApplication(OTHER, "").build();
    }

    /** Processors enough that no computation waits for another one of the same rank. */
    private static ClusterModel cluster() {
        return new ModelBuilder()
                .star(new ModelBuilder.Star(
                        RANKS,
                        Stars.ALIAS,
                        Node.of(64, 1e9, 12_000_000_000L),
                        Stars.NIC,
                        SimpleNetworkEdge.of(19_982, 117e6),
                        StoreForwardNode.of(48e9),
                        2,
                        Stars.DISK,
                        Stars.WRITE_BEHIND))
                .build();
    }
}
