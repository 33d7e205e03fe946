// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.checkpoint;

import static org.hdtrace.examples.papers.Compared.UNKNOWN;

import java.util.List;
import org.hdtrace.examples.PdeSolver;
import org.hdtrace.examples.papers.Compared;
import org.hdtrace.examples.papers.Deviations;
import org.hdtrace.examples.papers.Experiment;
import org.hdtrace.examples.papers.Picture;
import org.hdtrace.examples.papers.Table;
import org.hdtrace.format.TraceFormatException;

/** The figures of the paper's section 7 beside those of a run. */
public final class CheckpointFigures {
    private static final double PAPER_RUN_SECONDS = 37.1;
    private static final int HEIGHT = 330;
    private static final int OPERATIONS_TOLD = 8;

    private final Checkpoint checkpoint;
    private final Pair pair;
    private final Run run;

    /** Figures of a run that the experiment made. */
    public CheckpointFigures(Checkpoint checkpoint, Run run) {
        this.checkpoint = checkpoint;
        this.pair = checkpoint.pair();
        this.run = run;
    }

    /** Table and picture. */
    public Experiment experiment() throws TraceFormatException {
        List<Compared> figures = compared();
        return new Experiment(
                form -> Compared.table(figures, form) + (form == Table.Form.TEXT ? operations() : ""),
                new Picture(
                        List.of(Startup.chart(pair, run), Deviations.chart(figures)),
                        Picture.WIDTH,
                        List.of(HEIGHT, Deviations.height(figures))));
    }

    private String operations() {
        return "\nThe first disk operations of a checkpoint hold "
                + String.join(
                        ", ",
                        packetsPerOperation().stream()
                                .limit(OPERATIONS_TOLD)
                                .map(String::valueOf)
                                .toList())
                + " packets.\n";
    }

    /** Packets that each operation of the first checkpoint holds. */
    List<Long> packetsPerOperation() {
        return run.checkpointOperations().stream()
                .map(operation -> pair.packets(operation.bytes()))
                .toList();
    }

    /** All of them; the paper's only where it had the same matrix as the run. */
    List<Compared> compared() throws TraceFormatException {
        long matrix = run.checkpointBytes();
        long diagonal = run.diagonalBytes();
        int least = pair.packetsPerOperation(matrix).size();
        long packets = pair.packets(matrix);
        long operations = run.checkpointOperations().size();
        double four = seconds(PdeSolver.NUMBER_BYTES);
        double small = checkpoint.smallWriteSeconds();
        return List.of(
                figure("checkpoint of " + matrix + " B", "s", 7.3, pair.writeSeconds(matrix), seconds(matrix)),
                new Compared(
                        "checkpoint, packets not joined",
                        "s",
                        7.3,
                        pair.writeSeconds(Checkpoint.PAPER.checkpointBytes()),
                        checkpoint.secondsWithoutJoining()),
                milliseconds(
                        "diagonal, " + diagonal + " B", ofPaper(3.01), pair.writeSeconds(diagonal), seconds(diagonal)),
                milliseconds("64 KiB", 3.01, pair.writeSeconds(1 << 16), small),
                milliseconds("number of the iteration, 4 B", 1.02, pair.writeSeconds(4), four),
                milliseconds(
                        "64 KiB more than 4 B", 1.99, pair.writeSeconds(1 << 16) - pair.writeSeconds(4), small - four),
                number("disk operations of a checkpoint", UNKNOWN, least, operations),
                number("packets that joined others", 22, packets - least, packets - operations),
                number(
                        "disk operations of the run",
                        20482,
                        run.checkpoints() * least + 2 * run.iterations(),
                        run.diskOperations()),
                new Compared("disk busy in a checkpoint", "%", 67, 100 * pair.diskShare(matrix), 100 * run.diskShare()),
                figure("run", "s", PAPER_RUN_SECONDS, byHand(matrix, diagonal), run.end() / 1e9));
    }

    private double byHand(long matrix, long diagonal) {
        return Checkpoint.COMPUTATION_SECONDS
                + run.checkpoints() * pair.writeSeconds(matrix)
                + run.iterations() * (pair.writeSeconds(diagonal) + pair.writeSeconds(PdeSolver.NUMBER_BYTES));
    }

    private double seconds(long bytes) {
        return run.seconds(bytes).orElseThrow();
    }

    private Compared figure(String quantity, String unit, double paper, double hand, double ours) {
        return new Compared(quantity, unit, ofPaper(paper), hand, ours);
    }

    private Compared number(String quantity, double paper, long hand, long ours) {
        return figure(quantity, "", paper, (double) hand, (double) ours);
    }

    private static Compared milliseconds(String quantity, double paper, double hand, double ours) {
        return new Compared(quantity, "ms", paper, 1e3 * hand, 1e3 * ours);
    }

    private double ofPaper(double value) {
        return run.checkpointBytes() == Checkpoint.PAPER.checkpointBytes()
                        && run.iterations() == Checkpoint.PAPER.iterations()
                        && run.checkpoints() == Checkpoint.PAPER.checkpoints()
                ? value
                : UNKNOWN;
    }
}
