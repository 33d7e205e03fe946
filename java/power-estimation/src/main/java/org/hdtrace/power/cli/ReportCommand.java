// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.format.project.Project;
import org.hdtrace.power.estimate.Estimator;
import org.hdtrace.power.estimate.NodeEstimate;
import org.hdtrace.power.input.ActivityReader;
import org.hdtrace.power.input.NodeReading;
import org.hdtrace.power.model.Feature;
import org.hdtrace.power.model.PowerModel;
import org.hdtrace.power.report.Activity;
import org.hdtrace.power.report.Attribution;
import org.hdtrace.power.report.HostEnergy;
import org.hdtrace.power.report.RankEnergy;
import org.hdtrace.power.series.Series;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hdtrace energy report}. */
@Command(
        name = "report",
        description =
                "Energy by node, rank, MPI function and phase, and the energy-delay product; of measured power, or"
                        + " of estimated power where there is none and a model is given.",
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private RunOptions run;

    @Option(names = "--estimated", description = "Use the model also where power was measured.")
    private boolean estimated;

    private final Warnings warnings = new Warnings();

    @Override
    public Integer call() throws TraceFormatException, UsageException {
        if (estimated && !run.hasModel()) {
            throw new UsageException("--estimated needs --model or --mapping");
        }
        PowerModel read = run.hasModel() ? run.readModel() : null;
        Project project = run.openProject();
        List<Feature> features = read == null ? List.of() : read.features();
        Map<String, Series> power = new LinkedHashMap<>();
        for (NodeReading node : ActivityReader.read(project, features, file -> {})) {
            Series watts = watts(read, node);
            if (!watts.isEmpty()) {
                power.put(node.host(), watts);
            }
        }
        if (power.isEmpty()) {
            throw new TraceFormatException(
                    project.file(),
                    "line 1",
                    "no node has measured power (group Energy, value P)"
                            + (read == null ? "; --model estimates it" : " or the statistics that the model looks at"));
        }
        warnings.print("report", spec.commandLine().getErr());
        Attribution attribution = Attribution.of(project, power);
        PrintWriter out = spec.commandLine().getOut();
        if (run.isJson()) {
            printJson(attribution, out);
        } else {
            print(attribution, out);
        }
        return 0;
    }

    private Series watts(PowerModel read, NodeReading node) {
        if (read == null || node.activity().isEmpty() || (node.hasPower() && !estimated)) {
            return node.power();
        }
        NodeEstimate estimate = new Estimator(read).estimate(node);
        warnings.add(estimate);
        return estimate.power();
    }

    private static double energy(Attribution attribution) {
        return attribution.hosts().stream().mapToDouble(HostEnergy::joules).sum();
    }

    private static double delay(Attribution attribution) {
        return attribution.hosts().stream()
                .mapToDouble(HostEnergy::seconds)
                .max()
                .orElse(0);
    }

    private static void print(Attribution attribution, PrintWriter out) {
        double all = energy(attribution);
        double delay = delay(attribution);
        out.printf(
                Locale.ROOT,
                "%.1f J in %.3f s, %.1f W; energy-delay product %.4g Js%n%n",
                all,
                delay,
                all / delay,
                all * delay);
        out.printf("%-22s %12s %10s %10s %14s%n", "node", "energy J", "seconds", "mean W", "without rank J");
        for (HostEnergy host : attribution.hosts()) {
            out.printf(
                    Locale.ROOT,
                    "%-22s %12.1f %10.3f %10.1f %14.1f%n",
                    host.host(),
                    host.joules(),
                    host.seconds(),
                    host.joules() / host.seconds(),
                    host.unusedJoules());
        }
        out.printf("%n%-22s %12s %10s%n", "rank", "energy J", "seconds");
        for (RankEnergy rank : attribution.ranks()) {
            String name = rank.rank() + (rank.thread() > 0 ? "." + rank.thread() : "") + " on " + rank.host();
            out.printf(Locale.ROOT, "%-22s %12.1f %10.3f%n", name, rank.joules(), rank.seconds());
        }
        print("function", attribution.functions(), all, out);
        print("phase", attribution.phases(), all, out);
    }

    private static void print(String title, List<Activity> activities, double all, PrintWriter out) {
        out.printf("%n%-22s %12s %8s %10s %10s%n", title, "energy J", "share", "seconds", "calls");
        for (Activity activity : activities) {
            out.printf(
                    Locale.ROOT,
                    "%-22s %12.2f %6.2f %% %10.3f %10s%n",
                    activity.name(),
                    activity.joules(),
                    100 * activity.joules() / all,
                    activity.seconds(),
                    activity.count() == 0 ? "-" : Long.toString(activity.count()));
        }
    }

    private static void printJson(Attribution attribution, PrintWriter out) {
        JsonWriter json = new JsonWriter(out);
        double all = energy(attribution);
        double delay = delay(attribution);
        json.beginObject().field("energyJ", all).field("seconds", delay);
        json.field("energyDelayJs", all * delay).name("nodes").beginArray();
        for (HostEnergy host : attribution.hosts()) {
            json.beginObject().field("node", host.host()).field("energyJ", host.joules());
            json.field("seconds", host.seconds()).field("withoutRankJ", host.unusedJoules());
            json.endObject();
        }
        json.endArray().name("ranks").beginArray();
        for (RankEnergy rank : attribution.ranks()) {
            json.beginObject().field("rank", rank.rank()).field("thread", rank.thread());
            json.field("node", rank.host()).field("energyJ", rank.joules());
            json.field("seconds", rank.seconds()).endObject();
        }
        json.endArray();
        write(json, "functions", attribution.functions());
        write(json, "phases", attribution.phases());
        json.endObject();
        json.finish();
    }

    private static void write(JsonWriter json, String name, List<Activity> activities) {
        json.name(name).beginArray();
        for (Activity activity : activities) {
            json.beginObject().field("name", activity.name()).field("energyJ", activity.joules());
            json.field("seconds", activity.seconds()).field("count", activity.count());
            json.endObject();
        }
        json.endArray();
    }
}
