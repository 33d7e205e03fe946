// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.util.Arrays;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.hdtrace.piosim.process.Clients.ProgramException;
import org.hdtrace.piosim.sweep.SweepException;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParseResult;

/**
 * {@code piosimhd}. Exit status 0: success; 1: output failed; 2: bad input or usage; 3: the simulated program
 * deadlocked; 4: a limit was reached. Source: MODEL A6.
 */
public final class Main {
    static final int SUCCESS = 0;
    static final int FAILURE = 1;
    static final int BAD_INPUT = 2;
    static final int DEADLOCK = 3;
    static final int LIMIT = 4;

    private Main() {}

    public static void main(String[] arguments) {
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), false, StandardCharsets.UTF_8);
        int status = run(arguments, new FileOutputStream(FileDescriptor.out), err, hasTerminal());
        err.flush();
        System.exit(status);
    }

    /**
     * Run without ending the process.
     *
     * @param terminal whether somebody watches: allows progress
     * @return exit status
     */
    public static int run(String[] arguments, OutputStream out, PrintStream err, boolean terminal) {
        Messages messages = new Messages(err, isSweep(arguments) ? "hdtrace sweep" : "hdtrace simulate");
        StandardOutput output = new StandardOutput(out);
        int status = run(arguments, output.stream(), messages, terminal);
        try {
            output.finish();
            return status;
        } catch (IOException e) {
            return failure(messages, "standard output: " + e.getMessage(), status == SUCCESS ? FAILURE : status);
        }
    }

    private static boolean isSweep(String... arguments) {
        return arguments.length > 0 && arguments[0].equals("sweep");
    }

    private static int run(String[] arguments, PrintStream out, Messages err, boolean terminal) {
        try {
            return dispatch(arguments, out, err, terminal);
        } catch (ModelFormatException | TraceFormatException | UsageException | SweepException | ProgramException e) {
            return failure(err, e.getMessage(), BAD_INPUT);
        } catch (FileSystemException e) {
            return failure(err, e.getFile() + ": can't be written: " + Causes.of(e), FAILURE);
        } catch (IOException e) {
            return failure(err, "output: " + e.getMessage(), FAILURE);
        } catch (OutOfMemoryError e) {
            return failure(err, "not enough memory; JAVA_TOOL_OPTIONS=-Xmx4g gives more", FAILURE);
        } catch (RuntimeException e) {
            StackTraceElement[] trace = e.getStackTrace();
            String place = trace.length == 0 ? "" : " at " + trace[0];
            return failure(err, "internal error: " + e + place, FAILURE);
        }
    }

    private static int dispatch(String[] arguments, PrintStream out, Messages err, boolean terminal)
            throws UsageException, ModelFormatException, TraceFormatException, SweepException, IOException {
        boolean sweep = isSweep(arguments);
        CommandLine line = new CommandLine(sweep ? SweepArguments.specification() : Arguments.specification());
        ParseResult parsed =
                Options.parse(line, sweep ? Arrays.copyOfRange(arguments, 1, arguments.length) : arguments);
        if (parsed.isUsageHelpRequested()) {
            out.print(line.getUsageMessage(terminal ? Ansi.AUTO : Ansi.OFF));
            return SUCCESS;
        }
        if (sweep) {
            return new SweepCommand(SweepArguments.of(parsed, System.getenv()), out, err, terminal).run();
        }
        Arguments checked = Arguments.of(parsed);
        if (checked.listMethods()) {
            out.print(MethodList.text());
            return SUCCESS;
        }
        return new SimulateCommand(checked, out, err, terminal).run();
    }

    private static int failure(Messages err, String text, int status) {
        err.say(text);
        return status;
    }

    /** From JDK 22 on there is a console without a terminal too; no progress is shown there. */
    @SuppressWarnings("SystemConsoleNull")
    private static boolean hasTerminal() {
        return Runtime.version().feature() < 22 && System.console() != null;
    }
}
