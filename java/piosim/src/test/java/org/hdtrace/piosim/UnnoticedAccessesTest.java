// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.hdtrace.piosim.engine.Kernel;
import org.hdtrace.piosim.model.cluster.CacheLayer;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.IoSubsystem;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NetworkInterface;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.NicAnalytical;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Disks whose accesses nobody notices do the same at the same times as those that somebody observes. Source: MODEL A8. */
class UnnoticedAccessesTest {
    private static final int PROGRAMS = 600;
    private static final int RANKS = 3;

    /**
     * What is drawn from.
     *
     * @param bytes of the largest access
     * @param rate of a disk in B/s that isn't the slowest one
     * @param nanos order of size of accesses, latencies and distances between looks
     */
    private record Scale(int bytes, double rate, int nanos) {
        static final Scale LARGE = new Scale(600_000, 100e6, 1_000_000);
        /** Times of many accesses are cut off to fewer ns than all their bytes take, and much happens in the same ns. */
        static final Scale TINY = new Scale(20, 2.2e9, 20);

        static final Scale SMALL = new Scale(2000, 500e6, 2000);
    }

    private static Stream<Arguments> scales() {
        return Stream.of(
                Arguments.of(Scale.LARGE, PROGRAMS), Arguments.of(Scale.SMALL, 1000), Arguments.of(Scale.TINY, 1000));
    }

    @ParameterizedTest
    @MethodSource("scales")
    void serversDoTheSameAtEveryMoment(Scale scale, int programs) throws Exception {
        long observed = 0;
        long unnoticed = 0;
        for (int seed = 0; seed < programs; seed++) {
            ClusterModel model = model(new Random(seed), scale);
            Application program = program(new Random(seed), scale);
            List<Object> expected = new ArrayList<>();
            SimulationResult whole = run(model, program, true, expected, scale.nanos, Long.MAX_VALUE);
            observed += whole.events();
            List<Object> seen = new ArrayList<>();
            unnoticed += run(model, program, false, seen, scale.nanos, Long.MAX_VALUE)
                    .events();
            assertEquals(expected, seen, "seed " + seed);
            stopsAtTheSameMoment(model, program, scale, new Random(seed).nextLong(whole.virtualTimeNanos() + 1), seed);
        }
        assertTrue(unnoticed < observed, unnoticed + " events instead of " + observed);
    }

    /** 500 packets of 100,000 B at 1 B in 1,000 s: more ns than there are. */
    @Test
    void aDiskMayHaveMoreToDoThanTimeThereIs() throws Exception {
        ClusterModel model = Stars.star(1, 1, Stars.NIC, SimpleDisk.of(0, 0.001, 1), Stars.WRITE_BEHIND)
                .transferGranularity(100_000)
                .build();
        Application program = Stars.fileProgram(1, (p, file) -> p.addWriteSequential(0, file, 0, 50_000_000));
        stopsAtTheSameMoment(model, program, new Scale(0, 0, 1_000_000_000), 3_600_000_000_000L, 0);
    }

    private static void stopsAtTheSameMoment(ClusterModel model, Application program, Scale scale, long until, int seed)
            throws Exception {
        List<Object> expected = new ArrayList<>();
        run(model, program, true, expected, scale.nanos, until);
        List<Object> seen = new ArrayList<>();
        run(model, program, false, seen, scale.nanos, until);
        assertEquals(expected, seen, "seed " + seed + " until " + until);
    }

    private static Stream<Arguments> disks() {
        return Stream.of(
                Arguments.of("takes as long for each", SimpleDisk.of(20_000_000, 100e6, 1), 4),
                Arguments.of("seeks before each", RefinedDisk.of(1, 20_000_000, 7200, 100e6, 1, 1), 110),
                Arguments.of("turns before each", RefinedDisk.of(1, 0, 7200, 100e6, 1, 1), 35));
    }

    /**
     * 1,000 packets of 100,000 B that wait for a disk; then the file is closed. A disk wakes when what had come by the time before could be
     * on it: one that seeks has done a part of that then, so the number grows with the logarithm of what waits.
     */
    @ParameterizedTest
    @MethodSource("disks")
    void fewEventsAreEnoughForManyAccessesThatAFlushWaitsFor(String does, IoSubsystem disk, long needed)
            throws Exception {
        ClusterModel model = Stars.star(2, 1, Stars.NIC, disk, Stars.WRITE_BEHIND)
                .transferGranularity(100_000)
                .build();
        Application program = Stars.fileProgram(2, (p, file) -> {
            p.addWriteSequential(0, file, 0, 50_000_000);
            p.addWriteSequential(1, file, 50_000_000, 50_000_000);
        });
        long[] events = new long[2];
        for (int i = 0; i < 2; i++) {
            Simulation simulation = new Simulation(model, Map.of(Stars.ALIAS, program));
            if (i == 0) {
                simulation.observe(new StorageObserver() {});
            }
            simulation.run(SimulationOptions.UNLIMITED);
            events[i] = simulation.kernel().profile().stream()
                    .filter(of -> of.name().equals("disks"))
                    .mapToLong(Kernel.HandlerProfile::events)
                    .sum();
        }
        assertEquals(1000, events[0], does);
        assertEquals(needed, events[1], does);
    }

    /** While the disk has something else to do and nobody looks on, only the last one of 500 packets has an event when the server has it. */
    @Test
    void dataComesUnnoticed() throws Exception {
        ClusterModel model = Stars.star(1, 1, Stars.NIC, SimpleDisk.of(20_000_000, 100e6, 1), Stars.WRITE_BEHIND)
                .transferGranularity(100_000)
                .build();
        Application program = Stars.fileProgram(1, (p, file) -> p.addWriteSequential(0, file, 0, 50_000_000));
        List<Object> seen = new ArrayList<>();
        long observed =
                run(model, program, true, seen, 1_000_000_000, Long.MAX_VALUE).events();
        long withoutDisk = observed - 500;
        long unnoticed =
                run(model, program, false, seen, 1_000_000_000, Long.MAX_VALUE).events();
        assertTrue(unnoticed < withoutDisk - 450, unnoticed + " events instead of " + withoutDisk);
    }

    /**
     * A disk that needs a little longer for a packet than the network has done what it has begun when a file is cut, often before the
     * packet that is on its way then.
     */
    @Test
    void aDiskMayHaveNothingToDoBeforeDataComes() throws Exception {
        ClusterModel model = Stars.star(2, 1, Stars.NIC, SimpleDisk.of(0, 90e6, 1), Stars.WRITE_BEHIND)
                .transferGranularity(100_000)
                .build();
        for (int delay = 10_000_000; delay < 20_000_000; delay += 370_000) {
            ProgramBuilder program = new ProgramBuilder("cut", 2);
            FileBuilder file = program.on(program.createFile("f", 0, SimpleStripe.DEFAULT), program.world())
                    .open();
            file.access(CommandType.FILE_WRITE, 1, 0, 3_000_000, 0);
            program.addCompute(0, delay);
            file.setSize(0);
            program.addWaitAll(1, 0);
            file.close();
            List<Object> expected = new ArrayList<>();
            run(model, program.build(), true, expected, 100_000, Long.MAX_VALUE);
            List<Object> seen = new ArrayList<>();
            run(model, program.build(), false, seen, 100_000, Long.MAX_VALUE);
            assertEquals(expected, seen, "delay " + delay);
        }
    }

    /**
     * A read from an analytical interface comes out at the server at once, also before data that was sent before, and takes the memory that was
     * to be that data's.
     */
    @Test
    void aReadMayComeBeforeDataThatWasSentBefore() throws Exception {
        for (int delay = 4_000_000; delay < 12_000_000; delay += 50_000) {
            ProgramBuilder program = new ProgramBuilder("read", 2);
            List<FileBuilder> files = new ArrayList<>();
            for (String name : List.of("written", "read")) {
                files.add(program.on(program.createFile(name, 2_000_000, SimpleStripe.DEFAULT), program.world())
                        .open());
            }
            files.get(0).write(0, 0, 1_050_000);
            program.addCompute(1, delay);
            files.get(1).read(1, 0, 200_000);
            files.get(0).close();
            List<Object> expected = new ArrayList<>();
            run(analytical(), program.build(), true, expected, 1_000_000_000, Long.MAX_VALUE);
            List<Object> seen = new ArrayList<>();
            run(analytical(), program.build(), false, seen, 1_000_000_000, Long.MAX_VALUE);
            assertEquals(expected, seen, "delay " + delay);
        }
    }

    /** A server that has memory for little more than what the first client writes; the second client has an analytical interface. */
    private static ClusterModel analytical() {
        ModelBuilder builder = new ModelBuilder()
                .setApplication(Stars.ALIAS, "")
                .transferGranularity(100_000)
                .ioGranularity(100_000);
        ModelBuilder.TopologyBuilder net = builder.createTopology("LAN", new Routing.FirstRoute());
        NetworkNodeModel middle = builder.addNetworkNode("sw", StoreForwardNode.of(1e10));
        SimpleNetworkEdge edge = SimpleNetworkEdge.of(10_000, 117e6);
        for (int rank = 0; rank < 2; rank++) {
            Node host = builder.addNode("n" + rank, Node.of(1, 1e9, 1L << 32));
            NetworkInterface nic = builder.addClient(
                            host, "c" + rank, Stars.ALIAS, rank, rank == 0 ? Nic.of(1e10) : NicAnalytical.of(1e10))
                    .nic();
            net.cable("e" + rank, nic, edge, middle);
        }
        Node host = builder.addNode("s", Node.of(1, 1e9, 1_060_000));
        NetworkInterface nic = builder.addServer(
                        host, "s", Nic.of(1e10), SimpleDisk.of(0, 10e6, 1), SimpleWriteBehind.of(1), 0)
                .nic();
        net.cable("es", nic, edge, middle);
        return builder.build();
    }

    /** Let a program run, and look at the servers at distances of about so many ns. */
    private static SimulationResult run(
            ClusterModel model, Application program, boolean observed, List<Object> seen, int distance, long until)
            throws Exception {
        Simulation simulation = new Simulation(model, Map.of(Stars.ALIAS, program));
        if (observed) {
            simulation.observe(new StorageObserver() {});
        }
        simulation.kernel().sampleFrom(1, time -> {
            for (StorageServer server : simulation.servers()) {
                seen.add(List.of(time, server.busyNanos(), server.queueLength(), server.bytes()));
            }
            return time + distance * 7L / 9;
        });
        SimulationResult result = simulation.run(new SimulationOptions(until, Long.MAX_VALUE));
        seen.add(Outcomes.of(result));
        return result;
    }

    /** Little memory or much, one server on a node or two. */
    private static ClusterModel model(Random random, Scale scale) {
        int granularity = Math.max(1, scale.bytes / 12);
        ModelBuilder builder = new ModelBuilder()
                .setApplication(Stars.ALIAS, "")
                .transferGranularity(granularity / 5 + 1 + random.nextInt(2 * granularity))
                .ioGranularity(granularity);
        ModelBuilder.TopologyBuilder net = builder.createTopology("LAN", new Routing.FirstRoute());
        NetworkNodeModel middle = builder.addNetworkNode("sw", StoreForwardNode.of(1e10));
        SimpleNetworkEdge edge = SimpleNetworkEdge.of(random.nextInt(scale.nanos / 10), 1.17 * scale.rate);
        for (int rank = 0; rank < RANKS; rank++) {
            Node host = builder.addNode("n" + rank, Node.of(1, 1e9, 1L << 32));
            Nic nic = (Nic) builder.addClient(host, "c" + rank, Stars.ALIAS, rank, Nic.of(1e10))
                    .nic();
            net.cable("e" + rank, nic, edge, middle);
        }
        int nodes = 1 + random.nextInt(2);
        for (int i = 0; i < nodes; i++) {
            long memory = random.nextInt(3) == 0 ? 12L * granularity : 1L << 30;
            Node host = builder.addNode("s" + i, Node.of(1, 1e9, memory));
            for (int servers = random.nextInt(4) == 0 ? 2 : 1; servers > 0; servers--) {
                String name = "s" + i + "." + servers;
                long metadata = 2L * random.nextInt(3) * scale.nanos / 5;
                Nic nic =
                        (Nic) builder.addServer(host, name, Nic.of(1e10), disk(random, scale), cache(random), metadata)
                                .nic();
                net.cable(name, nic, edge, middle);
            }
        }
        return builder.build();
    }

    private static IoSubsystem disk(Random random, Scale scale) {
        double rate = scale.rate / (random.nextInt(3) == 0 ? 20 : 1);
        if (random.nextInt(3) == 0) {
            return SimpleDisk.of(random.nextInt(3) * (long) random.nextInt(scale.nanos), 0.6 * rate, 1);
        }
        // Half a turn is up to five times that, or nothing.
        double rpm = 30e9 / scale.nanos / random.nextInt(6);
        return RefinedDisk.of(scale.nanos / 5, random.nextInt(9 * scale.nanos), (int) rpm, rate, scale.bytes, 1);
    }

    private static CacheLayer cache(Random random) {
        return random.nextInt(6) == 0 ? NoCache.of(1) : SimpleWriteBehind.of(random.nextInt(6) == 0 ? 2 : 1);
    }

    /** Mostly writes. */
    private static Application program(Random random, Scale scale) {
        ProgramBuilder program = new ProgramBuilder("random", RANKS);
        List<FileBuilder> files = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            ApplicationFile file =
                    program.createFile("f" + i, scale.bytes / 2L * i, new SimpleStripe(1 + scale.bytes / 20));
            files.add(program.on(file, program.world()).open());
        }
        // Others may change a file while data is on its way.
        long[] outstanding = new long[RANKS];
        for (int steps = 4 + random.nextInt(20); steps > 0; steps--) {
            FileBuilder file = files.get(random.nextInt(2));
            int rank = random.nextInt(RANKS);
            long offset = random.nextInt(4 * scale.bytes);
            switch (random.nextInt(12)) {
                case 0 -> file.read(rank, offset, 1 + random.nextInt(scale.bytes));
                case 1 -> file.sync();
                case 2 -> file.setSize(offset);
                case 3 -> file.getSize(rank);
                case 4 -> program.addCompute(rank, random.nextInt(10 * scale.nanos));
                case 5, 6 ->
                    file.access(
                            CommandType.FILE_WRITE, rank, offset, 1 + random.nextInt(scale.bytes), outstanding[rank]++);
                default -> file.write(rank, offset, 1 + random.nextInt(scale.bytes));
            }
        }
        for (int rank = 0; rank < RANKS; rank++) {
            program.addWaitAll(rank, LongStream.range(0, outstanding[rank]).toArray());
        }
        // Disks go on when the programs have ended.
        if (random.nextBoolean()) {
            files.forEach(FileBuilder::close);
        }
        return program.build();
    }
}
