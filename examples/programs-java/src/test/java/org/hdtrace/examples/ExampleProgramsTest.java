// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.SimulationResult.FunctionResult;
import org.hdtrace.piosim.model.program.Application;
import org.junit.jupiter.api.Test;

class ExampleProgramsTest {
    private static SimulationResult gigabit(Application program) throws TraceFormatException {
        SimulationResult result = Comparison.run(program, Map.of("g", Clusters.gigabit(program.rankCount())))
                .result("g");
        assertEquals(SimulationResult.Outcome.FINISHED, result.outcome(), result.deadlock());
        assertEquals(0, result.unreceivedMessages());
        return result;
    }

    private static FunctionResult function(SimulationResult result, String name) {
        return result.functions().stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyBorderInsideTheGridIsSentInBothDirections() throws TraceFormatException {
        int columns = 3;
        int rows = 2;
        int iterations = 2;
        SimulationResult result = gigabit(new HaloExchange(columns, rows, iterations, 100, 1).program());
        long borders = (columns - 1L) * rows + columns * (rows - 1L);
        assertEquals(2 * borders * iterations, function(result, "Isend").count());
        assertEquals(2 * borders * iterations, function(result, "Irecv").count());
        assertEquals(
                2 * borders * iterations * 100 * 8, function(result, "Isend").bytes());
        assertEquals(
                (long) columns * rows * iterations,
                function(result, "Allreduce").count());
    }

    @Test
    void aLoneRankHasNobodyToExchangeWith() throws TraceFormatException {
        HaloExchange halo = new HaloExchange(1, 1, 3, 10, 1000);
        long computing = (long) (3 * 10 * 10 * 1000 / 2.66);
        long time = gigabit(halo.program()).virtualTimeNanos();
        assertTrue(time >= computing && time < computing + 1000, "time=" + time + " computing=" + computing);
    }

    @Test
    void computationHidesTheExchangeOfBorders() throws TraceFormatException {
        // The inner cells alone take longer than two borders over the cable.
        long busy = gigabit(new HaloExchange(2, 1, 20, 1000, 10).program()).virtualTimeNanos();
        long idle = gigabit(new HaloExchange(2, 1, 20, 1000, 0).program()).virtualTimeNanos();
        long computing = (long) (20 * 1e6 * 10 / 2.66);
        assertTrue(busy < computing + idle / 2, "busy=" + busy + " idle=" + idle + " computing=" + computing);
    }

    @Test
    void theFasterNetworkIsFaster() throws TraceFormatException {
        Application program = new HaloExchange(4, 4, 5, 1000, 1).program();
        Comparison comparison =
                Comparison.run(program, Map.of("slow", Clusters.gigabit(16), "fast", Clusters.tenGigabit(16)));
        assertTrue(comparison.allFinished());
        long slow = comparison.result("slow").virtualTimeNanos();
        long fast = comparison.result("fast").virtualTimeNanos();
        assertTrue(fast < slow, "slow=" + slow + " fast=" + fast);
    }

    @Test
    void aRoundLastsAsLongAsItsSlowestWorker() throws TraceFormatException {
        long instructions = 10_000_000;
        int workers = 4;
        int rounds = 3;
        SimulationResult result = gigabit(new MasterWorker(workers, rounds, 1000, 10, instructions).program());
        long computing = (long) ((long) rounds * workers * instructions / 2.66);
        assertEquals(2L * workers * rounds, function(result, "Recv").count());
        assertTrue(result.virtualTimeNanos() > computing, "time=" + result.virtualTimeNanos());
        assertTrue(result.virtualTimeNanos() < computing * 1.02, "time=" + result.virtualTimeNanos());
    }

    @Test
    void wildcardsTakeTheFirstResultWhoeverSentIt() throws TraceFormatException {
        // In the order of the ranks reversed: the last worker is the fastest to answer if the first has most to do.
        SimulationResult result = gigabit(new MasterWorker(2, 1, 10, 10, 1_000_000).program());
        FunctionResult receives = function(result, "Recv");
        // The master's first result comes after one unit of work, its second one unit later.
        long unit = (long) (1_000_000 / 2.66);
        assertTrue(receives.totalNanos() > 2 * unit && receives.totalNanos() < 2.5 * unit, "total=" + receives);
    }

    @Test
    void namesWhatCannotBe() {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> new HaloExchange(0, 1, 1, 2, 1))
                .getMessage()
                .contains("columns=0"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> new MasterWorker(0, 1, 1, 1, 1))
                .getMessage()
                .contains("workers=0"));
    }
}
