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
    private final PrintStream err;
    private final boolean terminal;

    SimulateCommand(Arguments arguments, PrintStream out, PrintStream err, boolean terminal) {
        this.arguments = arguments;
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    /** The exit status. */
    int run() throws UsageException, ModelFormatException, TraceFormatException, IOException {
        long began = System.nanoTime();
        ClusterModel model = ModelReader.read(
                arguments.model(), arguments.overrides(), note -> Main.message(err, arguments.model() + ": " + note));
        try {
            Simulation.executable(model);
            if (arguments.validateOnly()) {
                new Simulation(model, Map.of());
                out.println(arguments.model() + ": valid");
                return Main.SUCCESS;
            }
            return simulate(model, began);
        } catch (UnsupportedModelException e) {
            throw new UsageException(arguments.model() + ": " + e.getMessage());
        }
    }

    private int simulate(ClusterModel model, long began) throws UsageException, TraceFormatException, IOException {
        Applications applications = Applications.load(arguments, model);
        List<String> unsupported = applications.unsupported();
        if (!unsupported.isEmpty() && !arguments.ignoreUnknown()) {
            throw new UsageException(String.join("\n", unsupported) + "\n"
                    + "--ignore-unknown charges what can't be simulated as computation");
        }
        unsupported.forEach(line -> Main.message(err, line + ", charged as computation"));
        Map<String, OutputFolder> folders = outputFolders(applications);
        ProjectOutput output = arguments.output() == null ? null : new ProjectOutput(arguments.trace());
        List<RunObserver> observers = new ArrayList<>();
        if (output != null) {
            observers.add(output);
        }
        if (terminal) {
            observers.add(new Progress(err, applications.commandCount()));
        }
        long loaded = System.nanoTime();
        Simulation simulation =
                new Simulation(model, applications.programs(), Algorithms.all(), new Observers(observers));
        long ready = System.nanoTime();
        SimulationResult result = simulation.run(arguments.limits());
        long simulated = System.nanoTime();
        report(result, output == null ? Map.of() : write(output, applications, folders));
        if (result.unreceivedMessages() > 0 && result.outcome() == SimulationResult.Outcome.FINISHED) {
            Main.message(err, result.unreceivedMessages() + " messages were sent that no rank received");
            result.unreceived().forEach(line -> Main.message(err, line));
        }
        if (arguments.profile()) {
            Main.message(
                    err,
                    String.format(
                            java.util.Locale.ROOT,
                            "load %.3f s, set up %.3f s, simulate %.3f s, write %.3f s",
                            (loaded - began) / 1e9,
                            (ready - loaded) / 1e9,
                            (simulated - ready) / 1e9,
                            (System.nanoTime() - simulated) / 1e9));
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
        for (Map.Entry<String, OutputFolder> entry : folders.entrySet()) {
            String alias = entry.getKey();
            OutputFolder folder = entry.getValue();
            folder.clear();
            written.put(
                    alias,
                    output.write(
                            alias, folder.path(), applications.project(alias).content()));
        }
        return written;
    }

    private void report(SimulationResult result, Map<String, Path> written) {
        if (arguments.json()) {
            JsonReport.write(result, out);
        } else {
            out.print(TextReport.of(result, written));
        }
    }

    private int status(SimulationResult result) {
        return switch (result.outcome()) {
            case FINISHED -> Main.SUCCESS;
            case DEADLOCK -> {
                result.deadlock().lines().forEach(line -> Main.message(err, line));
                yield Main.DEADLOCK;
            }
            case LIMIT -> {
                Main.message(err, "limit reached at virtual time " + Times.seconds(result.virtualTimeNanos()) + " s");
                yield Main.LIMIT;
            }
        };
    }
}
