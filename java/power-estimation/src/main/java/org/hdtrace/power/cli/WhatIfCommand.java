// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.power.input.NodeReading;
import org.hdtrace.power.model.PowerModel;
import org.hdtrace.power.whatif.NodeOutcome;
import org.hdtrace.power.whatif.Plan;
import org.hdtrace.power.whatif.Strategy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hdtrace energy what-if}. */
@Command(
        name = "what-if",
        description = "Energy of the run if components had slept: without (simple), in pauses that pay (optimal), with"
                + " small load put off (approach), by load (multiple-state), with all work done at full load"
                + " (race-to-idle), at the lowest frequency that is fast enough (slow-down), and after a pause without"
                + " knowing the future (spin-down).",
        mixinStandardHelpOptions = true)
final class WhatIfCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private RunOptions run;

    @Option(
            names = "--strategies",
            split = ",",
            paramLabel = "LIST",
            description = "Only these: simple, optimal, approach, multiple-state, race-to-idle, slow-down, spin-down.")
    private List<String> chosen = List.of();

    @Override
    public Integer call() throws TraceFormatException, UsageException {
        List<Strategy> strategies = strategies();
        PowerModel read = run.readModel();
        List<NodeReading> nodes = Nodes.active(run.openProject(), read);
        if (read.components().stream()
                .allMatch(component ->
                        component.sleeps().isEmpty() && component.dvfs().isEmpty())) {
            spec.commandLine()
                    .getErr()
                    .println(
                            "hdtrace energy what-if: warning: no component of the model has a <Sleep> state or <Dvfs>");
        }
        List<NodeOutcome> outcomes = new ArrayList<>();
        for (NodeReading node : nodes) {
            strategies.forEach(strategy -> outcomes.add(NodeOutcome.of(read, node, strategy)));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (run.isJson()) {
            printJson(outcomes, out);
        } else {
            print(strategies, outcomes, out);
        }
        return 0;
    }

    private List<Strategy> strategies() throws UsageException {
        List<Strategy> found = new ArrayList<>();
        for (String label : chosen) {
            found.add(Arrays.stream(Strategy.values())
                    .filter(strategy -> strategy.label().equals(label))
                    .findFirst()
                    .orElseThrow(() -> new UsageException("--strategies: '" + label + "' is not known; there are "
                            + String.join(
                                    ", ",
                                    Arrays.stream(Strategy.values())
                                            .map(Strategy::label)
                                            .toList()))));
        }
        return found.isEmpty() ? List.of(Strategy.values()) : found;
    }

    private static void print(List<Strategy> strategies, List<NodeOutcome> outcomes, PrintWriter out) {
        out.printf("%-16s %-16s %12s %9s %8s %10s%n", "node", "strategy", "energy J", "saved", "changes", "longer s");
        outcomes.forEach(outcome -> print(outcome, first(outcomes, outcome), out));
        for (Strategy strategy : strategies) {
            double joules = outcomes.stream()
                    .filter(outcome -> outcome.strategy() == strategy)
                    .mapToDouble(NodeOutcome::joules)
                    .sum();
            out.printf(Locale.ROOT, "%-16s %-16s %12.1f%n", "all", strategy.label(), joules);
        }
    }

    private static void print(NodeOutcome outcome, NodeOutcome base, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%-16s %-16s %12.1f %7.1f %% %8d %10.2f%n",
                outcome.host(),
                outcome.strategy().label(),
                outcome.joules(),
                100 * (1 - outcome.joules() / base.joules()),
                outcome.changes(),
                outcome.addedSeconds());
    }

    /** What a node's strategies are compared with: the first one. */
    private static NodeOutcome first(List<NodeOutcome> outcomes, NodeOutcome of) {
        return outcomes.stream()
                .filter(outcome -> outcome.host().equals(of.host()))
                .findFirst()
                .orElseThrow();
    }

    private static void printJson(List<NodeOutcome> outcomes, PrintWriter out) {
        JsonWriter json = new JsonWriter(out);
        json.beginObject().name("outcomes").beginArray();
        for (NodeOutcome outcome : outcomes) {
            json.beginObject().field("node", outcome.host());
            json.field("strategy", outcome.strategy().label());
            json.field("energyJ", outcome.joules()).field("seconds", outcome.seconds());
            json.field("addedSeconds", outcome.addedSeconds());
            json.name("components").beginArray();
            outcome.plans().forEach((name, plan) -> write(json, name, plan));
            json.endArray().endObject();
        }
        json.endArray().endObject();
        json.finish();
    }

    private static void write(JsonWriter json, String name, Plan plan) {
        json.beginObject().field("name", name).field("changes", plan.changes());
        json.field("sleepSeconds", plan.sleepSeconds()).endObject();
    }
}
