// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.hdtrace.analysis.relations.TooManyOperationsError;
import org.hdtrace.format.TraceFormatException;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The commands of {@code hdtrace} that read projects; the first argument is the command's name. Exit status 0: success; 1:
 * check found something, or output failed; 2: bad input or usage.
 */
public final class Main {
    static final int SUCCESS = 0;
    static final int FINDING = 1;
    static final int BAD_INPUT = 2;

    static final List<Command> COMMANDS = List.of(
            new InfoCommand(),
            new ProfileCommand(),
            new MatrixCommand(),
            new IoCommand(),
            new WaitsCommand(),
            new CriticalPathCommand(),
            new ExportCommand(),
            new ImportCommand(),
            new DumpCommand(),
            new CheckCommand(),
            new IndexCommand(),
            new RepairCommand(),
            new RecodeCommand(true),
            new RecodeCommand(false));

    private Main() {}

    public static void main(String[] arguments) {
        // Not System.out: a PrintStream hides that the reader of a pipe has gone.
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        OutputStream err = new FileOutputStream(FileDescriptor.err);
        System.exit(run(arguments, out, err, hasTerminal()));
    }

    /** From JDK 22 on there is a console without a terminal too; no progress is shown there. */
    @SuppressWarnings("SystemConsoleNull")
    private static boolean hasTerminal() {
        return Runtime.version().feature() < 22 && System.console() != null;
    }

    /**
     * Run a command without ending the process.
     *
     * @param terminal whether somebody watches: allows progress and colours
     * @return exit status
     */
    static int run(String[] arguments, OutputStream out, OutputStream err, boolean terminal) {
        String name = arguments.length == 0 ? "" : arguments[0];
        Session session = new Session(find(name) == null ? "" : name, out, err, terminal);
        try {
            int status = dispatch(name, arguments, session);
            session.flush();
            return status;
        } catch (TraceFormatException | UsageException | ParameterException e) {
            return failure(session, e.getMessage(), BAD_INPUT);
        } catch (UncheckedIOException e) {
            return outputFailed(session, e.getCause());
        } catch (IOException e) {
            return outputFailed(session, e);
        } catch (TooManyOperationsError e) {
            return failure(session, e.getMessage(), FINDING);
        } catch (OutOfMemoryError e) {
            return failure(session, "not enough memory; JAVA_TOOL_OPTIONS=-Xmx4g gives more", FINDING);
        } catch (RuntimeException e) {
            return failure(session, "internal error: " + e + place(e), FINDING);
        }
    }

    private static int dispatch(String name, String[] arguments, Session session)
            throws TraceFormatException, UsageException, IOException {
        Command command = find(name);
        if (command == null) {
            if (name.equals("--help") || name.equals("-h")) {
                session.out().write(overview());
                return SUCCESS;
            }
            throw new UsageException(
                    (name.isEmpty() ? "no command given" : "unknown command '" + name + "'") + ", see --help");
        }
        CommandLine line = new CommandLine(specification(command));
        ParseResult parsed = parse(line, command, Arrays.copyOfRange(arguments, 1, arguments.length));
        if (parsed.isUsageHelpRequested()) {
            session.out().write(line.getUsageMessage(session.isTerminal() ? Ansi.AUTO : Ansi.OFF));
            return SUCCESS;
        }
        return command.run(parsed, session);
    }

    private static CommandSpec specification(Command command) {
        CommandSpec spec = CommandSpec.create().name("hdtrace " + command.name());
        spec.usageMessage()
                .description(sentence(command.summary()))
                .sortOptions(false)
                .sortSynopsis(false);
        command.declare(spec);
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("show this help")
                .build());
        return spec;
    }

    private static String sentence(String summary) {
        return Character.toUpperCase(summary.charAt(0)) + summary.substring(1) + ".";
    }

    private static ParseResult parse(CommandLine line, Command command, String[] arguments) throws UsageException {
        try {
            return line.parseArgs(arguments);
        } catch (ParameterException e) {
            throw new UsageException(
                    e.getMessage().replaceAll("\\s+", " ") + ", see hdtrace " + command.name() + " --help");
        }
    }

    private static Command find(String name) {
        return COMMANDS.stream()
                .filter(command -> command.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static String overview() {
        StringBuilder text = new StringBuilder("Commands, each with --help:\n");
        COMMANDS.forEach(command -> text.append(String.format("  %-13s %s\n", command.name(), command.summary())));
        return text.toString();
    }

    private static int failure(Session session, String text, int status) {
        try {
            session.flush();
        } catch (IOException e) {
            return status;
        }
        session.message(text);
        return status;
    }

    /** A reader that has seen enough, as head, is no failure. */
    private static int outputFailed(Session session, IOException e) {
        String cause = String.valueOf(e.getMessage());
        if (cause.contains("Broken pipe")) {
            return SUCCESS;
        }
        session.message("standard output: " + cause);
        return FINDING;
    }

    private static String place(RuntimeException e) {
        StackTraceElement[] trace = e.getStackTrace();
        return trace.length == 0 ? "" : " at " + trace[0];
    }
}
