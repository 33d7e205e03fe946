// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.hdtrace.analysis.relations.RelationGraph;
import org.hdtrace.format.project.Project;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.RefinedDisk;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.SimpleWriteBehind;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.output.ProjectOutput;
import org.hdtrace.piosim.output.TraceLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operations of simulated servers and disks lead back to the call that caused them, and nothing of a call is lost on the way. */
class SimulatedRelationsTest {
    private static final int CLIENTS = 3;
    private static final int SERVERS = 2;
    private static final long BYTES = 1 << 20;

    @TempDir
    Path folder;

    private RelationGraph simulate() throws Exception {
        ClusterModel model = new ModelBuilder()
                .star(new ModelBuilder.Star(
                        CLIENTS,
                        Clusters.ALIAS,
                        Node.of(1, 1e9, 12_000_000_000L),
                        Nic.of(42_949_672_960.0),
                        SimpleNetworkEdge.of(19_982, 117e6),
                        StoreForwardNode.of(48e9),
                        SERVERS,
                        RefinedDisk.of(1_000_000, 9_000_000, 7200, 100e6, 1_000_000, 1),
                        SimpleWriteBehind.of(1)))
                .build();
        ProgramBuilder program = new ProgramBuilder("writes", CLIENTS);
        ApplicationFile file = program.createFile("data", 0, SimpleStripe.DEFAULT);
        program.addFileOpen(program.world(), file, false);
        for (int rank = 0; rank < CLIENTS; rank++) {
            program.addWriteSequential(rank, file, rank * BYTES, BYTES);
        }
        Application built = program.addFileClose(program.world(), file).build();
        try (ProjectOutput output = new ProjectOutput(TraceLevel.ALL, Clusters.ALIAS, folder)) {
            new Simulation(model, Map.of(Clusters.ALIAS, built), Algorithms.all(), output)
                    .run(SimulationOptions.UNLIMITED);
            output.finish(Clusters.ALIAS, null);
        }
        return RelationGraph.read(Project.open(folder), path -> {});
    }

    @Test
    void everyLayerBelowACallMovesItsBytes() throws Exception {
        RelationGraph graph = simulate();
        assertEquals(List.of(), graph.findings());
        // By call and number of layers above.
        Map<Integer, Map<Integer, Long>> layers = new TreeMap<>();
        Map<Integer, Set<Integer>> disks = new TreeMap<>();
        for (int i = 0; i < graph.size(); i++) {
            int depth = 0;
            int at = i;
            for (; graph.parents(at).length > 0; at = graph.parents(at)[0]) {
                assertEquals(1, graph.parents(at).length);
                assertTrue(graph.startNanos(at) >= graph.startNanos(graph.parents(at)[0]), "effects follow causes");
                depth++;
            }
            assertTrue(graph.nameOf(at).startsWith("File_"), graph.nameOf(at));
            if (graph.nameOf(at).equals("File_write_at")) {
                layers.computeIfAbsent(at, unused -> new TreeMap<>()).merge(depth, graph.bytes(i), Long::sum);
                if (graph.children(i).length == 0) {
                    disks.computeIfAbsent(at, unused -> new TreeSet<>()).add(graph.fileOf(i));
                }
            }
        }
        assertEquals(CLIENTS, layers.size());
        // The call, the client's requests, the servers, their caches, their disks.
        layers.values().forEach(layer -> assertEquals(Map.of(0, BYTES, 1, BYTES, 2, BYTES, 3, BYTES, 4, BYTES), layer));
        disks.values().forEach(used -> assertEquals(SERVERS, used.size(), "each call reaches all disks"));
    }
}
