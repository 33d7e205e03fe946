// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Volume;
import org.hdtrace.piosim.network.ServedSums;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults of the original's collective functions that must not come back. Source: MODEL B5. */
class CollectiveFaultsTest {
    private static final long KIB = 1 << 10;
    private static final double ROUND = 40_991 + 3;

    @ParameterizedTest(name = "the barrier of {0} ranks takes {1} rounds")
    @CsvSource({"2, 1", "4, 2", "5, 3", "8, 3", "9, 4", "16, 4", "17, 5", "33, 6"})
    void disseminationTakesTheRoundsOfTheBinaryLogarithm(int ranks, int rounds) throws TraceFormatException {
        long time = run(CommandType.BARRIER, "BarrierMPICH2", ranks, Command.NO_ROOT, 0)
                .result()
                .virtualTimeNanos();
        assertEquals(rounds, time / ROUND, 0.02 * rounds, "messages meet at the switch for some ns");
    }

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {3, 5, 7, 17})
    void reductionOfOtherNumbersThanPowersOfTwoTakesNoLessThanOfThePower(int ranks) throws TraceFormatException {
        long power = reduction(Integer.highestOneBit(ranks));
        long time = reduction(ranks);
        assertTrue(time > power, time + " ns; " + power + " for the power of two");
    }

    @ParameterizedTest(name = "from rank {0}")
    @ValueSource(ints = {0, 2, 4})
    void directBroadcastComesFromItsRoot(int root) throws TraceFormatException {
        Run run = run(CommandType.BCAST, "Direct", 5, root, KIB);
        for (int rank = 0; rank < 5; rank++) {
            assertEquals(rank == root ? 4 * (KIB + 40) : 0, run.sentBy(rank), "rank " + rank);
        }
    }

    private static long reduction(int ranks) throws TraceFormatException {
        return run(CommandType.REDUCE, "ReduceScatterGatherMPICH2", ranks, 1, KIB)
                .result()
                .virtualTimeNanos();
    }

    private record Run(Simulation simulation, ServedSums sums, SimulationResult result) {
        long sentBy(int rank) {
            for (int i = 0; i < simulation.network().plan().size(); i++) {
                if (simulation.network().plan().name(i).equals("e" + rank + "_TX")) {
                    return sums.bytes(i);
                }
            }
            throw new IllegalArgumentException("rank " + rank);
        }
    }

    private static Run run(CommandType type, String method, int ranks, int root, long bytes)
            throws TraceFormatException {
        var program = Stars.program(ranks, p -> p.addCollective(type, p.world(), root, new Volume.Uniform(bytes)));
        Simulation simulation =
                new Simulation(Stars.star(ranks).method(type, method).build(), Map.of(Stars.ALIAS, program));
        ServedSums sums = ServedSums.of(simulation.network());
        SimulationResult result = simulation.run(SimulationOptions.UNLIMITED);
        assertEquals(SimulationResult.Outcome.FINISHED, result.outcome(), result.deadlock());
        return new Run(simulation, sums, result);
    }
}
