// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hdtrace.piosim.model.cluster.Aggregation;
import org.hdtrace.piosim.model.cluster.CacheLayer;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.RefinedDisk;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.SimpleWriteBehind;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Compute;
import org.hdtrace.piosim.model.program.Origin;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.Volume;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Independent values: closed forms with ideal components, to the nanosecond; what the reference gave for a star of 125
 * MB/s and 25 us; and the paper's run on 67 MiB/s.
 */
class ClosedFormTest {
    private static final int MIB = 1 << 20;
    private static final double INFINITE = Double.POSITIVE_INFINITY;

    @ParameterizedTest(name = "{0} B over ideal interfaces, switch and processors: {1} ns = {2}")
    @CsvSource({
        "0, 50768, '2 x (48 x 8 + 25000)'",
        "1, 50784, '2 x (49 x 8 + 25000)'",
        "1024, 67152, '2 x (1072 x 8 + 25000)'",
        "102400, 1689104, '2 x (102440 x 8 + 25000) + 8 x 8 for the second packet'",
        "102401, 1792120, '50768 + 2 x (140 x 8 + 25000) + 1689040 + 9 x 8'",
        "1048576, 9361520, '103008 + 2 x 25000 + (2 x 102440 + 9 x 102400 + 24584) x 8'",
        "104857600, 839833712, '103008 + 2 x 25000 + (2 x 102440 + 1023 x 102400 + 8) x 8'",
    })
    void messageTakesItsClosedForm(long bytes, long expected, String calculation) {
        assertEquals(expected, Stars.time(star(2, INFINITE, INFINITE), message(bytes)), calculation);
    }

    /** A fluid passes both edges at once, as in SimGrid's CM02; stored packets do but for one. */
    @ParameterizedTest(name = "{0} B in packets of {1} B take {2} B longer than a fluid")
    @CsvSource({"1024, 102400, 1072", "102392, 102400, 102440", "1048576, 102400, 102440", "1048576, 10240, 10280"})
    void storedPacketsTakeOneOfThemLongerThanAFluid(long bytes, long packet, long largest) {
        long handshake = bytes > 102_400 ? 103_008 : 0;
        long fluid = handshake + 2 * 25_000 + (bytes + 48) * 8;
        ModelBuilder model = star(2, INFINITE, INFINITE).transferGranularity(packet);
        assertEquals(8 * largest, Stars.time(model, message(bytes)) - fluid);
    }

    @ParameterizedTest(name = "{0} ns recorded at {1}/s take {2} ns at 1e9/s")
    @CsvSource({
        "1000, 2e9, 2000",
        "1000, 1e9, 1000",
        "1000, 0.5e9, 500",
        "1000, 0, 1000",
        "1000, 3e8, 300",
        "1, 2.66e9, 3",
        "1, 1e6, 1",
        "123456789012345, 1e9, 123456789012345",
    })
    void recordedComputationTakesItsTimeScaledBySpeeds(long nanos, double recorded, long expected) {
        Command compute = new Compute(nanos, Compute.Unit.NANOSECONDS, recorded, Origin.NONE);
        Application program = Stars.program(1, builder -> builder.add(0, compute));
        assertEquals(expected, Stars.time(Stars.star(1), program));
    }

    @ParameterizedTest(name = "{0} B with the reference''s parameters: {1} ns")
    @CsvSource({
        "0, 50772",
        "1, 50788",
        "1024, 67159",
        "102400, 1689350",
        "102401, 1792360",
        "1048576, 9361754",
        "104857600, 839833960",
    })
    void messageTakesAsLongAsInTheReference(long bytes, long expected) {
        assertEquals(expected, Stars.time(reference(2), message(bytes)));
    }

    @Test
    void bothDirectionsAtOnceMeetOnlyAtTheSwitchAndTheProcessor() {
        Application both =
                Stars.program(2, p -> p.addSendrecv(0, 1, MIB, 0, 1, 0).addSendrecv(1, 0, MIB, 0, 0, 0));
        assertEquals(9_361_859, Stars.time(reference(2), both), "9361754 + 102 at the switch + 2 + 1");
    }

    @Test
    void twoSendersTakeTurnsWhenReceivedInOrder() {
        Application incast = Stars.program(3, p -> p.addSend(1, 0, MIB, 0)
                .addSend(2, 0, MIB, 0)
                .addRecv(0, 1, 0)
                .addRecv(0, 2, 0));
        assertEquals(18_672_740, Stars.time(reference(3), incast));
    }

    // The reference charges the first of three rounds only; we charge each.
    @Test
    void barrierOfEightTakesThreeRounds() {
        long time = Stars.time(reference(8), Stars.program(8, p -> p.addBarrier(p.world())));
        assertEquals(1.0, time / 152_882.0, 50e-6, "3 x (2 x (60 x 8 + 25000)) + 3 x 2");
    }

    @ParameterizedTest(name = "{0} of 1 MiB by 8 ranks: {1} ns within 0.1 %")
    @CsvSource({"Bcast, 23992000", "Reduce, 20246000", "Allreduce, 79724000", "Scatter, 62563000"})
    void defaultAlgorithmsTakeAsLongAsInTheReference(String command, long expected) {
        CommandType type = CommandType.byName(command).orElseThrow();
        int root = type.isRooted() ? 0 : Command.NO_ROOT;
        Application application =
                Stars.program(8, p -> p.addCollective(type, p.world(), root, new Volume.Uniform(MIB)));
        assertEquals(1.0, (double) Stars.time(reference(8), application) / expected, 1e-3);
    }

    @ParameterizedTest(name = "checkpoint of {0} B: {1} disk operations")
    @CsvSource({"513152648, 4991, 7.306235", "512000000, 4979, 7.289838"})
    void aggregationJoinsWhatArrivesDuringTheFirstSeeks(long bytes, long operations, double seconds) {
        SimulationResult result = write(Aggregation.of(1), bytes);
        assertEquals(operations, result.servers().get(0).diskOperations(), "1,10,7,4,3,2,1,...: 21 joined");
        assertEquals(1.0, result.clients().get(0).endNanos() / 1e9 / seconds, 0.005);
        double share = (double) result.servers().get(0).busyNanos() / result.virtualTimeNanos();
        assertEquals(0.67, share, 0.005, "busy 4.894 s of 7.304 s");
    }

    @ParameterizedTest(name = "write of {0} B takes {1} ns within 1 %: {2}")
    @CsvSource({
        "65536, 3036000, '4 x 287500 + 2 x 65576 / 67 MiB/s + interfaces'",
        "64072, 2991000, 'the same for the diagonal'",
        "4, 1154000, '4 x 287500 + 4 B'",
    })
    void smallWriteTakesFourLatenciesAndTheData(long bytes, long expected, String calculation) {
        long end = write(SimpleWriteBehind.of(1), bytes).clients().get(0).endNanos();
        assertEquals(1.0, (double) end / expected, 0.01, calculation);
    }

    @Test
    void cacheLayersMakeNoDifferenceWhereTheNetworkIsTheLimit() {
        double simple =
                write(SimpleWriteBehind.of(1), 512_000_000).clients().get(0).endNanos();
        double aggregated =
                write(Aggregation.of(1), 512_000_000).clients().get(0).endNanos();
        assertEquals(1.0, aggregated / simple, 0.001);
    }

    private static SimulationResult write(CacheLayer cache, long bytes) {
        ModelBuilder model = new ModelBuilder()
                .star(new ModelBuilder.Star(
                        1,
                        Stars.ALIAS,
                        Node.of(1, 2.66e9, 12_000L * MIB),
                        Nic.of(7629.0 * MIB),
                        SimpleNetworkEdge.of(287_500, 67.0 * MIB),
                        StoreForwardNode.of(48.0 * 1024 * MIB),
                        1,
                        RefinedDisk.of(1_000_000, 10_000_000, 7200, 100.0 * MIB, 5L * MIB, 1),
                        cache));
        ProgramBuilder program = new ProgramBuilder("checkpoint", 1);
        ApplicationFile file = program.createFile("matrix", 0, SimpleStripe.DEFAULT);
        program.addWriteSequential(0, file, 0, bytes);
        return Stars.run(model.build(), program.build());
    }

    private static Application message(long bytes) {
        return Stars.program(2, program -> program.addSendAndRecv(0, 1, bytes, 0));
    }

    private static ModelBuilder reference(int ranks) {
        return star(ranks, 1e12, 2.66e9);
    }

    private static ModelBuilder star(int ranks, double bandwidth, double speed) {
        return new ModelBuilder()
                .star(
                        ranks,
                        Stars.ALIAS,
                        Node.of(1, speed, 12_000_000_000L),
                        Nic.of(bandwidth),
                        SimpleNetworkEdge.of(25_000, 125e6),
                        StoreForwardNode.of(bandwidth));
    }
}
