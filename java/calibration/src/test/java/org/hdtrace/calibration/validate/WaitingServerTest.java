// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.validate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.hdtrace.calibration.model.ModelMaker;
import org.hdtrace.format.project.Project;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.NoCache;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.Server;
import org.hdtrace.piosim.model.cluster.SimpleDisk;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.output.ProjectOutput;
import org.hdtrace.piosim.output.TraceLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs recorded with their file servers on machines whose disks are known. */
class WaitingServerTest {
    private static final int RANKS = 3;
    private static final int STRIPE = 64 << 10;
    private static final int BLOCK = 4 * STRIPE;
    private static final double RATE = 100e6;

    @TempDir
    private Path folder;

    /** A server on a host of its own for each disk, of so many bytes a second. */
    private static ClusterModel machine(double... disks) {
        ModelBuilder builder = new ModelBuilder().setApplication(ModelMaker.APPLICATION, "");
        ModelBuilder.TopologyBuilder network = builder.createTopology("lan", new Routing.FirstRoute());
        NetworkNodeModel middle = builder.addNetworkNode("switch", StoreForwardNode.of(Double.POSITIVE_INFINITY));
        Node host = Node.of(1, 1e9, 1L << 32);
        Nic nic = Nic.of(Double.POSITIVE_INFINITY);
        SimpleNetworkEdge cable = SimpleNetworkEdge.of(10_000, 1e9);
        for (int rank = 0; rank < RANKS; rank++) {
            network.cable(
                    "e" + rank,
                    builder.addClient(builder.addNode("n" + rank, host), "c" + rank, ModelMaker.APPLICATION, rank, nic)
                            .nic(),
                    cable,
                    middle);
        }
        for (int number = 0; number < disks.length; number++) {
            Server server = builder.addServer(
                    builder.addNode("sn" + number, host),
                    "s" + number,
                    nic,
                    SimpleDisk.of(0, disks[number], 1),
                    NoCache.of(1));
            network.cable("f" + number, server.nic(), cable, middle);
        }
        return builder.build();
    }

    /** All ranks write a block each, six times; the project. */
    private Path record(ClusterModel machine, int bytes, int stripe, TraceLevel level) throws Exception {
        ProgramBuilder program = new ProgramBuilder("app", RANKS);
        ApplicationFile file = program.createFile("data", 0, new SimpleStripe(stripe));
        program.addFileOpen(program.world(), file, true);
        for (int block = 0; block < 6; block++) {
            if (stripe > bytes) { // all at the same server
                program.addBarrier(program.world());
            }
            for (int rank = 0; rank < RANKS; rank++) {
                program.addWriteSequential(rank, file, ((long) block * RANKS + rank) * bytes, bytes);
            }
        }
        program.addFileClose(program.world(), file);
        try (ProjectOutput output = new ProjectOutput(level, ModelMaker.APPLICATION, folder)) {
            new Simulation(machine, Map.of(ModelMaker.APPLICATION, program.build()), Algorithms.all(), output)
                    .run(SimulationOptions.UNLIMITED);
            return output.finish(ModelMaker.APPLICATION, null);
        }
    }

    private static ValidationResult validated(ClusterModel model, Path project) throws Exception {
        Validation validation = new Validation(model, new Judge(0.3, 1e6));
        validation.add(project, "app");
        return validation.result();
    }

    private static List<String> reasons(ValidationResult result) {
        return result.cases().stream()
                .filter(one -> one.key().function().equals("File_write_at"))
                .findFirst()
                .orElseThrow()
                .reasons();
    }

    @Test
    void theServerThatAllWaitForIsNamed() throws Exception {
        Path run = record(machine(RATE, RATE, RATE / 10, RATE), BLOCK, STRIPE, TraceLevel.SERVERS);
        ValidationResult result = validated(machine(RATE, RATE, RATE, RATE), run);
        assertTrue(
                reasons(result)
                        .get(1)
                        .matches(
                                "waits for one server: for 9\\d % of the time sn2 has requests and no other server has"),
                reasons(result).toString());
        assertTrue(
                result.findings().get(1).startsWith("the file system: accesses wait for one server: "),
                result.findings().toString());
    }

    @Test
    void serversThatAreAllSlowAreNotWaitedForOneByOne() throws Exception {
        Path run = record(machine(RATE / 10, RATE / 10, RATE / 10, RATE / 10), BLOCK, STRIPE, TraceLevel.SERVERS);
        ValidationResult result = validated(machine(RATE, RATE, RATE, RATE), run);
        assertEquals(1, reasons(result).size(), reasons(result).toString());
        assertEquals(1, result.findings().size(), result.findings().toString());
    }

    @Test
    void requestsThatAllGoToTheSameServerInTurnAreTold() throws Exception {
        // All blocks of a round are of one stripe.
        Path run =
                record(machine(RATE / 10, RATE / 10, RATE / 10, RATE / 10), BLOCK, RANKS * BLOCK, TraceLevel.SERVERS);
        ValidationResult result = validated(machine(RATE, RATE, RATE, RATE), run);
        assertTrue(
                reasons(result).get(1).startsWith("waits for one server at a time: for "),
                reasons(result).toString());
    }

    @Test
    void withoutTracedServersNothingIsSaidOfThem() throws Exception {
        Path run = record(machine(RATE, RATE, RATE / 10, RATE), BLOCK, STRIPE, TraceLevel.CLIENTS);
        assertEquals(0, ServerLoad.read(Project.open(run)).count());
        ValidationResult result = validated(machine(RATE, RATE, RATE, RATE), run);
        assertEquals(1, reasons(result).size(), reasons(result).toString());
    }

    @Test
    void sharesAreOfTheTimeThatIsAskedFor() throws Exception {
        Path run = record(machine(RATE, RATE / 10), 2 * STRIPE, STRIPE, TraceLevel.SERVERS);
        ServerLoad load = ServerLoad.read(Project.open(run));
        assertEquals(2, load.count());
        ServerLoad.Share all = load.during(0, Long.MAX_VALUE / 2);
        assertTrue(all.alone().get("sn1") > 5 * all.alone().get("sn0"), all.toString());
        long end = (long) 1e18;
        ServerLoad.Share before = load.during(0, 1);
        assertEquals(1, before.whole());
        assertEquals(Map.of(), before.alone());
        assertEquals(Map.of(), load.during(end, end + 5).alone());
    }
}
