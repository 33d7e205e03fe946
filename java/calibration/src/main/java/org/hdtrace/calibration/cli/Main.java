// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.hdtrace.calibration.fit.NoisyMeasurementException;
import org.hdtrace.calibration.suite.SuiteException;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.document.ModelFormatException;
import picocli.CommandLine;

/**
 * The entry point of {@code hdtrace calibrate} and, with {@code validate} as first word, of {@code hdtrace validate}. Exit status 0:
 * success; 1: the measurements are too noisy, something is slower than expected, or output failed; 2: bad input or usage, or a benchmark
 * didn't run.
 */
public final class Main {
    private static final int FAILURE = 1;
    private static final int BAD_INPUT = 2;
    private static final String VALIDATE = "validate";

    private Main() {}

    public static void main(String[] arguments) {
        int status =
                run(new PrintWriter(System.out, false, UTF_8), new PrintWriter(System.err, true, UTF_8), arguments);
        System.exit(status);
    }

    /** Run a command without ending the process. */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        boolean validates = arguments.length > 0 && arguments[0].equals(VALIDATE);
        List<String> words = List.of(arguments).subList(validates ? 1 : 0, arguments.length);
        int split = validates && words.contains("--") ? words.indexOf("--") : words.size();
        List<String> launcher = words.subList(Math.min(split + 1, words.size()), words.size());
        String prefix = "hdtrace " + (validates ? VALIDATE : "calibrate") + ": ";
        CommandLine line = new CommandLine(validates ? new ValidateCommand(launcher) : new CalibrateCommand());
        line.setOut(out);
        line.setErr(err);
        line.setUsageHelpAutoWidth(true);
        line.setOverwrittenOptionsAllowed(true);
        line.setParameterExceptionHandler((problem, given) -> {
            err.println(prefix + oneLine(problem.getMessage()));
            return BAD_INPUT;
        });
        line.setExecutionExceptionHandler((problem, command, result) -> {
            err.println(prefix + message(problem));
            return status(problem);
        });
        int status = line.execute(words.subList(0, split).toArray(String[]::new));
        out.flush();
        return out.checkError() && status == 0 ? FAILURE : status;
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s*\\R\\s*", " ");
    }

    private static boolean isInput(Exception problem) {
        return problem instanceof TraceFormatException
                || problem instanceof ModelFormatException
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
