// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.output.TraceLevel;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * The command line, checked.
 *
 * @param model null only with {@code --list-methods}
 * @param applications project by alias
 * @param output directory of the simulated project, or null
 * @param force whether an earlier simulation in it may be replaced
 */
record Arguments(
        Path model,
        Map<String, Path> applications,
        Path output,
        boolean force,
        TraceLevel trace,
        boolean json,
        boolean profile,
        SimulationOptions limits,
        List<String> overrides,
        boolean validateOnly,
        boolean listMethods,
        boolean ignoreUnknown,
        double computeScale) {

    static CommandSpec specification() {
        CommandSpec spec = CommandSpec.create().name("piosimhd");
        spec.usageMessage()
                .description("Simulates MPI programs with their I/O on a modelled cluster.")
                .footer(
                        "Exit status: 0 success, 1 output failed, 2 bad input or usage, 3 the program deadlocked,",
                        "4 a limit was reached.")
                .sortOptions(false)
                .sortSynopsis(false);
        spec.addPositional(PositionalParamSpec.builder()
                .paramLabel("MODEL.xml")
                .type(Path.class)
                .arity("0..1")
                .description("the cluster model")
                .build());
        repeated(spec, "--app", "ALIAS=PROJECT", "run this project as the application ALIAS of the model");
        value(
                spec,
                Path.class,
                "DIR",
                "write the simulated run as a project; of several applications each to DIR/ALIAS",
                "-o",
                "--output");
        flag(spec, "--force", "replace an earlier simulation in DIR, but never a recording");
        value(spec, String.class, "LEVEL", "how much of it: none, clients (default), steps, servers, all", "--trace");
        flag(spec, "--json", "print the result as JSON");
        flag(spec, "--profile", "also say where the simulator spent its time");
        value(spec, String.class, "TIME", "stop at this virtual time: seconds, or with unit s, ms, us, ns", "--until");
        value(spec, Long.class, "N", "stop after so many events", "--max-events");
        repeated(spec, "--set", "PATH=VALUE", "change a value of the model, as NetworkEdge[*]/Latency=10us");
        flag(spec, "--validate-only", "check the model and end");
        flag(spec, "--list-methods", "list the implementations of every command and end");
        flag(spec, "--ignore-unknown", "charge calls that can't be simulated as computation");
        value(spec, Double.class, "F", "multiply all computation", "--compute-scale");
        flag(spec, "--no-compute", "leave out computation");
        value(spec, Long.class, "N", "seed of random models; none of this version's models is random", "--seed");
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("show this help")
                .build());
        return spec;
    }

    static Arguments of(ParseResult parsed) throws UsageException {
        boolean list = parsed.hasMatchedOption("--list-methods");
        Path model = parsed.matchedPositionalValue(0, null);
        if (model == null && !list) {
            throw new UsageException("no model given, see piosimhd --help");
        }
        Path output = parsed.matchedOptionValue("-o", null);
        TraceLevel level = level(parsed.matchedOptionValue("--trace", output == null ? "none" : "clients"));
        if (output != null && level == TraceLevel.NONE) {
            throw new UsageException("-o " + output + ": --trace none writes nothing there, leave out one of them");
        }
        long until = parsed.hasMatchedOption("--until")
                ? Times.parse("--until", parsed.matchedOptionValue("--until", ""))
                : Long.MAX_VALUE;
        long events = parsed.matchedOptionValue("--max-events", Long.MAX_VALUE);
        if (events < 0) {
            throw new UsageException("--max-events=" + events + ": must be >= 0");
        }
        return new Arguments(
                model,
                Applications.assignments(parsed.matchedOptionValue("--app", List.of())),
                output,
                parsed.hasMatchedOption("--force"),
                level,
                parsed.hasMatchedOption("--json"),
                parsed.hasMatchedOption("--profile"),
                new SimulationOptions(until, events),
                parsed.matchedOptionValue("--set", List.of()),
                parsed.hasMatchedOption("--validate-only"),
                list,
                parsed.hasMatchedOption("--ignore-unknown"),
                computeScale(parsed));
    }

    private static double computeScale(ParseResult parsed) throws UsageException {
        if (parsed.hasMatchedOption("--no-compute")) {
            return 0;
        }
        double scale = parsed.matchedOptionValue("--compute-scale", 1.0);
        if (!(scale >= 0) || Double.isInfinite(scale)) {
            throw new UsageException("--compute-scale=" + scale + ": must be a number >= 0");
        }
        return scale;
    }

    private static TraceLevel level(String text) throws UsageException {
        for (TraceLevel level : TraceLevel.values()) {
            if (level.name().toLowerCase(Locale.ROOT).equals(text)) {
                return level;
            }
        }
        throw new UsageException("--trace=" + text + ": must be one of none, clients, steps, servers, all");
    }

    private static void flag(CommandSpec spec, String name, String description) {
        spec.addOption(OptionSpec.builder(name).description(description).build());
    }

    private static void value(CommandSpec spec, Class<?> type, String label, String description, String... names) {
        spec.addOption(OptionSpec.builder(names)
                .type(type)
                .arity("1")
                .paramLabel(label)
                .description(description)
                .build());
    }

    private static void repeated(CommandSpec spec, String name, String label, String description) {
        spec.addOption(OptionSpec.builder(name)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1")
                .paramLabel(label)
                .description(description)
                .build());
    }
}
