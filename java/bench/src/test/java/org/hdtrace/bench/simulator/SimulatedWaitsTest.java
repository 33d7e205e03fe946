// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.hdtrace.analysis.path.CriticalPath;
import org.hdtrace.analysis.path.Segment;
import org.hdtrace.analysis.waits.WaitKind;
import org.hdtrace.analysis.waits.WaitSums;
import org.hdtrace.format.project.Project;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.program.Compute;
import org.hdtrace.piosim.model.program.Origin;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.output.ProjectOutput;
import org.hdtrace.piosim.output.TraceLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Waits and the critical path of simulated programs whose imbalance is known. */
class SimulatedWaitsTest {
    private static final int RANKS = 4;
    private static final int ROUNDS = 10;
    private static final long MILLI = 1_000_000;
    /** What messages of a barrier take, with room. */
    private static final long NETWORK = 300_000;

    private static final Set<String> COMPUTATION = Set.of(CriticalPath.BETWEEN_CALLS, "Compute");

    @TempDir
    Path folder;

    private Project project;
    private long virtualNanos;

    private void simulate(ProgramBuilder program) throws Exception {
        try (ProjectOutput output = new ProjectOutput(TraceLevel.CLIENTS, Clusters.ALIAS, folder)) {
            SimulationResult result = new Simulation(
                            Clusters.gigabit(RANKS).build(),
                            Map.of(Clusters.ALIAS, program.build()),
                            Algorithms.all(),
                            output)
                    .run(SimulationOptions.UNLIMITED);
            virtualNanos = result.virtualTimeNanos();
            output.finish(Clusters.ALIAS, null);
        }
        project = Project.open(folder);
    }

    private static void compute(ProgramBuilder program, int rank, long nanos) {
        program.add(rank, new Compute(nanos, Compute.Unit.NANOSECONDS, 2.66e9, Origin.NONE));
    }

    @Test
    void theSlowestRankIsWaitedForAtBarriersAndIsThePath() throws Exception {
        ProgramBuilder program = new ProgramBuilder("imbalanced", RANKS);
        program.addBarrier(program.world());
        for (int round = 0; round < ROUNDS; round++) {
            for (int rank = 0; rank < RANKS; rank++) {
                compute(program, rank, (rank + 1) * MILLI);
            }
            program.addBarrier(program.world());
        }
        simulate(program);
        Map<String, Long> waits = WaitSums.read(project, path -> {}).rows().stream()
                .filter(row -> row.kind() == WaitKind.BARRIER)
                .collect(Collectors.toMap(WaitSums.Row::node, WaitSums.Row::nanos));
        for (int rank = 0; rank < RANKS - 1; rank++) {
            long expected = ROUNDS * (RANKS - 1L - rank) * MILLI;
            long found = waits.get("n" + rank + "/" + rank + "/0");
            assertTrue(Math.abs(found - expected) < ROUNDS * NETWORK, rank + ": " + found + " instead of " + expected);
        }
        CriticalPath path = CriticalPath.of(project, each -> {});
        assertTrue(Math.abs(path.nanos() - virtualNanos) < NETWORK, path.nanos() + " of " + virtualNanos);
        CriticalPath.Share longest = path.shares().get(0);
        assertEquals("n3/3/0", longest.node());
        assertEquals(CriticalPath.BETWEEN_CALLS, longest.name());
        // Between each two barriers the slowest computes for 4 ms.
        long expected = ROUNDS * RANKS * MILLI;
        assertTrue(Math.abs(longest.nanos() - expected) <= ROUNDS * 100, longest::toString);
    }

    @Test
    void receiversWaitForTheSenderThatComputes() throws Exception {
        ProgramBuilder program = new ProgramBuilder("pipeline", RANKS);
        compute(program, 0, 5 * MILLI);
        for (int rank = 1; rank < RANKS; rank++) {
            program.addSendAndRecv(rank - 1, rank, 100, rank);
            compute(program, rank, 5 * MILLI);
        }
        simulate(program);
        Map<String, Long> waits = WaitSums.read(project, path -> {}).rows().stream()
                .filter(row -> row.kind() == WaitKind.LATE_SENDER)
                .collect(Collectors.toMap(WaitSums.Row::node, WaitSums.Row::nanos));
        for (int rank = 1; rank < RANKS; rank++) {
            long found = waits.get("n" + rank + "/" + rank + "/0");
            assertTrue(Math.abs(found - rank * 5L * MILLI) < RANKS * NETWORK, rank + ": " + found);
        }
        CriticalPath path = CriticalPath.of(project, each -> {});
        // What the first rank computes before its send and the last one behind all calls are states of the output.
        assertEquals(
                RANKS,
                path.segments().stream().mapToInt(Segment::trace).distinct().count());
        long computed = path.byName().stream()
                .filter(share -> COMPUTATION.contains(share.name()))
                .mapToLong(CriticalPath.Share::nanos)
                .sum();
        assertTrue(Math.abs(computed - RANKS * 5 * MILLI) <= 1000, "computed " + computed);
    }
}
