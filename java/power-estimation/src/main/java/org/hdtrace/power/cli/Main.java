// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.power.estimate.OutOfRangeException;
import org.hdtrace.power.fit.CalibrationException;
import org.hdtrace.power.model.FileCauses;
import picocli.CommandLine;

/**
 * The entry point of {@code hdtrace energy}. Exit status 0: success; 1: the result is outside of what the model knows, or output
 * failed; 2: bad input or usage, or a place where nothing may be written.
 */
@CommandLine.Command(
        name = "energy",
        description = "Power and energy of a run, estimated from what its nodes were doing.",
        mixinStandardHelpOptions = true,
        subcommands = {PredictCommand.class, CalibrateCommand.class, WhatIfCommand.class, ReportCommand.class})
public final class Main implements Runnable {
    /** Exit status for a failure of the job. */
    static final int FAILURE = 1;
    /** Exit status for bad input or usage. */
    static final int BAD_INPUT = 2;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    private Main() {}

    public static void main(String[] arguments) {
        int status =
                run(new PrintWriter(System.out, false, UTF_8), new PrintWriter(System.err, true, UTF_8), arguments);
        System.exit(status);
    }

    /** Run a command without ending the process. */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        CommandLine line = new CommandLine(new Main());
        line.setOut(out);
        line.setErr(err);
        line.setUsageHelpAutoWidth(true);
        line.setParameterExceptionHandler((problem, given) -> {
            err.println(prefix(problem.getCommandLine()) + oneLine(problem.getMessage()));
            return BAD_INPUT;
        });
        line.setExecutionExceptionHandler((problem, command, result) -> {
            err.println(prefix(command) + message(problem));
            return status(problem);
        });
        int status = line.execute(arguments);
        out.flush();
        return status;
    }

    private static String prefix(CommandLine command) {
        String name = command.getCommandName();
        return "hdtrace energy" + (name.equals("energy") ? "" : " " + name) + ": ";
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s*\\R\\s*", " ");
    }

    private static String message(Exception problem) {
        IOException io = ioProblem(problem);
        if (io != null) {
            String file = io instanceof FileSystemException named ? named.getFile() + ": " : "";
            return file + "can't be written: " + FileCauses.words(io);
        }
        return isExpected(problem) ? problem.getMessage() : "internal error: " + problem;
    }

    private static IOException ioProblem(Exception problem) {
        return problem instanceof UncheckedIOException unchecked
                ? unchecked.getCause()
                : problem instanceof IOException checked ? checked : null;
    }

    private static boolean isExpected(Exception problem) {
        return problem instanceof TraceFormatException
                || problem instanceof UsageException
                || problem instanceof CalibrationException
                || problem instanceof OutOfRangeException;
    }

    private static int status(Exception problem) {
        IOException io = ioProblem(problem);
        if (io != null) {
            return FileCauses.isOfItsPlace(io) ? BAD_INPUT : FAILURE;
        }
        boolean input = problem instanceof TraceFormatException
                || problem instanceof UsageException
                || problem instanceof CalibrationException;
        return input ? BAD_INPUT : FAILURE;
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "expected predict, calibrate, what-if or report");
    }
}
