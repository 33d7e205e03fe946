// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.cluster.Topology;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Communicator;
import org.hdtrace.piosim.model.program.Neighbors;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.Volume;
import org.hdtrace.piosim.model.xml.ModelReader;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.network.StepwiseNetwork;
import org.hdtrace.piosim.output.ProjectOutput;
import org.hdtrace.piosim.output.TraceLevel;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole programs with all collective functions in all their ways take the same time with and without look-ahead. */
class LookAheadSimulationTest {
    private static final int RANKS = 8;
    private static final List<CommandType> COLLECTIVES = Arrays.stream(CommandType.values())
            .filter(CommandType::isMpiCollective)
            .toList();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(Topology.Scheduling.class)
    void behindOneNarrowLink(Topology.Scheduling scheduling) throws Exception {
        for (int turn = 0; turn < turns(); turn++) {
            ModelBuilder model = twoSwitches(scheduling).transferGranularity(10_000);
            for (CommandType type : COLLECTIVES) {
                model.method(type, method(type, turn));
            }
            compare(model.build(), scheduling + "-" + turn);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ethernet-100g.xml FatTree", "slingshot-dragonfly.xml Dragonfly", "tofu-torus.xml Torus"})
    void onLargeNetworks(String fileAndGenerator) throws Exception {
        String[] names = fileAndGenerator.split(" ", 2);
        Path file = Path.of(System.getProperty("hd.root"), "examples/models", names[0]);
        for (int turn = 0; turn < turns(); turn += 4) {
            List<String> overrides = new ArrayList<>(List.of(names[1] + "[*]/ranks=" + RANKS));
            for (CommandType type : COLLECTIVES) {
                overrides.add("ClientMethod[" + type.commandName() + "]=" + method(type, turn));
            }
            compare(ModelReader.read(file, overrides), names[1] + "-" + turn);
        }
    }

    private void compare(ClusterModel model, String name) throws Exception {
        Application program = program();
        SimulationResult ahead = new Simulation(model, Map.of("A", program)).run(SimulationOptions.UNLIMITED);
        ProjectOutput output = new ProjectOutput(TraceLevel.STEPS, "A", folder.resolve(name + "-ahead"));
        SimulationResult aheadWritten =
                run(new Simulation(model, Map.of("A", program), Algorithms.all(), output), output);
        output = new ProjectOutput(TraceLevel.STEPS, "A", folder.resolve(name + "-stepwise"));
        SimulationResult stepwise = run(
                new Simulation(model, Map.of("A", program), Algorithms.all(), output, 0, StepwiseNetwork::of), output);
        assertEquals(SimulationResult.Outcome.FINISHED, stepwise.outcome(), name);
        assertEquals(Outcomes.of(stepwise), Outcomes.of(ahead), name);
        assertEquals(Outcomes.of(stepwise), Outcomes.of(aheadWritten), name);
        assertTrue(ahead.events() < stepwise.events(), name + ": " + ahead.events() + " of " + stepwise.events());
        Outcomes.assertSameFiles(folder.resolve(name + "-ahead"), folder.resolve(name + "-stepwise"));
    }

    private SimulationResult run(Simulation simulation, ProjectOutput output) throws Exception {
        SimulationResult result = simulation.run(SimulationOptions.UNLIMITED);
        output.finish("A", null);
        output.close();
        return result;
    }

    /** So many that each method has its turn. */
    private static int turns() {
        return COLLECTIVES.stream()
                .mapToInt(type -> Algorithms.all().names(type).size())
                .max()
                .orElseThrow();
    }

    private static String method(CommandType type, int turn) {
        List<String> names = Algorithms.all().names(type);
        return names.get(turn % names.size());
    }

    private static ModelBuilder twoSwitches(Topology.Scheduling scheduling) {
        ModelBuilder builder = new ModelBuilder().setApplication("A", "");
        ModelBuilder.TopologyBuilder net =
                builder.createTopology("LAN", new Routing.FirstRoute()).scheduling(scheduling);
        List<NetworkNodeModel> switches = new ArrayList<>();
        for (String name : List.of("left", "right")) {
            switches.add(builder.addNetworkNode(name, StoreForwardNode.of(1e10)));
        }
        net.cable("between", switches.get(0), SimpleNetworkEdge.of(3_000, 2e8), switches.get(1));
        for (int rank = 0; rank < RANKS; rank++) {
            Node host = builder.addNode("n" + rank, Node.of(1, 1e9, 1L << 32));
            Nic nic = (Nic)
                    builder.addClient(host, "c" + rank, "A", rank, Nic.of(1e10)).nic();
            net.cable("e" + rank, nic, SimpleNetworkEdge.of(20_000, 1e8), switches.get(rank % 2));
        }
        return builder;
    }

    /** Every function in three sizes, one after the other and two at once. */
    private static Application program() {
        ProgramBuilder program = new ProgramBuilder("all", RANKS).addInit();
        Communicator ring =
                program.createCommunicator("ring", Neighbors.grid(new int[] {RANKS}, true), 0, 1, 2, 3, 4, 5, 6, 7);
        long request = 0;
        for (long bytes : new long[] {0, 1_000, 130_000}) {
            for (CommandType type : COLLECTIVES) {
                Communicator members = type.isNeighborhood() ? ring : program.world();
                int root = type.isRooted() ? 3 : Command.NO_ROOT;
                Volume volume = volume(type, bytes);
                program.addCompute((int) (request % RANKS), 50_000);
                program.addCollective(type, members, root, volume);
                program.addNonblockingCollective(type, members, root, volume, request);
                program.addCollective(CommandType.ALLREDUCE, program.world(), Command.NO_ROOT, volume(null, 3_000));
                for (int rank = 0; rank < RANKS; rank++) {
                    program.addWaitAll(rank, request);
                }
                request++;
            }
        }
        return program.addFinalize().build();
    }

    private static Volume volume(CommandType type, long bytes) {
        if (type == null) {
            return new Volume.Uniform(bytes);
        }
        long[] blocks = new long[RANKS];
        Arrays.setAll(blocks, local -> bytes / RANKS * (local % 3));
        return switch (type) {
            case BARRIER, COMM_CREATE -> Volume.NONE;
            case GATHERV, SCATTERV, ALLGATHERV, REDUCE_SCATTER -> new Volume.PerRank(blocks);
            case ALLTOALLV, ALLTOALLW -> new Volume.PerPair(blocks);
            case NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW -> new Volume.PerPair(bytes, bytes / 2);
            default -> new Volume.Uniform(bytes);
        };
    }
}
