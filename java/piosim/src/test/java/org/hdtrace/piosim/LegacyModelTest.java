// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.xml.ModelReader;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Messages of 1 MiB over models of the time before 2010 take what a calculation by hand says. */
class LegacyModelTest {
    private static final Path ROOT = Path.of(System.getProperty("hd.root"));
    private static final double MIB = 1 << 20;
    private static final double FREE = Double.POSITIVE_INFINITY;
    /** 1e6 instructions per second: one instruction and a nanosecond. */
    private static final long STEP = 1001;

    /** What a packet passes: its bandwidth, and nanoseconds that pass afterwards. */
    private record Hop(double bandwidth, long latency) {
        long busy(long bytes) {
            return (long) (bytes / bandwidth * 1e9);
        }
    }

    @Test
    void machinesSendTheirDataAtOnce() throws Exception {
        List<Hop> path = List.of(
                new Hop(FREE, 0),
                new Hop(100 * MIB, 2_000_000),
                new Hop(1024 * MIB, 0),
                new Hop(50 * MIB, 4_000_000),
                new Hop(FREE, 0));
        assertEquals(STEP + data(path) + STEP, simulate(own("machines.xml"), "A", 0, 1, List.of()));
    }

    @Test
    void nodesShakeHandsFirst() throws Exception {
        // Rank 0 shares its node's cable with a server, so its memory is a hop of its own; rank 1 is alone.
        List<Hop> there = List.of(
                new Hop(FREE, 0),
                new Hop(FREE, 0),
                new Hop(1000 * MIB, 0),
                new Hop(100 * MIB, 200_000),
                new Hop(380 * MIB, 0),
                new Hop(100 * MIB, 200_000),
                new Hop(1000 * MIB, 0));
        for (String name : List.of("nodes.xml", "capitals.xml")) {
            assertEquals(
                    STEP + one(there, 48) + STEP + one(there, 140) + STEP + data(there),
                    simulate(own(name), "A", 0, 1, List.of()),
                    name);
        }
    }

    @Test
    void theShippedModelOfTheOriginalShakesHandsToo() throws Exception {
        Path file = fixture("format-examples/partdiff-mpi-io-synced/pvs-cluster-model.xml");
        List<Hop> near = List.of(
                new Hop(1000 * MIB, 0),
                new Hop(100 * MIB, 200_000),
                new Hop(380 * MIB, 0),
                new Hop(100 * MIB, 200_000),
                new Hop(1000 * MIB, 0));
        assertEquals(
                STEP + one(near, 48) + STEP + one(near, 140) + STEP + data(near),
                simulate(file, "Jacobi", 0, 1, List.of()));
    }

    @Test
    void theOriginalsFastSwitchTakesWholeMessages() throws Exception {
        Path file = fixture("models/Cluster-10C-FastSwitch-model.xml");
        List<Hop> path = List.of(
                new Hop(FREE, 0),
                new Hop(117 * MIB, 1_000_000),
                new Hop(800 * MIB, 0),
                new Hop(117 * MIB, 1_000_000),
                new Hop(FREE, 0));
        assertEquals(STEP + data(path) + STEP, simulate(file, "Jacobi", 3, 7, List.of()));
    }

    @Test
    void theOriginalsJacobiNodesShareCablesWithServers() throws Exception {
        Path file = fixture("models/Jacobi-10C-model.xml");
        List<Hop> path = List.of(
                new Hop(FREE, 0),
                new Hop(FREE, 0),
                new Hop(1000 * MIB, 0),
                new Hop(100 * MIB, 200_000),
                new Hop(380 * MIB, 0),
                new Hop(100 * MIB, 200_000),
                new Hop(1000 * MIB, 0),
                new Hop(FREE, 0),
                new Hop(FREE, 0));
        // Its choice for Reduce isn't part of the simulator; no reduction is simulated here.
        assertEquals(
                STEP + one(path, 48) + STEP + one(path, 140) + STEP + data(path),
                simulate(file, "Jacobi", 0, 1, List.of("ClientMethod[Reduce]=BinaryTreeSimple")));
    }

    private static long one(List<Hop> path, long bytes) {
        return path.stream().mapToLong(hop -> hop.busy(bytes) + hop.latency()).sum();
    }

    /** 1 MiB and 8 bytes in packets of 100 KiB, the first with 40 bytes more; no hop serves two at once. */
    private static long data(List<Hop> path) {
        long[] packets = new long[11];
        Arrays.fill(packets, 102_400);
        packets[0] += 40;
        packets[10] = (1 << 20) + 8 - 10 * 102_400;
        long[] free = new long[path.size()];
        long last = 0;
        for (long bytes : packets) {
            long arrival = 0;
            for (int hop : IntStream.range(0, path.size()).toArray()) {
                free[hop] = Math.max(arrival, free[hop]) + path.get(hop).busy(bytes);
                arrival = free[hop] + path.get(hop).latency();
            }
            last = arrival;
        }
        return last;
    }

    private static long simulate(Path file, String alias, int from, int to, List<String> overrides) throws Exception {
        ClusterModel model = ModelReader.read(file, overrides);
        int ranks = model.clients().size();
        Application message = new ProgramBuilder("message", ranks)
                .addSendAndRecv(from, to, 1 << 20, 0)
                .build();
        return new Simulation(model, Map.of(alias, message))
                .run(SimulationOptions.UNLIMITED)
                .virtualTimeNanos();
    }

    private static Path own(String name) {
        return ROOT.resolve("java/piosim-model/src/test/resources/legacy").resolve(name);
    }

    private static Path fixture(String name) {
        Path file = ROOT.resolve("../shared/fixtures/original").resolve(name);
        Assumptions.assumeTrue(Files.exists(file), "the original's models are not here");
        return file;
    }
}
