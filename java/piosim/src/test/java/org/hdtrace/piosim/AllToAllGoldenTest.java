// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Volume;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.process.Algorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The golden values of functions that all ranks take part in alike; message times as in {@link CollectiveGoldenTest}. */
class AllToAllGoldenTest {
    @ParameterizedTest(name = "{0} {1}, {2} B, {3} ranks: {4} ns = {5}")
    @CsvSource({
        "Allgather, Direct, 1000, 2, 58177, '58152 + 22 at the switch + 3'",
        "Allgather, Direct, 1048576, 2, 9885441, '9883304 + 2134 at the switch + 3'",
        "ReduceScatter, ReduceScatterPowerOfTwo, 1000, 2, 58180, '58152 + 22 at the switch + 2 x 3'",
        "ReduceScatter, ReduceScatterPowerOfTwo, 1048576, 2, 9885444, '9883304 + 2134 at the switch + 2 x 3'",
    })
    void takesExactly(String command, String method, long bytes, int ranks, long expected, String calculation) {
        assertEquals(expected, time(Stars.star(ranks), command, method, bytes), calculation);
    }

    @ParameterizedTest(name = "{0} {1}, {2} B, {3} ranks: {4} ns within 0.1 %, both directions meet at the switch")
    @CsvSource({
        "ReduceScatter, ReduceScatterPowerOfTwo, 1000, 4, 136598",
        "ReduceScatter, ReduceScatterPowerOfTwo, 1000, 8, 250699",
        "ReduceScatter, ReduceScatterPowerOfTwo, 1048576, 4, 31887555",
        "ReduceScatter, ReduceScatterPowerOfTwo, 1048576, 8, 72882950",
    })
    void takesAboutAsLongWherePacketsMeet(String command, String method, long bytes, int ranks, long expected) {
        double measured = time(Stars.star(ranks), command, method, bytes);
        assertEquals(1.0, measured / expected, 0.001);
    }

    /** Of the golden model: 64.813 ms, given to the microsecond. */
    @Test
    void allgatherInARingNeedsTheTimeOfTheReference() {
        ModelBuilder star = new ModelBuilder()
                .star(
                        8,
                        Stars.ALIAS,
                        Node.of(1, 1e9, 12_000_000_000L),
                        Nic.of(1e12),
                        SimpleNetworkEdge.of(25_000, 125e6),
                        StoreForwardNode.of(1e12));
        double measured = time(star, "Allgather", "AllgatherMPICH2", 1 << 20);
        assertEquals(64.813e6, measured, 500);
    }

    /** A reduction is charged one instruction per byte and one more, also the last one. */
    @Test
    void allreduceByRecursiveDoublingComputesInEachRound() {
        assertEquals(58_152 + 22 + 3 + 1_002, time(Stars.star(2), "Allreduce", "RecursiveDoubling", 1000));
        assertEquals(58_152 + 22 + 3 + 1_002, time(Stars.star(2), "Scan", "Linear", 1000) + 22);
    }

    /**
     * What the simulator does itself, 9 to 14 % below the golden 85354 for 4 and 130715 for 8 ranks: nobody sends where
     * another one is sending. The order of the original was that of its heap.
     */
    @ParameterizedTest(name = "Allgather Direct, 1000 B, {0} ranks: {1} ns = {2}")
    @CsvSource({"4, 76339, '58152 + 2 x 9059 + 3 x 22 + 3'", "8, 112663, '58152 + 6 x 9059 + 7 x 22 + 3'"})
    void everybodySendsToTheNextRankFirst(int ranks, long expected, String calculation) {
        assertEquals(expected, time(Stars.star(ranks), "Allgather", "Direct", 1000), calculation);
    }

    @ParameterizedTest(name = "Allgather Direct, {0} B, 4 ranks: {1} ns within {2} if some send to the same rank first")
    @CsvSource({"1000, 85354, 0", "1048576, 28689964, 0.001"})
    void ranksThatSendToTheSameRankFirstNeedTheGoldenTime(long bytes, long expected, double tolerance) {
        int[][] order = {{3, 1, 2}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
        Algorithm direct = (call, step) -> {
            for (int target : order[call.rank()]) {
                call.receive(target);
                call.sendData(target, call.bytes());
            }
        };
        Algorithms table = Algorithms.all().with(CommandType.ALLGATHER, "Direct", direct);
        double measured = time(table, Stars.star(4), "Allgather", "Direct", bytes);
        assertEquals(1.0, measured / expected, tolerance);
    }

    private static long time(ModelBuilder star, String command, String method, long bytes) {
        return time(Algorithms.all(), star, command, method, bytes);
    }

    private static long time(Algorithms table, ModelBuilder star, String command, String method, long bytes) {
        CommandType type = CommandType.byName(command).orElseThrow();
        var model = star.method(type, method).build();
        int ranks = model.clients().size();
        long[] each = new long[ranks];
        Arrays.fill(each, bytes);
        Volume volume = type == CommandType.REDUCE_SCATTER ? new Volume.PerRank(each) : new Volume.Uniform(bytes);
        var program = Stars.program(ranks, p -> p.addCollective(type, p.world(), Command.NO_ROOT, volume));
        try {
            return new Simulation(model, Map.of(Stars.ALIAS, program), table, RunObserver.NONE)
                    .run(SimulationOptions.UNLIMITED)
                    .virtualTimeNanos();
        } catch (TraceFormatException e) {
            throw new IllegalStateException(e);
        }
    }
}
