// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.validate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.hdtrace.calibration.model.ModelMaker;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.cluster.ClientProcess;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.HostedComponent;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.CollectiveCall;
import org.hdtrace.piosim.model.program.TraceApplication;
import org.hdtrace.piosim.mpi.Algorithms;

/**
 * Simulates a recorded project on a model, once with the model's own algorithms and once with the messages that were recorded inside its
 * collective calls, and puts what each call took beside what was observed.
 */
public final class ProjectCases {
    private final ClusterModel model;
    private final String alias;
    private final Map<Integer, String> hosts = new HashMap<>();

    /** Cases on a model of one application. */
    public ProjectCases(ClusterModel model) {
        this.model = model;
        this.alias = ModelMaker.applicationOf(model);
        for (Node node : model.nodes()) {
            for (HostedComponent process : node.hosted()) {
                if (process instanceof ClientProcess client
                        && client.application().equals(alias)) {
                    hosts.put(client.rank(), node.name());
                }
            }
        }
    }

    /** Ranks that the model has a place for. */
    public int ranks() {
        return hosts.size();
    }

    /** Whether files can be simulated. */
    public boolean hasFiles() {
        return !model.servers().isEmpty();
    }

    /** Where the model has a rank. */
    public String host(int rank) {
        return hosts.getOrDefault(rank, "?");
    }

    /**
     * Add the cases of a project to those of others.
     *
     * @param program how the program is called in the report
     * @throws TraceFormatException when it can't be read or simulated, or ran on another machine than the model is of
     */
    public void add(Path file, String program, Map<CaseKey, CaseTimes> cases) throws TraceFormatException {
        Project project = Project.open(file);
        requireSameMachine(project);
        List<RecordedCalls> threads = new ArrayList<>();
        for (TraceFile trace : project.traces()) {
            if (trace.rank() >= 0) {
                threads.add(RecordedCalls.read(trace));
            }
        }
        SimulatedCalls expected = simulated(project, false)
                .orElseThrow(() -> new TraceFormatException(
                        project.file(), "Topology", "its ranks wait for each other forever when it is simulated"));
        // What an agent sees of a library that isn't patched is not all, so that such messages needn't fit together.
        boolean messages = threads.stream().anyMatch(thread -> hasMessages(thread, expected));
        Optional<SimulatedCalls> inside = messages ? simulated(project, true) : Optional.empty();
        CaseCollector collector = new CaseCollector(program, ServerLoad.read(project));
        for (RecordedCalls thread : threads) {
            List<SimulatedCalls.Call> recorded =
                    inside.map(run -> run.of(thread.rank(), thread.thread())).orElse(List.of());
            collector.add(
                    thread,
                    Alignment.commands(thread, expected.of(thread.rank(), thread.thread())),
                    Alignment.inside(thread, recorded));
        }
        collector.addTo(cases);
    }

    /** States inside other calls, as what a file system does for one, are none of a collective's messages. */
    private static boolean hasMessages(RecordedCalls thread, SimulatedCalls expected) {
        SimulatedCalls.Call[] commands = Alignment.commands(thread, expected.of(thread.rank(), thread.thread()));
        return IntStream.range(0, commands.length)
                .anyMatch(i -> commands[i] != null
                        && commands[i].command() instanceof CollectiveCall
                        && !thread.calls().get(i).inside().isEmpty());
    }

    private Optional<SimulatedCalls> simulated(Project project, boolean recordedCollectives)
            throws TraceFormatException {
        // What passes between two messages inside a call is noise, what passes between two calls the program's own.
        TraceApplication.Options options = new TraceApplication.Options(
                recordedCollectives ? 0 : 1, false, Simulation.executable(model), recordedCollectives);
        Application application = TraceApplication.load(project, options);
        SimulatedCalls calls = new SimulatedCalls();
        SimulationResult result = new Simulation(model, Map.of(alias, application), Algorithms.all(), calls)
                .run(SimulationOptions.UNLIMITED);
        return result.outcome() == SimulationResult.Outcome.FINISHED ? Optional.of(calls) : Optional.empty();
    }

    /** Ranks that share a host in one of both have to share one in the other; hosts may have other names. */
    private void requireSameMachine(Project project) throws TraceFormatException {
        Map<Integer, String> ran = new TreeMap<>();
        project.traces().stream()
                .filter(trace -> trace.rank() >= 0)
                .forEach(trace -> ran.put(trace.rank(), trace.host()));
        Map<String, String> named = new HashMap<>();
        Map<String, String> taken = new HashMap<>();
        for (Map.Entry<Integer, String> one : ran.entrySet()) {
            String node = hosts.get(one.getKey());
            if (node == null) {
                throw other(project, "it has " + ran.size() + " ranks, but the model is of " + hosts.size());
            }
            String before = named.putIfAbsent(one.getValue(), node);
            String host = taken.putIfAbsent(node, one.getValue());
            if ((before != null && !before.equals(node)) || (host != null && !host.equals(one.getValue()))) {
                throw other(
                        project,
                        "rank " + one.getKey() + " ran on " + one.getValue() + ", which isn't what the model calls "
                                + node);
            }
        }
    }

    private static TraceFormatException other(Project project, String cause) {
        return new TraceFormatException(project.file(), "Topology", "the model is of another machine: " + cause);
    }
}
