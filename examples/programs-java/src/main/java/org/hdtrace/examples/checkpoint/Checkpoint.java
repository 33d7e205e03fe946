// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.checkpoint;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.hdtrace.examples.Clusters;
import org.hdtrace.examples.PdeSolver;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.TraceApplication;
import org.hdtrace.piosim.model.xml.ModelReader;
import org.hdtrace.piosim.mpi.Algorithms;

/**
 * Section 7 of the HDTrace paper: a PDE solver on one rank that writes its diagonal in every iteration and checkpoints now
 * and then, and one file server. Source: that section and MODEL C2.
 */
public final class Checkpoint {
    /** The paper's matrix: its diagonal was written as 125 operations of 512 bytes and one of 72. */
    public static final PdeSolver PAPER = new PdeSolver(8009, 20, 5, 0);

    /** What the paper's run of 37.1 s computes: the rest after 4 checkpoints and 20 times progress. */
    static final double COMPUTATION_SECONDS = 7.79;

    private static final int ROUND_ORDER = 8192;
    /** The paper's simulator knew nothing of memory, and with this hint nothing depends on it. */
    private static final String HINTED = "ClientMethod[Filewrite]/" + DiagonalWrites.HINT + "=enable";

    private static final String JOINING = "ServerCacheLayer[*]/implementation=AggregationCache";
    private static final String NOT_JOINING = "ServerCacheLayer[*]/implementation=SimpleWriteBehindCache";

    private final ClusterModel joining;
    private final ClusterModel notJoining;

    /**
     * The paper's pair of nodes.
     *
     * @param model {@code examples/models/paper-gige-2.xml}
     */
    public Checkpoint(Path model) throws ModelFormatException {
        joining = ModelReader.read(model, List.of(JOINING, HINTED));
        notJoining = ModelReader.read(model, List.of(NOT_JOINING, HINTED));
    }

    /** What follows from the model by hand. */
    Pair pair() {
        return Pair.of(joining);
    }

    /** The solver as it is written in Java, with the computation of the paper's run. */
    public Run written() throws TraceFormatException {
        return run(joining, computing().program());
    }

    /** Of the paper's checkpoint where a server gives each packet to its disk by itself. */
    double secondsWithoutJoining() throws TraceFormatException {
        PdeSolver solver = new PdeSolver(PAPER.order(), 1, 1, 0);
        return run(notJoining, solver.program())
                .seconds(solver.checkpointBytes())
                .orElseThrow();
    }

    private PdeSolver computing() {
        double frequency = joining.nodes().get(0).instructionsPerSecond();
        long cycles = (long) (COMPUTATION_SECONDS * frequency / PAPER.iterations());
        return new PdeSolver(PAPER.order(), PAPER.iterations(), PAPER.checkpointEvery(), cycles);
    }

    /** A recorded run of partdiff on one rank, its computation scaled to that of the paper's run. */
    public Run recorded(Path project) throws TraceFormatException {
        long without = run(joining, load(project, 0)).end();
        double computed = (run(joining, load(project, 1)).end() - without) / 1e9;
        return run(joining, load(project, computed > 0 ? COMPUTATION_SECONDS / computed : 0));
    }

    /** Of a diagonal of 64 KiB, as the paper has it in round figures. */
    double smallWriteSeconds() throws TraceFormatException {
        PdeSolver solver = new PdeSolver(ROUND_ORDER, 1, 1, 0);
        return run(joining, solver.program()).seconds(solver.diagonalBytes()).orElseThrow();
    }

    private static Application load(Path project, double computeScale) throws TraceFormatException {
        TraceApplication.Options usual = TraceApplication.Options.DEFAULT;
        return TraceApplication.load(project, new TraceApplication.Options(computeScale, false, usual.executable()));
    }

    private static Run run(ClusterModel cluster, Application application) throws TraceFormatException {
        if (application.rankCount() != 1) {
            throw new IllegalArgumentException(
                    application.name() + ": has " + application.rankCount() + " ranks, the paper's solver runs on one");
        }
        WatchedDisk watch = new WatchedDisk();
        SimulationResult result = new Simulation(cluster, Map.of(Clusters.ALIAS, application), Algorithms.all(), watch)
                .run(SimulationOptions.UNLIMITED);
        if (result.outcome() != SimulationResult.Outcome.FINISHED) {
            throw new IllegalArgumentException(application.name() + ": doesn't come to its end on this model");
        }
        return new Run(watch, result);
    }
}
