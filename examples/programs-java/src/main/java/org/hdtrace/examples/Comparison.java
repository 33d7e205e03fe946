// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.program.Application;

/** The same program on several clusters, side by side. */
public final class Comparison {
    private final Map<String, SimulationResult> results;

    private Comparison(Map<String, SimulationResult> results) {
        this.results = results;
    }

    /**
     * Simulate a program on each cluster.
     *
     * @param clusters by name; each runs the program under {@link Clusters#ALIAS}
     */
    public static Comparison run(Application program, Map<String, ClusterModel> clusters) throws TraceFormatException {
        Map<String, SimulationResult> results = new LinkedHashMap<>();
        for (Map.Entry<String, ClusterModel> cluster : clusters.entrySet()) {
            Simulation simulation = new Simulation(cluster.getValue(), Map.of(Clusters.ALIAS, program));
            results.put(cluster.getKey(), simulation.run(SimulationOptions.UNLIMITED));
        }
        return new Comparison(results);
    }

    /** What came out on a cluster. */
    public SimulationResult result(String cluster) {
        return results.get(cluster);
    }

    /** Whether the program came to its end everywhere. */
    public boolean allFinished() {
        return results.values().stream().allMatch(result -> result.outcome() == SimulationResult.Outcome.FINISHED);
    }

    /** A table: time of the run, then of each function the mean over all calls; in the columns the clusters. */
    public String table() {
        StringBuilder text = new StringBuilder();
        row(text, "", new ArrayList<>(results.keySet()));
        row(text, "run", results.values().stream().map(Comparison::ending).toList());
        SimulationResult first = results.values().iterator().next();
        for (SimulationResult.FunctionResult function : first.functions()) {
            List<String> cells = results.values().stream()
                    .map(result -> seconds(mean(result, function.name())))
                    .toList();
            row(text, function.name() + " (mean)", cells);
        }
        return text.toString();
    }

    private static String ending(SimulationResult result) {
        return result.outcome() == SimulationResult.Outcome.FINISHED
                ? seconds(result.virtualTimeNanos())
                : result.outcome().name().toLowerCase(Locale.ROOT);
    }

    private static long mean(SimulationResult result, String function) {
        return result.functions().stream()
                .filter(candidate -> candidate.name().equals(function))
                .mapToLong(SimulationResult.FunctionResult::meanNanos)
                .findFirst()
                .orElse(0);
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.9f s", nanos / 1e9);
    }

    private static void row(StringBuilder text, String head, List<String> cells) {
        text.append(String.format(Locale.ROOT, "%-20s", head));
        cells.forEach(cell -> text.append(String.format(Locale.ROOT, " %18s", cell)));
        text.append('\n');
    }
}
