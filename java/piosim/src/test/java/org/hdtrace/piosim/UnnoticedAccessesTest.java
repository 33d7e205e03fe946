// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.hdtrace.piosim.model.cluster.CacheLayer;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.IoSubsystem;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.NoCache;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.RefinedDisk;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.SimpleDisk;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.SimpleWriteBehind;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.FileBuilder;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.storage.StorageObserver;
import org.hdtrace.piosim.storage.StorageServer;
import org.junit.jupiter.api.Test;

/** Disks whose accesses nobody notices do the same at the same times as those that somebody observes. Source: MODEL A8. */
class UnnoticedAccessesTest {
    private static final int PROGRAMS = 600;
    private static final int RANKS = 3;
    private static final int GRANULARITY = 50_000;

    @Test
    void serversDoTheSameAtEveryMoment() throws Exception {
        long observed = 0;
        long unnoticed = 0;
        for (int seed = 0; seed < PROGRAMS; seed++) {
            ClusterModel model = model(new Random(seed));
            Application program = program(new Random(seed));
            List<Object> expected = new ArrayList<>();
            observed += run(model, program, true, expected).events();
            List<Object> seen = new ArrayList<>();
            unnoticed += run(model, program, false, seen).events();
            assertEquals(expected, seen, "seed " + seed);
        }
        assertTrue(unnoticed < 0.99 * observed, unnoticed + " events instead of " + observed);
    }

    /** 1,000 packets of 100,000 B that wait for a disk that seeks before each; then the file is closed. */
    @Test
    void oneEventIsEnoughForManyAccessesThatAFlushWaitsFor() throws Exception {
        long[] events = new long[2];
        for (int seeks = 0; seeks < 2; seeks++) {
            IoSubsystem disk = RefinedDisk.of(1, 20_000_000L * seeks, 7200, 100e6, 1, 1);
            ClusterModel model = Stars.star(2, 1, Stars.NIC, disk, Stars.WRITE_BEHIND)
                    .transferGranularity(100_000)
                    .build();
            Application program = Stars.fileProgram(2, (p, file) -> {
                p.addWriteSequential(0, file, 0, 50_000_000);
                p.addWriteSequential(1, file, 50_000_000, 50_000_000);
            });
            events[seeks] = run(model, program, true, new ArrayList<>()).events()
                    - run(model, program, false, new ArrayList<>()).events();
        }
        assertTrue(events[1] > 700, events[1] + " of 1,000 saved");
    }

    private static SimulationResult run(ClusterModel model, Application program, boolean observed, List<Object> seen)
            throws Exception {
        Simulation simulation = new Simulation(model, Map.of(Stars.ALIAS, program));
        if (observed) {
            simulation.observe(new StorageObserver() {});
        }
        simulation.kernel().sampleFrom(1, time -> {
            for (StorageServer server : simulation.servers()) {
                seen.add(List.of(time, server.busyNanos(), server.queueLength(), server.bytes()));
            }
            return time + 777_777;
        });
        SimulationResult result = simulation.run(SimulationOptions.UNLIMITED);
        seen.add(Outcomes.of(result));
        return result;
    }

    /** Little memory or much, one server on a node or two. */
    private static ClusterModel model(Random random) {
        ModelBuilder builder = new ModelBuilder()
                .setApplication(Stars.ALIAS, "")
                .transferGranularity(10_000 + random.nextInt(90_000))
                .ioGranularity(GRANULARITY);
        ModelBuilder.TopologyBuilder net = builder.createTopology("LAN", new Routing.FirstRoute());
        NetworkNodeModel middle = builder.addNetworkNode("sw", StoreForwardNode.of(1e10));
        SimpleNetworkEdge edge = SimpleNetworkEdge.of(random.nextInt(100_000), 117e6);
        for (int rank = 0; rank < RANKS; rank++) {
            Node host = builder.addNode("n" + rank, Node.of(1, 1e9, 1L << 32));
            Nic nic = (Nic) builder.addClient(host, "c" + rank, Stars.ALIAS, rank, Nic.of(1e10))
                    .nic();
            net.cable("e" + rank, nic, edge, middle);
        }
        int nodes = 1 + random.nextInt(2);
        for (int i = 0; i < nodes; i++) {
            long memory = random.nextInt(3) == 0 ? 4L * GRANULARITY : 1L << 30;
            Node host = builder.addNode("s" + i, Node.of(1, 1e9, memory));
            for (int servers = random.nextInt(4) == 0 ? 2 : 1; servers > 0; servers--) {
                String name = "s" + i + "." + servers;
                long metadata = random.nextInt(3) * 400_000L;
                Nic nic = (Nic) builder.addServer(host, name, Nic.of(1e10), disk(random), cache(random), metadata)
                        .nic();
                net.cable(name, nic, edge, middle);
            }
        }
        return builder.build();
    }

    private static IoSubsystem disk(Random random) {
        return random.nextInt(3) == 0
                ? SimpleDisk.of(random.nextInt(2_000_000), 60e6, 1)
                : RefinedDisk.of(200_000, random.nextInt(9_000_000), 7200, 100e6, 1_000_000, 1);
    }

    private static CacheLayer cache(Random random) {
        return random.nextInt(6) == 0 ? NoCache.of(1) : SimpleWriteBehind.of(random.nextInt(6) == 0 ? 2 : 1);
    }

    /** Mostly writes. */
    private static Application program(Random random) {
        ProgramBuilder program = new ProgramBuilder("random", RANKS);
        List<FileBuilder> files = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            ApplicationFile file = program.createFile("f" + i, 300_000L * i, new SimpleStripe(30_000));
            files.add(program.on(file, program.world()).open());
        }
        for (int steps = 4 + random.nextInt(20); steps > 0; steps--) {
            FileBuilder file = files.get(random.nextInt(2));
            int rank = random.nextInt(RANKS);
            long offset = random.nextInt(2_000_000);
            switch (random.nextInt(12)) {
                case 0 -> file.read(rank, offset, 1 + random.nextInt(300_000));
                case 1 -> file.sync();
                case 2 -> file.setSize(offset);
                case 3 -> file.getSize(rank);
                case 4 -> program.addCompute(rank, random.nextInt(100_000_000));
                default -> file.write(rank, offset, 1 + random.nextInt(600_000));
            }
        }
        // Disks go on when the programs have ended.
        if (random.nextBoolean()) {
            files.forEach(FileBuilder::close);
        }
        return program.build();
    }
}
