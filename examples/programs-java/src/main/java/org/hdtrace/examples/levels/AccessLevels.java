// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.levels;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
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

    /** Where nothing but the bytes takes time: independent and in one call, without latencies and in small packets. */
    private static final List<String> IDEAL =
            List.of("NetworkEdge[*]/Latency=0s", "GlobalSettings/TransferGranularity=10K");

    private final ClusterModel cluster;
    private final ClusterModel ideal;

    /**
     * The experiment on as many nodes as the slides have.
     *
     * @param model {@code examples/models/paper-gige.xml}
     */
    public AccessLevels(Path model) throws ModelFormatException {
        List<String> nodes = List.of(
                "Star[*]/hosts=" + (Level.CLIENTS + SERVERS),
                "Star[*]/ranks=" + Level.CLIENTS,
                "Star[*]/servers=" + SERVERS,
                String.format(Locale.ROOT, "NetworkEdge[*]/Bandwidth=%.0f", bandwidth()));
        cluster = ModelReader.read(model, nodes);
        ideal = ModelReader.read(
                model, Stream.concat(nodes.stream(), IDEAL.stream()).toList());
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
        all.add(new Compared("least time", "s", LEAST_SECONDS, leastByHand(), seconds(Level.ALL.get(2), ideal)));
        for (Level level : Level.ALL) {
            all.add(new Compared(level.title(), "s", level.seconds(), byHand(level), seconds(level)));
        }
        return all;
    }

    /**
     * All bytes of a call over a cable, one packet over the other one, there and back twice. On the last level clients first
     * exchange what they have, buffer by buffer; with collective calls they first tell each other where they begin and end.
     */
    double byHand(Level level) {
        long packet = cluster.globalSettings().transferGranularity();
        if (level.collective() && !level.contiguous()) {
            return (TwoPhases.mebibytes() * (double) (1 << 20) + 2L * TwoPhases.phases() * packet) / bandwidth()
                    + TwoPhases.latencies(true) * latencySeconds();
        }
        int calls = level.contiguous() ? Level.BLOCKS : 1;
        int latencies = 4 + (level.collective() ? TwoPhases.latencies(false) : 0);
        return (Level.BYTES + calls * packet) / bandwidth() + calls * latencies * latencySeconds();
    }

    /**
     * The least time of any way to write: what each client sends over its cable and what each server gets over its own, whichever
     * is more, by what the slowest of these cables carries.
     */
    double leastByHand() {
        double slowest = edges().mapToDouble(SimpleNetworkEdge::bandwidth).min().orElseThrow();
        double ofServer = Level.BYTES * Level.CLIENTS / (double) SERVERS;
        return Math.max(Level.BYTES, ofServer) / slowest;
    }

    private Stream<SimpleNetworkEdge> edges() {
        return cluster.networkEdges().stream()
                .filter(SimpleNetworkEdge.class::isInstance)
                .map(SimpleNetworkEdge.class::cast);
    }

    private double latencySeconds() {
        return edges().mapToLong(SimpleNetworkEdge::latencyNanos).max().orElse(0) / 1e9;
    }

    private double seconds(Level level) throws TraceFormatException {
        return seconds(level, cluster);
    }

    private static double seconds(Level level, ClusterModel cluster) throws TraceFormatException {
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
