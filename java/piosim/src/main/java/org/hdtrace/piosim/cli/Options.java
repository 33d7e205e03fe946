// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hdtrace.piosim.SimulationOptions;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * What single simulations and sweeps have in common on their command lines.
 *
 * @param applications project by alias
 * @param overrides changes of the model, {@code PATH=VALUE}
 */
record Options(
        Map<String, Path> applications,
        List<String> overrides,
        SimulationOptions limits,
        boolean ignoreUnknown,
        boolean recordedCollectives,
        double computeScale) {

    /** A command that takes a model. */
    static CommandSpec command(String name, String description) {
        CommandSpec spec = CommandSpec.create().name(name);
        spec.usageMessage().description(description).sortOptions(false).sortSynopsis(false);
        spec.addPositional(PositionalParamSpec.builder()
                .paramLabel("MODEL.xml")
                .type(Path.class)
                .arity("0..1")
                .description("the cluster model")
                .build());
        repeated(spec, "--app", "ALIAS=PROJECT", "run this project as the application ALIAS of the model");
        return spec;
    }

    /** Add the options of this class and help. */
    static void add(CommandSpec spec) {
        value(spec, String.class, "TIME", "stop at this virtual time: seconds, or with unit s, ms, us, ns", "--until");
        value(spec, Long.class, "N", "stop after so many events", "--max-events");
        repeated(spec, "--set", "PATH=VALUE", "change a value of the model, as%nNetworkEdge[*]/Latency=10us");
        flag(spec, "--ignore-unknown", "charge calls that can't be simulated as computation");
        value(
                spec,
                String.class,
                "HOW",
                "collective calls: simulated (default), or recorded:%nwhat is inside them, of 'record --internals'",
                "--collectives");
        value(spec, Double.class, "F", "multiply all computation", "--compute-scale");
        flag(spec, "--no-compute", "leave out computation");
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("show this help")
                .build());
    }

    private static final Pattern NO_NUMBER =
            Pattern.compile("Invalid value for option '(--[^']*)': '(.*)' is not an? (int|long|double).*");

    static ParseResult parse(CommandLine line, String... arguments) throws UsageException {
        try {
            return line.parseArgs(arguments);
        } catch (ParameterException e) {
            String text = e.getMessage().replaceAll("\\s+", " ");
            Matcher noNumber = NO_NUMBER.matcher(text);
            if (noNumber.matches()) {
                String wanted = noNumber.group(3).equals("double") ? "a number" : "a whole number";
                throw new UsageException(noNumber.group(1) + "=" + noNumber.group(2) + ": must be " + wanted);
            }
            throw new UsageException(text + ", see " + line.getCommandSpec().qualifiedName() + " --help");
        }
    }

    static Options of(ParseResult parsed) throws UsageException {
        long until = parsed.hasMatchedOption("--until")
                ? Times.parse("--until", parsed.matchedOptionValue("--until", ""))
                : Long.MAX_VALUE;
        long events = parsed.matchedOptionValue("--max-events", Long.MAX_VALUE);
        if (events < 0) {
            throw new UsageException("--max-events=" + events + ": must be >= 0");
        }
        return new Options(
                Applications.assignments(parsed.matchedOptionValue("--app", List.of())),
                parsed.matchedOptionValue("--set", List.of()),
                new SimulationOptions(until, events),
                parsed.hasMatchedOption("--ignore-unknown"),
                recordedCollectives(parsed),
                computeScale(parsed));
    }

    private static boolean recordedCollectives(ParseResult parsed) throws UsageException {
        String how = parsed.matchedOptionValue("--collectives", "simulated");
        if (!how.equals("simulated") && !how.equals("recorded")) {
            throw new UsageException("--collectives=" + how + ": must be simulated or recorded");
        }
        return how.equals("recorded");
    }

    private static double computeScale(ParseResult parsed) throws UsageException {
        boolean none = parsed.hasMatchedOption("--no-compute");
        if (!parsed.hasMatchedOption("--compute-scale")) {
            return none ? 0 : 1;
        }
        double scale = parsed.matchedOptionValue("--compute-scale", 1.0);
        String asWritten =
                parsed.matchedOption("--compute-scale").originalStringValues().get(0);
        if (!(scale >= 0) || Double.isInfinite(scale)) {
            throw new UsageException("--compute-scale=" + asWritten + ": must be a number >= 0");
        }
        if (none) {
            throw new UsageException(
                    "--compute-scale=" + asWritten + ": --no-compute leaves nothing to multiply, leave out one");
        }
        return scale;
    }

    static void flag(CommandSpec spec, String name, String description) {
        spec.addOption(OptionSpec.builder(name).description(description).build());
    }

    static void value(CommandSpec spec, Class<?> type, String label, String description, String... names) {
        spec.addOption(OptionSpec.builder(names)
                .type(type)
                .arity("1")
                .paramLabel(label)
                .description(description)
                .build());
    }

    static void repeated(CommandSpec spec, String name, String label, String description) {
        spec.addOption(OptionSpec.builder(name)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1")
                .paramLabel(label)
                .description(description)
                .build());
    }
}
