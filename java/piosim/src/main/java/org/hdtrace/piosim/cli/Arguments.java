// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.hdtrace.piosim.output.ProjectOutput;
import org.hdtrace.piosim.output.TraceLevel;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * The command line of a single simulation, checked.
 *
 * @param model null only with {@code --list-methods}
 * @param output directory of the simulated project, or null
 * @param intervalNanos over which statistics of components are means, {@link ProjectOutput#STEPS} for step functions
 * @param force whether an earlier simulation in it may be replaced
 */
record Arguments(
        Path model,
        Path output,
        boolean force,
        TraceLevel trace,
        long intervalNanos,
        boolean json,
        boolean profile,
        boolean validateOnly,
        boolean listMethods,
        long seed,
        Options options) {

    private static final String INTERVAL = "--statistics-interval";

    static CommandSpec specification() {
        CommandSpec spec = Options.command("piosimhd", "Simulates MPI programs with their I/O on a modelled cluster.");
        spec.usageMessage()
                .footer(
                        "piosimhd sweep MODEL.xml .. simulates many variants of a model,",
                        "see piosimhd sweep --help.",
                        "Exit status: 0 success, 1 output failed, 2 bad input or usage,",
                        "3 the program deadlocked, 4 a limit was reached; 3 and 4 print the result, too.");
        Options.value(
                spec,
                Path.class,
                "DIR",
                "write the simulated run as a project; of several applications each to DIR/ALIAS",
                "-o",
                "--output");
        Options.flag(spec, "--force", "replace an earlier simulation in DIR, but never a recording");
        Options.value(
                spec, String.class, "LEVEL", "how much of it: none, clients (default), steps, servers, all", "--trace");
        Options.value(
                spec,
                String.class,
                "TIME",
                "statistics of servers and network as means over intervals of this virtual time, not as step functions",
                INTERVAL);
        Options.flag(spec, "--json", "print the result as JSON");
        Options.flag(spec, "--profile", "also say where the simulator spent its time");
        Options.flag(spec, "--validate-only", "check the model, say what of it is unused, and end");
        Options.flag(spec, "--list-methods", "list the implementations of every command and end");
        Options.value(
                spec, Long.class, "N", "chooses among equally short ways where the model has ECMPRoute", "--seed");
        Options.add(spec);
        return spec;
    }

    static Arguments of(ParseResult parsed) throws UsageException {
        boolean list = parsed.hasMatchedOption("--list-methods");
        Path model = parsed.matchedPositionalValue(0, null);
        if (model == null && !list) {
            throw new UsageException("no model given, see piosimhd --help");
        }
        Path output = parsed.matchedOptionValue("-o", null);
        if (output != null && output.toString().isEmpty()) {
            throw new UsageException("--output: must be a folder");
        }
        TraceLevel level = level(parsed.matchedOptionValue("--trace", output == null ? "none" : "clients"));
        if (output != null && level == TraceLevel.NONE) {
            throw new UsageException("-o " + output + ": --trace none writes nothing there, leave out one of them");
        }
        requireOutput(output, level, parsed);
        requireResult(parsed);
        return new Arguments(
                model,
                output,
                parsed.hasMatchedOption("--force"),
                level,
                interval(parsed, level),
                parsed.hasMatchedOption("--json"),
                parsed.hasMatchedOption("--profile"),
                parsed.hasMatchedOption("--validate-only"),
                list,
                parsed.matchedOptionValue("--seed", 0L),
                Options.of(parsed));
    }

    /** What is to be written, and over what, needs a place. */
    private static void requireOutput(Path output, TraceLevel level, ParseResult parsed) throws UsageException {
        if (output == null && level != TraceLevel.NONE) {
            throw new UsageException(
                    "--trace=" + parsed.matchedOptionValue("--trace", "") + ": say where to write it, -o DIR");
        }
        if (output == null && parsed.hasMatchedOption("--force")) {
            throw new UsageException("--force: replaces what is in -o DIR, which isn't given");
        }
    }

    /** Of a model that is only checked there is nothing to print or to write. */
    private static void requireResult(ParseResult parsed) throws UsageException {
        for (String option : List.of("--json", "--profile", "--output")) {
            if (parsed.hasMatchedOption("--validate-only") && parsed.hasMatchedOption(option)) {
                throw new UsageException(option + ": --validate-only simulates nothing, leave out one of them");
            }
        }
    }

    private static long interval(ParseResult parsed, TraceLevel level) throws UsageException {
        if (!parsed.hasMatchedOption(INTERVAL)) {
            return ProjectOutput.STEPS;
        }
        String text = parsed.matchedOptionValue(INTERVAL, "");
        if (!level.includesServers()) {
            throw new UsageException(INTERVAL + "=" + text + ": such statistics need --trace servers or all");
        }
        long nanos = Times.parse(INTERVAL, text);
        if (nanos == 0) {
            throw new UsageException(INTERVAL + "=" + text + ": must be at least 1ns");
        }
        return nanos;
    }

    private static TraceLevel level(String text) throws UsageException {
        for (TraceLevel level : TraceLevel.values()) {
            if (level.name().toLowerCase(Locale.ROOT).equals(text)) {
                return level;
            }
        }
        throw new UsageException("--trace=" + text + ": must be one of none, clients, steps, servers, all");
    }
}
