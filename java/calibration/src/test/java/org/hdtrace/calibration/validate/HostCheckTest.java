// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.validate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import org.hdtrace.calibration.Machines;
import org.hdtrace.calibration.check.Predictor;
import org.hdtrace.calibration.table.ResultReader;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host that is slow is named, with the direction; disturbances name none. */
class HostCheckTest {
    private static final long BYTES = 262_144;

    @TempDir
    private Path folder;

    private ClusterModel model;

    @BeforeEach
    void model() throws Exception {
        model = Runs.model(Runs.RATE, folder);
    }

    /** Times as long as a link takes: of who sends and who receives the larger counts, in percent. */
    private List<String> findings(int ranks, IntUnaryOperator sends, IntUnaryOperator receives, IntUnaryOperator works)
            throws Exception {
        Machines machine = new Machines(ranks, 1, 30_000, Runs.RATE, -1, 0, Machines.noise(7, 0.1));
        for (int rank = 0; rank < ranks; rank++) {
            int next = (rank + 1) % ranks;
            add(machine, rank, next, sends, receives);
            if (ranks > 2) {
                add(machine, next, rank, sends, receives);
            }
            machine.add("work", rank, -1, 1, BYTES, works.applyAsInt(rank) / 100.0 * BYTES / 5e9 * 1e9);
        }
        HostCheck check = new HostCheck(new Judge(0.3, 1e6));
        check.add(Runs.table(machine, folder));
        check.judge(new Predictor(model));
        return check.findings();
    }

    private static void add(Machines machine, int from, int to, IntUnaryOperator sends, IntUnaryOperator receives) {
        int factor = Math.max(sends.applyAsInt(from), receives.applyAsInt(to));
        machine.add("link", from, to, 2, BYTES, factor / 100.0 * machine.message(BYTES) + machine.message(0));
    }

    private static IntUnaryOperator slow(int rank, int percent) {
        return one -> one == rank ? percent : 100;
    }

    private static int fine(int rank) {
        return 100;
    }

    private static void assertOne(String text, List<String> findings) {
        assertEquals(1, findings.size(), findings.toString());
        assertTrue(findings.get(0).startsWith(text), findings.toString());
    }

    @Test
    void aHealthyClusterHasNoFindings() throws Exception {
        assertEquals(List.of(), findings(4, HostCheckTest::fine, HostCheckTest::fine, HostCheckTest::fine));
        // The whole machine is busy: all work takes thrice as long.
        Random random = new Random(5);
        assertEquals(
                List.of(), findings(4, HostCheckTest::fine, HostCheckTest::fine, rank -> 300 + random.nextInt(50)));
    }

    @Test
    void aLinkAtHalfRateIsNamed() throws Exception {
        assertOne(
                "the link of h2 (rank 2) in both directions: 2.0",
                findings(4, slow(2, 200), slow(2, 200), HostCheckTest::fine));
    }

    @Test
    void oneDirectionIsNamed() throws Exception {
        assertOne(
                "the link of h1 (rank 1) as it sends: ",
                findings(4, slow(1, 200), HostCheckTest::fine, HostCheckTest::fine));
        assertOne(
                "the link of h3 (rank 3) as it receives: ",
                findings(4, HostCheckTest::fine, slow(3, 200), HostCheckTest::fine));
        assertOne(
                "messages from h0 (rank 0) to h1 (rank 1): ",
                findings(2, slow(0, 200), HostCheckTest::fine, HostCheckTest::fine));
    }

    @Test
    void aBusyProcessorIsNamed() throws Exception {
        assertOne(
                "the processor of h1 (rank 1): the same work takes ",
                findings(4, HostCheckTest::fine, HostCheckTest::fine, slow(1, 300)));
    }

    /** On a machine that is busy three fifths of the time. */
    private List<String> work(int busy, Random random) throws Exception {
        return work(
                busy,
                20,
                random,
                rank -> random.nextInt(5) < 3 ? 5 + 3 * random.nextDouble() : 1 + 0.2 * random.nextDouble());
    }

    /** Repetitions of 40 ms on each of four ranks, of which one shares its processor all the time. */
    private List<String> work(int busy, int repetitions, Random random, IntToDoubleFunction disturbed)
            throws Exception {
        StringBuilder rows = new StringBuilder(Runs.machine(Runs.RATE).text());
        for (int i = 0; i < repetitions; i++) {
            for (int rank = 0; rank < Runs.RANKS; rank++) {
                double others = disturbed.applyAsDouble(rank);
                double times = rank == busy ? Math.max(others, 6) * (1 + 0.2 * random.nextDouble()) : others;
                rows.append(String.format(Locale.ROOT, "work,%d,-1,1,%d,1,%d,%.0f%n", rank, BYTES, i, times * 40e6));
            }
        }
        Path file = folder.resolve("work.csv");
        Files.writeString(file, rows);
        HostCheck check = new HostCheck(new Judge(0.3, 1e6));
        check.add(ResultReader.read(file));
        check.judge(new Predictor(model));
        return check.findings();
    }

    @Test
    void aBusyProcessorIsToldFromABusyMachine() throws Exception {
        for (int seed = 0; seed < 300; seed++) {
            assertEquals(List.of(), work(-1, new Random(seed)), "seed " + seed);
            assertOne("the processor of h2 (rank 2): the same work takes ", work(2, new Random(seed)));
        }
    }

    /** Each repetition takes one to four times as long as on an idle machine, none of them as it should. */
    @Test
    void aMachineThatIsBusyAllTheTimeHasNoFindings() throws Exception {
        int told = 0;
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            told += work(-1, 12, random, rank -> 1 + 3 * random.nextDouble()).isEmpty() ? 0 : 1;
        }
        // By the least times alone it would be one in thirty.
        assertTrue(told <= 3, told + " of 300");
    }

    @Test
    void fewRepetitionsOfWorkTellNothing() throws Exception {
        StringBuilder rows = new StringBuilder(Runs.machine(Runs.RATE).text());
        for (int rank = 0; rank < Runs.RANKS; rank++) {
            rows.append("work," + rank + ",-1,1," + BYTES + ",1,0," + (rank == 1 ? 400_000_000 : 40_000_000) + "\n");
        }
        Path file = folder.resolve("few.csv");
        Files.writeString(file, rows);
        HostCheck check = new HostCheck(new Judge(0.3, 1e6));
        check.add(ResultReader.read(file));
        check.judge(new Predictor(model));
        assertEquals(List.of(), check.findings());
        assertTrue(check.cases().stream().allMatch(one -> one.verdict() == Verdict.UNJUDGED));
    }
}
