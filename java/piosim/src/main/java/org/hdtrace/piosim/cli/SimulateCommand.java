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
        } catch (UnsupportedModelException e) {
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
        Map<String, OutputFolder> folders = outputFolders(applications);
        ProjectOutput output = arguments.output() == null ? null : new ProjectOutput(arguments.trace());
        List<RunObserver> observers = new ArrayList<>();
        if (output != null) {
            observers.add(output);
        }
        if (terminal) {
            observers.add(new Progress(err.stream(), System::nanoTime, applications.commandCount(), options.limits()));
        }
        long loaded = System.nanoTime();
        Simulation simulation = new Simulation(
                model, applications.programs(), Algorithms.all(), new Observers(observers), arguments.seed());
        if (arguments.profile()) {
            simulation.kernel().measureTimes(System::nanoTime);
        }
        long ready = System.nanoTime();
        SimulationResult result = simulation.run(options.limits());
        long simulated = System.nanoTime();
        Map<String, Path> written = output == null ? Map.of() : write(output, applications, folders);
        RunProfile profile = !arguments.profile()
                ? null
                : new RunProfile(
                        loaded - began,
                        ready - loaded,
                        simulated - ready,
                        System.nanoTime() - simulated,
                        RunProfile.peakHeap(),
                        simulation.kernel().profile());
        report(result, applications, profile, written);
        if (result.unreceivedMessages() > 0 && result.outcome() == SimulationResult.Outcome.FINISHED) {
            err.say(result.unreceivedMessages() + " messages were sent that no rank received");
            result.unreceived().forEach(err::say);
        }
        if (profile != null) {
            err.say(profile.text());
        }
        return status(result);
    }

    /** Where each application's project goes. */
    private Map<String, OutputFolder> outputFolders(Applications applications) throws UsageException, IOException {
        Map<String, OutputFolder> folders = new LinkedHashMap<>();
        if (arguments.output() == null) {
            return folders;
        }
        Set<String> aliases = applications.programs().keySet();
        List<Path> inputs = aliases.stream()
                .map(alias -> applications.project(alias).directory())
                .toList();
        for (String alias : aliases) {
            Path folder = aliases.size() > 1 ? arguments.output().resolve(alias) : arguments.output();
            folders.put(alias, OutputFolder.check(folder, inputs, arguments.force()));
        }
        if (aliases.size() > 1) {
            // Nothing is written right there, but a recording doesn't get others into its folder either.
            OutputFolder.check(arguments.output(), inputs, arguments.force());
        }
        return folders;
    }

    /** The project files by application. */
    private static Map<String, Path> write(
            ProjectOutput output, Applications applications, Map<String, OutputFolder> folders)
            throws IOException, TraceFormatException {
        Map<String, Path> written = new LinkedHashMap<>();
        try {
            for (Map.Entry<String, OutputFolder> entry : folders.entrySet()) {
                String alias = entry.getKey();
                entry.getValue()
                        .write(folder -> output.write(
                                alias, folder, applications.project(alias).content()));
            }
            for (Map.Entry<String, OutputFolder> entry : folders.entrySet()) {
                written.put(entry.getKey(), entry.getValue().publish());
            }
        } finally {
            for (OutputFolder folder : folders.values()) {
                folder.close();
            }
        }
        return written;
    }

    private void report(
            SimulationResult result, Applications applications, RunProfile profile, Map<String, Path> written) {
        if (arguments.json()) {
            JsonReport.write(result, applications, profile, out);
        } else {
            out.print(TextReport.of(result, written));
        }
        out.flush();
    }

    private int status(SimulationResult result) {
        return switch (result.outcome()) {
            case FINISHED -> Main.SUCCESS;
            case DEADLOCK -> {
                result.deadlock().lines().forEach(err::say);
                yield Main.DEADLOCK;
            }
            case LIMIT -> {
                err.say("limit reached at virtual time " + Times.seconds(result.virtualTimeNanos()) + " s");
                yield Main.LIMIT;
            }
        };
    }
}
