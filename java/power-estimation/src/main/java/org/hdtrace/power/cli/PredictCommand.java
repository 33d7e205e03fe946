// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.ProjectStart;
import org.hdtrace.power.estimate.EstimateProject;
import org.hdtrace.power.estimate.Estimator;
import org.hdtrace.power.estimate.NodeEstimate;
import org.hdtrace.power.estimate.OutOfRangeException;
import org.hdtrace.power.input.NodeReading;
import org.hdtrace.power.model.PowerModel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hdtrace energy predict}. */
@Command(
        name = "predict",
        description = "Estimates the power of each node from its utilisation, beside what was measured.",
        mixinStandardHelpOptions = true)
final class PredictCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private RunOptions run;

    @Option(
            names = "-o",
            paramLabel = "DIR",
            description = "Write the power over time as a project, which hdtrace view shows beside the run.")
    private Path output;

    @Option(
            names = "--strict-range",
            description = "Refuse to estimate outside of the calibrated range (exit status 1).")
    private boolean strict;

    @Override
    public Integer call() throws TraceFormatException, UsageException, OutOfRangeException, IOException {
        PowerModel read = run.readModel();
        OutputFolder folder = output == null ? null : OutputFolder.at(output);
        Project project = run.openProject();
        List<NodeReading> nodes = Nodes.active(project, read);
        List<NodeEstimate> estimates = new ArrayList<>();
        List<NodeEnergy> energies = new ArrayList<>();
        Warnings warnings = new Warnings();
        Estimator estimator = new Estimator(read);
        for (NodeReading node : nodes) {
            NodeEstimate estimate = strict ? estimator.estimateInRange(node) : estimator.estimate(node);
            warnings.add(estimate);
            estimates.add(estimate);
            energies.add(NodeEnergy.of(node, estimate));
        }
        if (!read.tellsErrors()) {
            warnings.add("the model tells no errors, so the band has no width", nodes);
        }
        warnings.print("predict", spec.commandLine().getErr());
        if (folder != null) {
            long start = ProjectStart.of(project).orElse(Long.MAX_VALUE);
            folder.fill(at -> EstimateProject.write(at, project.name() + "-power", start, estimates));
        }
        print(energies, spec.commandLine().getOut());
        return 0;
    }

    private void print(List<NodeEnergy> energies, PrintWriter out) {
        if (run.isJson()) {
            printJson(energies, out);
            return;
        }
        out.printf(
                "%-16s %10s %12s %25s %12s %8s%n", "node", "seconds", "energy J", "95 % band J", "measured J", "error");
        for (NodeEnergy node : energies) {
            out.printf(
                    Locale.ROOT,
                    "%-16s %10.2f %12.1f %12.1f %12.1f %12s %8s%n",
                    node.host(),
                    node.seconds(),
                    node.energy(),
                    node.low(),
                    node.high(),
                    node.isMeasured() ? String.format(Locale.ROOT, "%.1f", node.measured()) : "-",
                    node.isMeasured()
                            ? String.format(Locale.ROOT, "%+.1f %%", 100 * (node.energy() / node.measured() - 1))
                            : "-");
        }
        double all = energies.stream().mapToDouble(NodeEnergy::wholeEnergy).sum();
        out.printf(Locale.ROOT, "all nodes, whole run: %.1f J (%.4f kWh)%n", all, all / 3.6e6);
    }

    private static void printJson(List<NodeEnergy> energies, PrintWriter out) {
        JsonWriter json = new JsonWriter(out);
        json.beginObject().name("nodes").beginArray();
        for (NodeEnergy node : energies) {
            json.beginObject().field("node", node.host());
            json.field("energyJ", node.energy());
            json.field("lowJ", node.low());
            json.field("highJ", node.high());
            json.name("measuredJ");
            if (node.isMeasured()) {
                json.value(node.measured());
            } else {
                json.nullValue();
            }
            json.field("seconds", node.seconds());
            json.field("wholeRunJ", node.wholeEnergy());
            json.endObject();
        }
        json.endArray().endObject();
        json.finish();
    }
}
