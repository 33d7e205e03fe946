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

    @ParameterizedTest(name = "{0} {1}, {2} B, {3} ranks: {4} ns within 0.1 %, packets meet")
    @CsvSource({
        "Allgather, Direct, 1000, 4, 85354",
        "Allgather, Direct, 1000, 8, 130715",
        "Allgather, Direct, 1048576, 4, 28689964",
        "Allgather, Direct, 1048576, 8, 65422352",
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

    private static long time(ModelBuilder star, String command, String method, long bytes) {
        CommandType type = CommandType.byName(command).orElseThrow();
        var model = star.method(type, method).build();
        int ranks = model.clients().size();
        long[] each = new long[ranks];
        Arrays.fill(each, bytes);
        Volume volume = type == CommandType.REDUCE_SCATTER ? new Volume.PerRank(each) : new Volume.Uniform(bytes);
        var program = Stars.program(ranks, p -> p.addCollective(type, p.world(), Command.NO_ROOT, volume));
        try {
            return new Simulation(model, Map.of(Stars.ALIAS, program), Algorithms.all(), RunObserver.NONE)
                    .run(SimulationOptions.UNLIMITED)
                    .virtualTimeNanos();
        } catch (TraceFormatException e) {
            throw new IllegalStateException(e);
        }
    }
}
