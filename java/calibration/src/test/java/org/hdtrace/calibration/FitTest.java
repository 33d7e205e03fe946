// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.hdtrace.calibration.fit.ClassFit;
import org.hdtrace.calibration.fit.MachineFit;
import org.hdtrace.calibration.fit.MachineFitter;
import org.hdtrace.calibration.fit.NoisyMeasurementException;
import org.hdtrace.calibration.table.ResultReader;
import org.hdtrace.calibration.table.ResultTable;
import org.hdtrace.format.TraceFormatException;
import org.junit.jupiter.api.Test;

/** Figures of machines that are known come back, with disturbances and without. */
class FitTest {
    static ResultTable read(Machines machine) throws TraceFormatException, IOException {
        Path file = Files.createTempFile("calibration", ".csv");
        try {
            Files.writeString(file, machine.text());
            return ResultReader.read(file);
        } finally {
            Files.delete(file);
        }
    }

    static MachineFit fit(Machines machine) throws Exception {
        return MachineFitter.fit(read(machine));
    }

    private static void assertNear(double expected, double value, double share, String what) {
        assertTrue(Math.abs(value / expected - 1) <= share, what + ": " + value + " instead of " + expected);
    }

    @Property(tries = 25)
    void networksComeBack(
            @ForAll @DoubleRange(min = 500, max = 100_000) double latency,
            @ForAll @DoubleRange(min = 1e7, max = 1e10) double bandwidth,
            @ForAll @IntRange(min = 10, max = 20) int eagerBits,
            @ForAll long seed)
            throws Exception {
        long limit = 1L << eagerBits;
        MachineFit fit = fit(new Machines(2, 1, latency, bandwidth, limit, 0, Machines.noise(seed, 0.04))
                .curve(0, 1, 1)
                .memory(5e9));
        ClassFit between = fit.classes().get(0);
        assertEquals("between", between.name());
        assertEquals(limit, between.eagerLimit());
        // The least message takes its header's time as well; noise of that can't be told from a latency far below it.
        double leastMessage = latency + 49e9 / bandwidth;
        assertNear(latency, between.latency().value(), Math.max(0.12, 0.02 * leastMessage / latency), "latency");
        assertNear(bandwidth, between.bandwidth().value(), 0.05, "bandwidth");
        assertTrue(between.bandwidth().low() <= between.bandwidth().value());
        assertTrue(between.bandwidth().high() >= between.bandwidth().value());
        assertNear(5e9, fit.sumRate().value(), 0.06, "sums");
        assertEquals(limit < 32 << 10, Double.isNaN(between.exchangeBelow()));
        assertNear(1, limit < 1 << 20 ? between.exchangeAbove() : between.exchangeBelow(), 0.1, "exchange");
    }

    @Property(tries = 15)
    void memoryComesBackWithItsPackets(
            @ForAll @DoubleRange(min = 200, max = 2000) double latency,
            @ForAll @DoubleRange(min = 1e9, max = 2e10) double bandwidth,
            @ForAll long seed)
            throws Exception {
        ClassFit shared = fit(new Machines(2, 2, latency, bandwidth, -1, 32 << 10, Machines.noise(seed, 0.02))
                        .curve(0, 1, 1))
                .classes()
                .get(0);
        assertTrue(shared.sharedMemory());
        assertEquals("complex", shared.name());
        assertNear(32 << 10, (double) shared.packet(), 0.15, "packet");
        assertEquals(-1, shared.eagerLimit());
        assertNear(latency, shared.latency().value(), 0.08, "latency");
        assertNear(bandwidth, shared.bandwidth().value(), 0.04, "bandwidth");
    }

    @Test
    void pairsThatDifferMakeClassesOfTheirOwn() throws Exception {
        Machines machine = new Machines(6, 2, 1000, 1e9, -1, 0, Machines.noise(1, 0.02))
                .curve(0, 1, 0.1)
                .curve(0, 2, 1);
        for (int first = 0; first < 6; first++) {
            for (int second = first + 1; second < 6; second++) {
                boolean sameHost = first / 2 == second / 2;
                machine.pair(first, second, sameHost ? 0.1 : second == 5 && first == 0 ? 2 : 1);
            }
        }
        MachineFit fit = fit(machine);
        assertEquals(2, fit.classes().size());
        assertEquals("between", fit.classes().get(0).name());
        assertEquals(11, fit.classes().get(0).pairs().pairs().size());
        assertEquals("complex", fit.classes().get(1).name());
        assertEquals(3, fit.classes().get(1).pairs().pairs().size());
        assertTrue(
                fit.warnings().stream()
                        .anyMatch(text -> text.startsWith("1 pairs of ranks are unlike the others (0-5)")),
                fit.warnings().toString());
    }

    @Test
    void whatPassesAtOnceIsNoBandwidth() throws Exception {
        Machines machine = new Machines(2, 1, 30_000, 12e6, -1, 0, Machines.noise(2, 0.03));
        for (long bytes = 1; bytes <= 4 << 20; bytes *= 2) {
            machine.add("pingpong", 0, 1, 2, bytes, 2 * machine.message(Math.max(1, bytes - (3 << 10))));
        }
        ClassFit fit = fit(machine).classes().get(0);
        assertNear(3 << 10, (double) fit.burst(), 0.15, "burst");
        assertNear(12e6, fit.bandwidth().value(), 0.03, "bandwidth");
        assertNear(30_000, fit.latency().value(), 0.2, "latency");
    }

    /** 120 ns and 30 GB/s up to 8,255 B, beyond that 2,000 ns and 17 GB/s, as measured of MPICH over UCX. */
    static Machines copyingOnce(long seed) {
        Machines machine = new Machines(2, 2, 120, 30e9, 8255, 0, Machines.noise(seed, 0.02));
        for (long bytes = 1; bytes <= 4 << 20; bytes += (bytes + 1) / 2) {
            double onWire = bytes + 48;
            double nanos = bytes <= 8255 ? 120 + onWire / 30 : 2000 + onWire / 17;
            machine.add("pingpong", 0, 1, 2, bytes, 2 * nanos);
        }
        machine.add("pingpong", 0, 1, 2, 1 << 20, 2 * (2000 + (1 << 20) / 17.0));
        machine.add("copied", 0, 1, 2, 1 << 20, 2 * (2000 + (1 << 20) / 17.0 + (1 << 20) / 40.0));
        return machine.eagerUpTo(8255).memory(30e9);
    }

    @Test
    void messagesInMemoryMayBeTwoLines() throws Exception {
        MachineFit machine = fit(copyingOnce(7));
        ClassFit fit = machine.classes().get(0);
        assertNear(120, fit.latency().value(), 0.06, "latency");
        assertNear(30e9, fit.bandwidth().value(), 0.06, "bandwidth");
        assertNear(2000, fit.large().nanos().value(), 0.06, "large messages");
        assertNear(17e9, fit.large().bandwidth().value(), 0.03, "their bandwidth");
        assertNear(40e9, machine.copyRate().value(), 0.15, "copies");
        // Between hosts a message has one way, with a handshake or without.
        Machines network = new Machines(2, 1, 1000, 1e9, 4096, 0, Machines.noise(5, 0.1)).curve(0, 1, 1);
        assertNull(fit(network).classes().get(0).large());
    }

    @Test
    void exchangesThatTakeTwiceAsLongAreTold() throws Exception {
        Machines machine = new Machines(2, 1, 20_000, 12e6, 131_040, 0, nanos -> nanos);
        for (long bytes = 1; bytes <= 4 << 20; bytes *= 2) {
            machine.add("pingpong", 0, 1, 2, bytes, 2 * machine.message(bytes));
            machine.add("exchange", 0, 1, 2, bytes, (bytes > 131_040 ? 2 : 1) * machine.message(bytes));
        }
        machine.curve(1, 0, 1);
        MachineFit fit = fit(machine);
        assertTrue(
                fit.warnings().get(0).contains("2.00 times beyond"),
                fit.warnings().toString());
    }

    @Test
    void noiseIsNotFitted() throws Exception {
        Random random = new Random(3);
        Machines machine = new Machines(2, 1, 1000, 1e9, -1, 0, nanos -> nanos * Math.exp(3 * random.nextGaussian()))
                .curve(0, 1, 1)
                .memory(5e9);
        NoisyMeasurementException told = assertThrows(NoisyMeasurementException.class, () -> fit(machine));
        assertTrue(told.getMessage().contains("the same work took"), told.getMessage());
        assertFalse(told.getMessage().contains("\n"));
    }

    @Test
    void timesThatDoNotGrowAreNotFitted() throws Exception {
        Machines machine = new Machines(2, 1, 1000, 1e9, -1, 0, nanos -> nanos);
        for (long bytes = 1; bytes <= 1 << 20; bytes *= 4) {
            machine.add("pingpong", 0, 1, 2, bytes, 1e6 / bytes + 10);
        }
        assertThrows(NoisyMeasurementException.class, () -> fit(machine));
    }

    @Test
    void theSameTableGivesTheSameFit() throws Exception {
        Machines machine = new Machines(2, 1, 1000, 1e9, 4096, 0, Machines.noise(5, 0.1)).curve(0, 1, 1);
        assertEquals(fit(machine), fit(machine));
    }
}
