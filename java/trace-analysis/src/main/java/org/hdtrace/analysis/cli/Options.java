// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Function;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.ProjectStart;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.select.Globs;
import org.hdtrace.format.select.Interval;
import org.hdtrace.format.select.Ranks;
import org.hdtrace.format.select.Selection;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** The options that several commands share. */
final class Options {
    private static final String TO = "--to";
    private static final String UNTIL = "--until";

    private Options() {}

    static void flag(CommandSpec spec, String name, String description) {
        spec.addOption(OptionSpec.builder(name)
                .type(boolean.class)
                .description(description)
                .build());
    }

    static void text(CommandSpec spec, String name, String label, String description) {
        spec.addOption(OptionSpec.builder(name)
                .type(String.class)
                .paramLabel(label)
                .description(description)
                .build());
    }

    static void path(CommandSpec spec, String label, String description) {
        spec.addPositional(PositionalParamSpec.builder()
                .type(String.class)
                .index("0")
                .arity("1")
                .required(true)
                .paramLabel(label)
                .description(description)
                .build());
    }

    /** The front end draws what a command prints, by another program with options of its own. */
    static void tellPicture(CommandSpec spec, String command) {
        spec.usageMessage()
                .description(
                        spec.usageMessage().description()[0],
                        "With -o FILE a picture: hdtrace " + command + " -o X.png --help tells its options.");
    }

    static void project(CommandSpec spec) {
        path(spec, "PROJECT", "a .proj file, an old .xml project, or the directory that holds one");
    }

    static void selection(CommandSpec spec) {
        selection(spec, TO);
    }

    /** As {@link #selection(CommandSpec)}, where {@code --to} means something else. */
    static void selectionUntil(CommandSpec spec) {
        selection(spec, UNTIL);
    }

    private static void selection(CommandSpec spec, String end) {
        text(spec, "--from", "SECONDS", "begin of the interval, counted from the project's earliest time");
        text(spec, end, "SECONDS", "end of the interval, which doesn't belong to it");
        text(spec, "--ranks", "LIST", "only these ranks, as 0-3,7");
        text(spec, "--names", "LIST", "only states of these names, with * and ?, as File_*,Send");
    }

    static void jobs(CommandSpec spec) {
        text(spec, "--jobs", "N", "read N files at once; without it as many as there are processors");
    }

    static boolean isSet(ParseResult arguments, String name) {
        return arguments.matchedOptionValue(name, Boolean.FALSE);
    }

    /** The file or directory that the command is about. */
    static Path path(ParseResult arguments) throws UsageException {
        String text = arguments.matchedPositionalValue(0, "");
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new UsageException("this can't be the name of a file: " + e.getReason());
        }
    }

    /** The value of the four options of {@link #selection(CommandSpec)}. */
    static Selection selection(ParseResult arguments, Project project) throws UsageException, TraceFormatException {
        Ranks ranks = parsed(arguments, "--ranks", Ranks::parse, Ranks.all());
        Globs names = parsed(arguments, "--names", Globs::parse, Globs.all());
        Long from = parsed(arguments, "--from", Interval::parseSeconds, null);
        String end = arguments.commandSpec().findOption(UNTIL) == null ? TO : UNTIL;
        Long to = parsed(arguments, end, Interval::parseSeconds, null);
        if (from == null && to == null) {
            return new Selection(Interval.all(), ranks, names);
        }
        if (from != null && to != null && to < from) {
            throw new UsageException(end + " lies before --from");
        }
        long origin = ProjectStart.of(project).orElse(0);
        return new Selection(Interval.relative(from, to, origin), ranks, names);
    }

    /** The value of {@link #jobs}. */
    static Workers workers(ParseResult arguments) throws UsageException {
        return parsed(arguments, "--jobs", Options::workers, Workers.allCores());
    }

    private static Workers workers(String text) {
        if (!text.matches("[0-9]{1,4}") || Integer.parseInt(text) == 0) {
            throw new IllegalArgumentException("'" + text + "' is no number from 1 to 9999");
        }
        return Workers.of(Integer.parseInt(text));
    }

    private static <T> T parsed(ParseResult arguments, String name, Function<String, T> parser, T otherwise)
            throws UsageException {
        String text = arguments.matchedOptionValue(name, null);
        if (text == null) {
            return otherwise;
        }
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException(name + ": " + e.getMessage());
        }
    }
}
