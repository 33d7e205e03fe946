// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.calibration.check.CheckedCase;
import org.hdtrace.calibration.check.Predictor;
import org.hdtrace.calibration.fit.MachineFit;
import org.hdtrace.calibration.model.ModelMaker;
import org.hdtrace.calibration.table.Case;
import org.hdtrace.calibration.table.ResultTable;
import org.hdtrace.calibration.table.Sample;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.xml.ModelReader;
import org.hdtrace.piosim.model.xml.ModelWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models made of known machines simulate what was measured there. */
class ModelTest {
    @TempDir
    private Path folder;

    private static Machines all(Machines machine, int ranks, int ranksOfHost) {
        for (int first = 0; first < ranks; first++) {
            for (int second = first + 1; second < ranks; second++) {
                machine.pair(first, second, first / ranksOfHost == second / ranksOfHost ? 0.1 : 1);
            }
        }
        return machine;
    }

    @Test
    void aNetworkTakesWhatWasMeasured() throws Exception {
        Machines machine = new Machines(4, 1, 30_000, 12e6, 131_040, 0, nanos -> nanos);
        ResultTable table = FitTest.read(all(machine.curve(0, 1, 1), 4, 1).memory(5e9));
        MachineFit fit = org.hdtrace.calibration.fit.MachineFitter.fit(table);
        ClusterModel model = ModelMaker.make(fit, "MPICH");
        List<CheckedCase> cases = CheckedCase.all(table, new Predictor(model));
        assertTrue(cases.size() > 40);
        for (CheckedCase one : cases) {
            // Packets of 1 KiB pass the switch one after the other, which takes 0.09 ms with 12 MB/s.
            assertTrue(one.simulatedNanos() - one.measured().least() < 3 * 95_000, one.key() + ": " + one.ratio());
        }
        // A ring of 1 MiB moves it once in each direction of each cable.
        double ring = new Predictor(model)
                .nanos(new Case("sendrecv", 0, -1, 4, 1 << 20))
                .orElseThrow();
        assertEquals(machine.message(1 << 20), ring, 0.01 * ring);
        // Four blocks, of which each rank sends three: by MPICH's choice in three exchanges.
        double alltoall = new Predictor(model)
                .nanos(new Case("alltoall", 0, -1, 4, 4 << 20))
                .orElseThrow();
        assertEquals(3 * machine.message(1 << 20), alltoall, 0.02 * alltoall);
    }

    @Test
    void operationsThatARootServesTakeItsLink() throws Exception {
        Machines machine = new Machines(4, 1, 30_000, 12e6, 4096, 0, nanos -> nanos);
        ResultTable table = FitTest.read(all(machine.curve(0, 1, 1), 4, 1).memory(5e9));
        Predictor predictor =
                new Predictor(ModelMaker.make(org.hdtrace.calibration.fit.MachineFitter.fit(table), "MPICH"));
        double message = machine.message(1 << 20);
        // Each exchange lasts as long as one message, and begins when that before has ended.
        double turns = predictor.nanos(new Case("turns", 0, -1, 4, 1 << 20)).orElseThrow();
        assertEquals(3 * message, turns, 0.01 * turns);
        // Three blocks of 1 MiB over the link of the root; in a tree two of them make a detour.
        for (String test : List.of("gather", "scatter")) {
            double nanos = predictor.nanos(new Case(test, 0, -1, 4, 4 << 20)).orElseThrow();
            assertTrue(nanos > 2.99 * message && nanos < 4.05 * message, test + ": " + nanos / message);
        }
        // Halves, then quarters: three of four blocks, and the sums.
        double scattered =
                predictor.nanos(new Case("reduce_scatter", 0, -1, 4, 1 << 18)).orElseThrow();
        assertEquals(machine.message(1 << 17) + machine.message(1 << 16), scattered, 0.03 * scattered);
    }

    @Test
    void theApplicationOfAModelMayHaveAnyName() throws Exception {
        ResultTable table = FitTest.read(new Machines(2, 1, 30_000, 12e6, -1, 0, nanos -> nanos)
                .curve(0, 1, 1)
                .memory(5e9));
        ClusterModel model = ModelMaker.make(org.hdtrace.calibration.fit.MachineFitter.fit(table), "MPICH");
        Path file = folder.resolve("solver.xml");
        Files.writeString(
                file,
                ModelWriter.text(model)
                        .replace("alias=\"A\"", "alias=\"solver\"")
                        .replace("application=\"A\"", "application=\"solver\""));
        ClusterModel other = ModelReader.read(file);
        assertEquals("solver", ModelMaker.applicationOf(other));
        for (Case key : List.of(new Case("pingpong", 0, 1, 2, 1 << 20), new Case("work", 1, -1, 1, 1 << 20))) {
            assertEquals(
                    new Predictor(model).nanos(key).orElseThrow(),
                    new Predictor(other).nanos(key).orElseThrow(),
                    key.toString());
        }
    }

    @Test
    void hostsOfTwoRanksShareMemoryAndACable() throws Exception {
        Machines machine = new Machines(4, 2, 30_000, 12e6, -1, 0, nanos -> nanos);
        ResultTable table = FitTest.read(all(machine.curve(0, 1, 0.1).curve(0, 2, 1), 4, 2));
        MachineFit fit = org.hdtrace.calibration.fit.MachineFitter.fit(table);
        ClusterModel model = ModelMaker.make(fit, "MPICH");
        assertEquals(2, model.nodes().size());
        Predictor predictor = new Predictor(model);
        double inside = predictor.nanos(new Case("pingpong", 0, 1, 2, 1 << 20)).orElseThrow();
        double outside = predictor.nanos(new Case("pingpong", 0, 2, 2, 1 << 20)).orElseThrow();
        assertEquals(2 * machine.message(1 << 20), outside, 0.03 * outside);
        assertEquals(0.2 * machine.message(1 << 20), inside, 0.03 * inside);
        // Ranks 0 and 1 send to 2 and 3 at the same time over one cable.
        double both = predictor.nanos(new Case("pairs", 0, -1, 4, 1 << 20)).orElseThrow();
        assertEquals(2 * machine.message(1 << 20), both, 0.05 * both);
    }

    @Test
    void largeMessagesInMemoryAreCopiedOnceAndReductionsCopyBefore() throws Exception {
        ResultTable table = FitTest.read(FitTest.copyingOnce(3));
        ClusterModel model = ModelMaker.make(org.hdtrace.calibration.fit.MachineFitter.fit(table), "MPICH");
        Path file = folder.resolve("memory.xml");
        Files.writeString(file, ModelWriter.text(model));
        assertEquals(model, ModelReader.read(file));
        Predictor predictor = new Predictor(model);
        // Also right at the limit, from where on the protocol's bytes are beyond it.
        for (long bytes : new long[] {64, 1024, 8192, 8248, 8255, 8256, 65_536, 1 << 20}) {
            double message = bytes <= 8255 ? 120 + bytes / 30.0 : 2000 + bytes / 17.0;
            double exchange =
                    predictor.nanos(new Case("sendrecv", 0, -1, 2, bytes)).orElseThrow();
            // A packet of 1 KiB is copied out after it was copied in.
            assertEquals(message, exchange, 0.05 * message + 45, bytes + " B");
        }
        // The copy, two exchanges of halves, and the sum of a half.
        double sums = (1 << 20) / 40.0 + 2 * (2000 + (1 << 19) / 17.0) + (1 << 19) / 30.0;
        double allreduce =
                predictor.nanos(new Case("allreduce", 0, -1, 2, 1 << 20)).orElseThrow();
        assertEquals(sums, allreduce, 0.05 * sums);
    }

    @Test
    void whatPassesAtOncePassesInTheModelToo() throws Exception {
        Machines machine = new Machines(3, 1, 30_000, 12e6, -1, 0, nanos -> nanos);
        for (long bytes = 1; bytes <= 4 << 20; bytes *= 2) {
            machine.add("pingpong", 0, 1, 2, bytes, 2 * machine.message(Math.max(1, bytes - (12 << 10))));
        }
        ResultTable table = FitTest.read(machine.memory(5e9));
        Predictor predictor =
                new Predictor(ModelMaker.make(org.hdtrace.calibration.fit.MachineFitter.fit(table), "MPICH"));
        double message = machine.message((100 << 10) - (12 << 10));
        assertEquals(
                2 * message,
                predictor.nanos(new Case("pingpong", 0, 1, 2, 100 << 10)).orElseThrow(),
                0.03 * message);
        // One after the other, as a benchmark does, has little of it: the pause is a barrier.
        double ring = predictor.nanos(new Case("sendrecv", 0, -1, 3, 100 << 10)).orElseThrow();
        assertTrue(ring > 1.05 * message && ring < machine.message(100 << 10) * 1.01, ring + " ns");
    }

    @Test
    void modelsAreReadAsTheyWereWritten() throws Exception {
        ResultTable table = FitTest.read(all(
                new Machines(4, 2, 30_000, 12e6, 4096, 0, nanos -> nanos)
                        .curve(0, 1, 0.1)
                        .curve(0, 2, 1),
                4,
                2));
        ClusterModel model = ModelMaker.make(org.hdtrace.calibration.fit.MachineFitter.fit(table), "OpenMPI");
        Path file = folder.resolve("m.xml");
        Files.writeString(file, ModelWriter.text(model));
        assertEquals(model, ModelReader.read(file));
    }

    @Test
    void samplesTellTheirQuartiles() {
        Sample sample = new Sample(5, 1, 3, 2, 4);
        assertEquals(2, sample.typical());
        assertEquals(3, sample.median());
        assertEquals(2.0 / 3, sample.scatter(), 1e-12);
    }

    /** Writes pass at 1 GB/s and reads at 4; what is written over at random takes next to nothing, and isn't meant. */
    private static Machines files(Machines machine, int clients, double sharing) {
        for (long bytes = 4096; bytes <= 1 << 22; bytes *= 4) {
            machine.add("write", 0, -1, 1, bytes, 20_000.0 + bytes);
            machine.add("write-random", 0, -1, 1, bytes, 2_000.0 + bytes / 10.0);
            machine.add("read", 0, -1, 1, bytes, 20_000.0 + bytes / 4.0);
            machine.add("write", 0, -1, clients, bytes, sharing * (20_000.0 + bytes));
        }
        return machine.memory(5e9);
    }

    @Test
    void aBlockOfAFileTakesAccessAndThroughputOfItsDirection() throws Exception {
        for (int ranksOfHost : new int[] {1, 4}) {
            Machines machine =
                    all(new Machines(4, ranksOfHost, 30_000, 12e6, -1, 0, nanos -> nanos).curve(0, 1, 1), 4, 1);
            ResultTable table = FitTest.read(files(machine, 4, 2));
            ClusterModel model = ModelMaker.make(org.hdtrace.calibration.fit.MachineFitter.fit(table), "MPICH");
            Predictor predictor = new Predictor(model);
            for (long bytes : new long[] {4096, 65_536, 1 << 20}) {
                for (String test : List.of("write", "read")) {
                    double expected = 20_000.0 + (test.equals("write") ? bytes : bytes / 4.0);
                    double nanos =
                            predictor.nanos(new Case(test, 0, -1, 1, bytes)).orElseThrow();
                    assertEquals(expected, nanos, 0.15 * expected, test + ", " + ranksOfHost + " ranks on a host");
                }
            }
            // What the disk does for all together is the faster direction, so two times four of these take no longer
            // than one.
            double four = predictor.nanos(new Case("write", 0, -1, 4, 1 << 20)).orElseThrow();
            assertEquals(20_000.0 + (1 << 20), four, 0.15 * four);
            double reads = predictor.nanos(new Case("read", 0, -1, 4, 1 << 20)).orElseThrow();
            assertEquals(20_000.0 + 2 * (1 << 20) / 4.0, reads, 0.15 * reads);
        }
    }

    @Test
    void withoutFilesNoneArePredicted() throws Exception {
        ResultTable table = FitTest.read(new Machines(2, 1, 30_000, 12e6, -1, 0, nanos -> nanos)
                .curve(0, 1, 1)
                .memory(5e9));
        Predictor predictor =
                new Predictor(ModelMaker.make(org.hdtrace.calibration.fit.MachineFitter.fit(table), "MPICH"));
        assertTrue(predictor.nanos(new Case("write", 0, -1, 1, 4096)).isEmpty());
    }
}
