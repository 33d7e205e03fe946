// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.examples.HaloExchange;
import org.hdtrace.examples.PdeSolver;
import org.hdtrace.examples.papers.Compared;
import org.hdtrace.examples.papers.Experiment;
import org.hdtrace.examples.papers.Table;
import org.hdtrace.piosim.model.program.ProgramSaver;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The figures of MODEL C2, from the solver in Java and from a recorded run. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CheckpointTest {
    private static final Path EXAMPLES = Path.of(System.getProperty("hd.root")).resolve("examples");
    private static final Path RECORDED = EXAMPLES.resolve("papers/pde-checkpoint/recorded");
    private static final double LATENCY = 287.5e-6;
    private static final double LINK = 67 * 1048576.0;
    private static final long MATRIX = 513_152_648;
    private static final long DIAGONAL = 125 * 512 + 72;

    private Checkpoint checkpoint;
    private Run run;
    private List<Compared> figures;

    @BeforeAll
    void simulate() throws Exception {
        checkpoint = new Checkpoint(EXAMPLES.resolve("models/paper-gige-2.xml"));
        run = checkpoint.written();
        figures = new CheckpointFigures(checkpoint, run).compared();
    }

    private static double seconds(Run run, long bytes) {
        return run.seconds(bytes).orElseThrow();
    }

    private Compared figure(String quantity) {
        return figures.stream()
                .filter(one -> one.quantity().startsWith(quantity))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void thePapersMatrixHasThePapersDiagonal() {
        assertEquals(DIAGONAL, Checkpoint.PAPER.diagonalBytes());
        assertEquals(MATRIX, Checkpoint.PAPER.checkpointBytes());
    }

    @Test
    void aCheckpointTakesTheNetworksTimeAndTwoMilliseconds() {
        double network = MATRIX / LINK;
        assertEquals(network + 0.002, seconds(run, MATRIX), 0.001);
        assertEquals(7.3, seconds(run, MATRIX), 0.005 * 7.3);
        assertEquals(
                figure("checkpoint of").ours(),
                figure("checkpoint, packets not joined").ours(),
                0.0073);
    }

    @Test
    void smallWritesTakeFourLatenciesAndTwoLinks() {
        assertEquals(4 * LATENCY + 2 * 65536 / LINK, figure("64 KiB").ours() / 1e3, 0.01 * 0.003);
        assertEquals(3.01, figure("64 KiB").ours(), 0.0301);
        assertEquals(4 * LATENCY + 2 * DIAGONAL / LINK, seconds(run, DIAGONAL), 0.01 * 0.003);
        assertEquals(4 * LATENCY, seconds(run, PdeSolver.NUMBER_BYTES), 0.01 * 0.00115);
    }

    @Test
    void theDiskSavesExactlyTwentyOneOperations() {
        List<Long> packets = new CheckpointFigures(checkpoint, run).packetsPerOperation();
        assertEquals(4991, packets.size());
        assertEquals(5012, packets.stream().mapToLong(Long::longValue).sum());
        assertEquals(List.of(1L, 10L, 7L, 4L, 3L, 2L, 1L, 1L), packets.subList(0, 8));
        assertEquals(4 * 4991 + 2 * 20, run.diskOperations());
        assertEquals(67, figure("disk busy").ours(), 0.5);
    }

    /** Worked out in MODEL C2 from the recurrence of arrivals and operations. */
    @Test
    void theRecurrenceGivesTheSameOperations() {
        Pair pair = checkpoint.pair();
        assertEquals(
                List.of(1, 10, 7, 4, 3, 2, 1, 1),
                pair.packetsPerOperation(MATRIX).subList(0, 8));
        assertEquals(4991, pair.packetsPerOperation(MATRIX).size());
        assertEquals(4979, pair.packetsPerOperation(512_000_000).size());
    }

    @Test
    void theRunTakesAsLongAsThePapersWithTheComputationThatThisHad() {
        assertEquals(37.1, run.end() / 1e9, 0.02);
        assertEquals(37.1, figure("run").hand(), 0.01);
    }

    @Test
    void aRecordedRunGivesTheSameFigures() throws Exception {
        Run recorded = checkpoint.recorded(RECORDED);
        assertEquals(4, recorded.checkpoints());
        assertEquals(20, recorded.iterations());
        for (long bytes : new long[] {MATRIX, DIAGONAL, PdeSolver.NUMBER_BYTES}) {
            assertEquals(seconds(run, bytes), seconds(recorded, bytes), 1e-9);
        }
        assertEquals(run.diskOperations(), recorded.diskOperations());
        assertEquals(run.end() / 1e9, recorded.end() / 1e9, 0.001);
    }

    @Test
    void anotherMatrixIsNotComparedWithThePapers(@TempDir Path folder) throws Exception {
        Path saved = folder.resolve("small");
        ProgramSaver.save(new PdeSolver(1000, 4, 2, 1_000_000).program(), saved);
        Run small = checkpoint.recorded(saved);
        assertEquals(8_000_000, small.checkpointBytes());
        for (Compared one : new CheckpointFigures(checkpoint, small).compared()) {
            assertEquals(one.hand(), one.ours(), 0.011 * one.hand(), one.quantity());
        }
        assertTrue(Double.isNaN(
                new CheckpointFigures(checkpoint, small).compared().get(0).paper()));
    }

    @Test
    void otherProgramsAreRefused(@TempDir Path folder) throws Exception {
        Path many = folder.resolve("many");
        ProgramSaver.save(new HaloExchange(2, 1, 1, 10, 1).program(), many);
        assertTrue(message(many).contains("2 ranks"), message(many));
        Path without = folder.resolve("without");
        ProgramSaver.save(new HaloExchange(1, 1, 1, 10, 1).program(), without);
        assertTrue(message(without).contains("--checkpoint-every"), message(without));
        assertThrows(IllegalArgumentException.class, () -> new PdeSolver(0, 1, 1, 0));
        Checkpoint other = new Checkpoint(EXAMPLES.resolve("models/paper-gige.xml"));
        assertTrue(assertThrows(IllegalArgumentException.class, other::pair)
                .getMessage()
                .contains("paper-gige-2.xml"));
    }

    private String message(Path project) {
        return assertThrows(IllegalArgumentException.class, () -> checkpoint.recorded(project))
                .getMessage();
    }

    @Test
    void tellsTheFirstOperationsAndDrawsThem(@TempDir Path folder) throws Exception {
        Experiment experiment = new CheckpointFigures(checkpoint, run).experiment();
        assertTrue(experiment.table().apply(Table.Form.TEXT).contains("hold 1, 10, 7, 4, 3, 2, 1, 1 packets"));
        assertEquals(
                figures.size() + 1L,
                experiment.table().apply(Table.Form.CSV).lines().count());
        assertDrawn(experiment, folder.resolve("x.svg"));
    }

    private static void assertDrawn(Experiment experiment, Path file) throws IOException {
        experiment.picture().write(file);
        String picture = Files.readString(file);
        for (String text : List.of("packets that arrived at the server", "10", "+13.2")) {
            assertTrue(picture.contains(">" + text + "<"), text);
        }
    }
}
