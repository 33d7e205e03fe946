// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.hdtrace.format.Csv;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.engine.EndOfTimeException;
import org.hdtrace.piosim.model.cluster.ApplicationReference;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.hdtrace.piosim.model.xml.ModelDocument;
import org.hdtrace.piosim.network.NetworkPlan.UnsupportedModelException;
import org.hdtrace.piosim.process.Clients.ProgramException;

/** Simulates points of a grid, each by itself: nothing of one remains for the next. For any number of threads. */
public final class PointSimulator {
    private final Grid grid;
    private final ModelDocument document;
    private final List<String> overrides;
    private final Programs programs;
    private final SimulationOptions limits;
    private final List<String> aliases;

    /**
     * A simulator of points.
     *
     * @param overrides {@code PATH=VALUE} of all points; those of the grid come after them
     * @throws ModelFormatException when the first point's model is faulty
     */
    public PointSimulator(
            Grid grid, ModelDocument document, List<String> overrides, Programs programs, SimulationOptions limits)
            throws ModelFormatException {
        this.grid = grid;
        this.document = document;
        this.overrides = List.copyOf(overrides);
        this.programs = programs;
        this.limits = limits;
        aliases = model(0).applications().stream()
                .map(ApplicationReference::alias)
                .toList();
    }

    /** The line above the results: the paths of the grid, times in ns, events, per application when ranks ended, error. */
    public String header() {
        List<String> columns = new ArrayList<>();
        grid.axes().forEach(axis -> columns.add(axis.path()));
        columns.add("virtualTimeNs");
        columns.add("events");
        for (String alias : aliases) {
            columns.add(alias + ".firstEndNs");
            columns.add(alias + ".lastEndNs");
        }
        columns.add("error");
        return Csv.join(columns);
    }

    /** Set a point up without running it. */
    void check(int point) throws ModelFormatException, SweepException, TraceFormatException {
        ClusterModel model = model(point);
        try {
            new Simulation(model, programs.of(model));
        } catch (UnsupportedModelException e) {
            throw new SweepException(String.join(", ", grid.overrides(point)) + ": " + e.getMessage());
        }
    }

    /** The line of a point. What is wrong with it stands in the last column. */
    String row(int point) {
        List<String> fields = new ArrayList<>(grid.values(point));
        try {
            ClusterModel model = model(point);
            SimulationResult result = new Simulation(model, programs.of(model)).run(limits);
            addResult(fields, result);
        } catch (ModelFormatException
                | SweepException
                | TraceFormatException
                | UnsupportedModelException
                | EndOfTimeException
                | ProgramException e) {
            for (int empty = 0; empty < 2 + 2 * aliases.size(); empty++) {
                fields.add("");
            }
            fields.add(oneLine(e.getMessage()));
        }
        return Csv.join(fields);
    }

    private ClusterModel model(int point) throws ModelFormatException {
        return document.model(overrides, grid.overrides(point));
    }

    private void addResult(List<String> fields, SimulationResult result) {
        fields.add(Long.toString(result.virtualTimeNanos()));
        fields.add(Long.toString(result.events()));
        for (String alias : aliases) {
            long[] ends = result.clients().stream()
                    .filter(client -> client.application().equals(alias))
                    .mapToLong(SimulationResult.ClientResult::endNanos)
                    .sorted()
                    .toArray();
            boolean ended = ends.length > 0 && ends[0] >= 0;
            fields.add(ended ? Long.toString(ends[0]) : "");
            fields.add(ended ? Long.toString(ends[ends.length - 1]) : "");
        }
        fields.add(
                switch (result.outcome()) {
                    case FINISHED -> "";
                    case DEADLOCK -> "deadlock: " + oneLine(result.deadlock());
                    case LIMIT -> "limit reached";
                });
    }

    private static String oneLine(String text) {
        return text.lines().map(String::strip).collect(Collectors.joining("; "));
    }
}
