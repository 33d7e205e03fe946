// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.piosim.SimulationResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The benchmarks of the simulator run what they say and print what is read from them; their speed is not looked at. */
class SimulatorBenchTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void passesOverAWorkloadOfTheOriginalAreTheSame(OriginalWorkload workload) throws Exception {
        List<String> lines = printed(() ->
                CoreRate.main(new String[] {workload.name().toLowerCase(java.util.Locale.ROOT), "1", "2", "8", "2"}));
        assertEquals(4, lines.size());
        List<Long> first = numbers(lines.get(2));
        assertEquals(5, first.size());
        assertEquals(first.subList(0, 2), numbers(lines.get(3)).subList(0, 2));
        assertTrue(first.get(0) > 0 && first.get(1) > 0 && first.get(3) >= 0);
    }

    @Test
    void computationTakesTheTimeOfTheOriginal() throws Exception {
        OriginalWorkload workload = OriginalWorkload.COMPUTE;
        CoreRate.Pass pass = CoreRate.pass(Clusters.golden(4).build(), workload.program(4, workload.rounds()));
        assertEquals(workload.originalVirtualNanos(), pass.virtualNanos());
    }

    @Test
    void barrierTakesTheTimeOfTheOriginal() throws Exception {
        OriginalWorkload workload = OriginalWorkload.BARRIER;
        CoreRate.Pass pass = CoreRate.pass(
                Clusters.golden(workload.ranks()).build(), workload.program(workload.ranks(), workload.rounds()));
        assertEquals(workload.originalVirtualNanos(), pass.virtualNanos());
    }

    /** Besides writing, which the original took 7.306235 s for, the file is opened and closed: less than 10 ms of seeks and messages. */
    @Test
    void checkpointTakesTheTimeOfTheOriginal() throws Exception {
        OriginalWorkload workload = OriginalWorkload.CHECKPOINT;
        CoreRate.Pass pass = CoreRate.pass(workload.cluster(1).build(), workload.program(1, 1));
        assertEquals(5, (pass.virtualNanos() - workload.originalVirtualNanos()) / 1e6, 5);
    }

    /** Requests of the same moment come in another order, so the disks seek a little more or less often. */
    @ParameterizedTest
    @CsvSource({"WRITE, 0.01", "READ, 0.02"})
    void filesTakeTheTimeOfTheOriginal(OriginalWorkload workload, double tolerance) throws Exception {
        int ranks = workload.ranks();
        CoreRate.Pass pass = CoreRate.pass(workload.cluster(ranks).build(), workload.program(ranks, workload.rounds()));
        assertEquals(1, (double) pass.virtualNanos() / workload.originalVirtualNanos(), tolerance);
    }

    @ParameterizedTest
    @EnumSource
    void kindsOfScaleRunAreSimulatedToTheEnd(ScaleRun.Kind kind) throws Exception {
        int ranks = 4;
        SimulationResult result = ExchangeRun.simulate(kind.cluster(ranks), kind.program(ranks));
        assertEquals(ranks, result.clients().size());
        List<String> lines = printed(() -> ScaleRun.main(new String[] {kind.name(), Integer.toString(ranks)}));
        assertEquals(
                List.of(result.events(), result.virtualTimeNanos()),
                numbers(lines.get(0)).subList(0, 2));
    }

    @ParameterizedTest
    @CsvSource({"'FatTree k=\"4\" levels=\"2\"', 16", "'Dragonfly groups=\"4\" routers=\"2\" hosts=\"2\"', 16"})
    void networksAreReadAndSetUp(String network, long hosts) throws Exception {
        List<String> lines = printed(
                () -> SetUpRate.main(new String[] {folder.resolve("a.xml").toString(), "2", network}));
        assertEquals(2, lines.size());
        assertEquals(hosts, numbers(lines.get(1)).get(0));
    }

    @Test
    void jmhBenchmarksRun() throws Exception {
        ExchangeBench bench = new ExchangeBench();
        bench.ranks = 1024;
        bench.bytes = 1024;
        ExchangeBench.Counters counters = new ExchangeBench.Counters();
        long time = bench.ring(counters);
        assertEquals(ExchangeBench.MESSAGES / 1024 * 67_162L + 1023, time);
        assertTrue(counters.events > ExchangeBench.MESSAGES);
    }

    private static List<Long> numbers(String line) {
        return List.of(line.split(" ")).stream().map(Long::valueOf).toList();
    }

    private interface Program {
        void run() throws Exception;
    }

    private static List<String> printed(Program program) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            program.run();
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
