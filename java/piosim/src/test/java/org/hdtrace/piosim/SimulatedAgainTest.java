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
import org.hdtrace.format.trace.TraceEntry;
import org.hdtrace.format.trace.TraceReader;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.TraceApplication;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.output.ProjectOutput;
import org.hdtrace.piosim.output.TraceLevel;

/** The project of a simulated run is a program that takes the same time and gets the same messages. */
class SimulatedAgainTest extends TryFolder {
    private static final int RANKS = 4;

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
        try (TraceReader reader =
                TraceReader.open(Project.open(in("first")).traces().get(0).path())) {
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

    private void compare(Application program) throws IOException, TraceFormatException {
        SimulationResult first = simulate(program, "first");
        Application again = TraceApplication.load(in("first"), TraceApplication.Options.DEFAULT);
        assertEquals(List.of(), again.unsupported());
        SimulationResult second = simulate(again, "second");
        assertEquals(first.virtualTimeNanos(), second.virtualTimeNanos());
        assertEquals(first.clients(), second.clients());
        assertEquals(first.outcome(), second.outcome());
        assertEquals(first.functions(), second.functions());
        assertEquals(first.unreceived(), second.unreceived());
        assertEquals(files("first"), files("second"));
    }

    private SimulationResult simulate(Application program, String name) throws IOException, TraceFormatException {
        ProjectOutput output = new ProjectOutput(TraceLevel.ALL, Stars.ALIAS, in(name));
        SimulationResult result = new Simulation(cluster(), Map.of(Stars.ALIAS, program), Algorithms.all(), output)
                .run(SimulationOptions.UNLIMITED);
        output.finish(Stars.ALIAS, null);
        output.close();
        return result;
    }

    /** All files by name: traces, steps of components, ways of file operations; but for the project itself. */
    private Map<String, String> files(String name) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.list(in(name))) {
            for (Path file :
                    files.filter(file -> !file.toString().endsWith(".proj")).toList()) {
                texts.put(file.getFileName().toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return texts;
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
