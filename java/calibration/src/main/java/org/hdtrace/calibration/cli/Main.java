// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import org.hdtrace.calibration.fit.NoisyMeasurementException;
import org.hdtrace.calibration.suite.SuiteException;
import org.hdtrace.format.TraceFormatException;
import picocli.CommandLine;

/**
 * The entry point of {@code hdtrace calibrate}. Exit status 0: success; 1: the measurements are too noisy, or output failed; 2: bad
 * input or usage, or the benchmark didn't run.
 */
public final class Main {
    private static final int FAILURE = 1;
    private static final int BAD_INPUT = 2;
    private static final String PREFIX = "hdtrace calibrate: ";

    private Main() {}

    public static void main(String[] arguments) {
        int status =
                run(new PrintWriter(System.out, false, UTF_8), new PrintWriter(System.err, true, UTF_8), arguments);
        System.exit(status);
    }

    /** Run a command without ending the process. */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        CommandLine line = new CommandLine(new CalibrateCommand());
        line.setOut(out);
        line.setErr(err);
        line.setUsageHelpAutoWidth(true);
        line.setOverwrittenOptionsAllowed(true);
        line.setParameterExceptionHandler((problem, given) -> {
            err.println(PREFIX + oneLine(problem.getMessage()));
            return BAD_INPUT;
        });
        line.setExecutionExceptionHandler((problem, command, result) -> {
            err.println(PREFIX + message(problem));
            return status(problem);
        });
        int status = line.execute(arguments);
        out.flush();
        return out.checkError() && status == 0 ? FAILURE : status;
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s*\\R\\s*", " ");
    }

    private static boolean isInput(Exception problem) {
        return problem instanceof TraceFormatException
                || problem instanceof UsageException
                || problem instanceof SuiteException;
    }

    private static String message(Exception problem) {
        if (problem instanceof IOException) {
            return "can't write: " + problem.getMessage();
        }
        boolean expected = isInput(problem) || problem instanceof NoisyMeasurementException;
        return expected ? problem.getMessage() : "internal error: " + problem;
    }

    private static int status(Exception problem) {
        return isInput(problem) ? BAD_INPUT : FAILURE;
    }
}
