// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.levels;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hdtrace.examples.Clusters;
import org.hdtrace.examples.papers.Compared;
import org.hdtrace.examples.papers.Experiment;
import org.hdtrace.examples.papers.Picture;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.hdtrace.piosim.model.xml.ModelReader;

/**
 * Four clients write 50 MB each to four servers on the four levels of access. Source: slides on PIOviz, "Analysis of the MPI-IO
 * Optimization Levels".
 */
public final class AccessLevels {
    /** The slides' least time for the write, from which their network follows. */
    static final double LEAST_SECONDS = 0.53;

    private static final int SERVERS = 4;
    private static final int HEIGHT = 330;

    private final ClusterModel cluster;

    /**
     * The experiment on as many nodes as the slides have.
     *
     * @param model {@code examples/models/paper-gige.xml}
     */
    public AccessLevels(Path model) throws ModelFormatException {
        cluster = ModelReader.read(
                model,
                List.of(
                        "Star[*]/hosts=" + (Level.CLIENTS + SERVERS),
                        "Star[*]/ranks=" + Level.CLIENTS,
                        "Star[*]/servers=" + SERVERS,
                        String.format(Locale.ROOT, "NetworkEdge[*]/Bandwidth=%.0f", bandwidth())));
    }

    /** Bytes per second of a cable that carries a server's part in the least time. */
    static double bandwidth() {
        return Level.BYTES * Level.CLIENTS / (double) SERVERS / LEAST_SECONDS;
    }

    /** Table and picture. */
    public Experiment experiment() throws TraceFormatException {
        List<Compared> figures = figures();
        return new Experiment(form -> Compared.table(figures, form), new Picture(LevelBars.chart(figures), HEIGHT));
    }

    /** The slides' times, the least ones, and ours. */
    List<Compared> figures() throws TraceFormatException {
        List<Compared> all = new ArrayList<>();
        for (Level level : Level.ALL) {
            all.add(new Compared(level.title(), "s", level.seconds(), byHand(level), seconds(level)));
        }
        return all;
    }

    /**
     * All bytes of a call over a cable, one packet over the other one, there and back twice. On the last level clients first
     * exchange what they have, buffer by buffer.
     */
    double byHand(Level level) {
        if (level.collective() && !level.contiguous()) {
            return TwoPhases.mebibytes() * (1 << 20) / bandwidth();
        }
        int calls = level.contiguous() ? Level.BLOCKS : 1;
        long packet = cluster.globalSettings().transferGranularity();
        return (Level.BYTES + calls * packet) / bandwidth() + calls * 4 * latencySeconds();
    }

    private double latencySeconds() {
        return cluster.networkEdges().stream()
                        .filter(SimpleNetworkEdge.class::isInstance)
                        .mapToLong(edge -> ((SimpleNetworkEdge) edge).latencyNanos())
                        .max()
                        .orElse(0)
                / 1e9;
    }

    private double seconds(Level level) throws TraceFormatException {
        SimulationResult result =
                new Simulation(cluster, Map.of(Clusters.ALIAS, level.program())).run(SimulationOptions.UNLIMITED);
        if (result.outcome() != SimulationResult.Outcome.FINISHED) {
            throw new IllegalStateException(level.title() + ": " + result.deadlock());
        }
        return result.clients().stream()
                        .mapToLong(SimulationResult.ClientResult::endNanos)
                        .max()
                        .orElseThrow()
                / 1e9;
    }
}
