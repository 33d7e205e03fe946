// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.RunObserver;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.engine.EndOfTimeException;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.hdtrace.piosim.model.xml.ModelReader;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.network.NetworkPlan.UnsupportedModelException;
import org.hdtrace.piosim.output.ProjectOutput;

/** Reads, simulates, writes and reports. */
final class SimulateCommand {
    private final Arguments arguments;
    private final PrintStream out;
    private final Messages err;
    private final boolean terminal;

    SimulateCommand(Arguments arguments, PrintStream out, Messages err, boolean terminal) {
        this.arguments = arguments;
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    /** The exit status. */
    int run() throws UsageException, ModelFormatException, TraceFormatException, IOException {
        long began = System.nanoTime();
        List<String> unused = new ArrayList<>();
        ClusterModel model = ModelReader.read(
                arguments.model(),
                arguments.options().overrides(),
                note -> err.say(arguments.model() + ": " + note),
                unused::add);
        try {
            Simulation.executable(model);
            if (arguments.validateOnly()) {
                return validate(model, unused);
            }
            return simulate(model, began);
        } catch (UnsupportedModelException | EndOfTimeException e) {
            throw new UsageException(arguments.model() + ": " + e.getMessage());
        }
    }

    private int validate(ClusterModel model, List<String> unused) throws UsageException, TraceFormatException {
        Options options = arguments.options();
        Applications applications = Applications.loadGiven(arguments.model(), options, model);
        applications.damage().forEach(err::say);
        applications.requireExecutable(options.ignoreUnknown());
        new Simulation(model, applications.programs());
        List<String> unreachable = Simulation.unreachable(model);
        if (!unreachable.isEmpty()) {
            throw new UsageException(unreachable.stream()
                    .map(line -> arguments.model() + ": " + line)
                    .collect(Collectors.joining("\n")));
        }
        unused.forEach(line -> err.say(arguments.model() + ": unused: " + line));
        out.println(arguments.model() + ": valid");
        return Main.SUCCESS;
    }

    private int simulate(ClusterModel model, long began) throws UsageException, TraceFormatException, IOException {
        Options options = arguments.options();
        Applications applications = Applications.load(arguments.model(), options, model);
        applications.damage().forEach(err::say);
        applications.requireExecutable(options.ignoreUnknown());
        applications.unsupported().forEach(line -> err.say(line + ", charged as computation"));
        try (OutputFolders folders = outputFolders(applications)) {
            return folders.inPlace(() -> simulate(model, applications, folders, began));
        }
    }

    private int simulate(ClusterModel model, Applications applications, OutputFolders folders, long began)
            throws UsageException, TraceFormatException, IOException {
        long loaded = System.nanoTime();
        try (ProjectOutput output = new ProjectOutput(arguments.trace(), folders.stages(), arguments.intervalNanos())) {
            Simulation simulation = new Simulation(
                    model,
                    applications.programs(),
                    Algorithms.all(),
                    observers(applications, folders, output),
                    arguments.seed());
            ComponentTable components = arguments.profile() ? ComponentTable.of(simulation) : null;
            if (arguments.profile()) {
                simulation.kernel().measureTimes(System::nanoTime);
            }
            long ready = System.nanoTime();
            SimulationResult result = simulation.run(arguments.options().limits());
            long simulated = System.nanoTime();
            Map<String, Path> written = write(output, applications, folders);
            RunProfile profile = !arguments.profile()
                    ? null
                    : new RunProfile(
                            loaded - began,
                            ready - loaded,
                            simulated - ready,
                            System.nanoTime() - simulated,
                            RunProfile.peakHeap(),
                            result.virtualTimeNanos(),
                            components.rows(),
                            simulation.kernel().profile());
            report(result, applications, profile, written);
            return status(result);
        }
    }

    private RunObserver observers(Applications applications, OutputFolders folders, ProjectOutput output)
            throws TraceFormatException {
        List<RunObserver> observers = new ArrayList<>();
        if (!folders.isEmpty()) {
            observers.add(output);
        }
        if (terminal) {
            Options options = arguments.options();
            observers.add(new Progress(err.stream(), System::nanoTime, applications.commandCount(), options.limits()));
        }
        return new Observers(observers);
    }

    /** Where each application's project goes. */
    private OutputFolders outputFolders(Applications applications) throws UsageException, IOException {
        if (arguments.output() == null) {
            return OutputFolders.none();
        }
        Set<String> aliases = applications.programs().keySet();
        List<Path> inputs = aliases.stream()
                .map(alias -> applications.project(alias).directory())
                .toList();
        return OutputFolders.check(arguments.output(), aliases, inputs, arguments.force());
    }

    /** The project files by application. */
    private static Map<String, Path> write(ProjectOutput output, Applications applications, OutputFolders folders)
            throws IOException, TraceFormatException {
        Map<String, Path> written = new LinkedHashMap<>();
        for (String alias : folders.aliases()) {
            written.put(alias, output.finish(alias, applications.project(alias).content()));
        }
        return folders.publish(written);
    }

    private void report(
            SimulationResult result, Applications applications, RunProfile profile, Map<String, Path> written) {
        if (arguments.json()) {
            JsonReport.write(result, applications, profile, out);
        } else {
            out.print(TextReport.of(result, written));
        }
        out.flush();
        if (result.unreceivedMessages() > 0 && result.outcome() == SimulationResult.Outcome.FINISHED) {
            err.say(result.unreceivedMessages() + " messages were sent that no rank received");
            result.unreceived().forEach(err::say);
        }
        if (profile != null) {
            err.say(profile.text());
        }
    }

    private int status(SimulationResult result) {
        return switch (result.outcome()) {
            case FINISHED -> Main.SUCCESS;
            case DEADLOCK -> {
                result.deadlock().lines().forEach(err::say);
                yield Main.DEADLOCK;
            }
            case LIMIT -> {
                boolean counted =
                        result.events() >= arguments.options().limits().maxEvents();
                err.say("limit reached at virtual time " + Times.seconds(result.virtualTimeNanos()) + " s, by "
                        + (counted ? "--max-events" : "--until: what comes next is behind it"));
                yield Main.LIMIT;
            }
        };
    }
}
