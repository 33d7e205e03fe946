// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.app;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace example}. Exit status 0: success; 1: the program didn't finish or output failed; 2: bad usage. */
public final class Main {
    static final int SUCCESS = 0;
    static final int FAILURE = 1;
    static final int BAD_INPUT = 2;

    private Main() {}

    public static void main(String[] arguments) {
        PrintStream out = stream(FileDescriptor.out);
        PrintStream err = stream(FileDescriptor.err);
        int status = run(arguments, out, err);
        out.flush();
        err.flush();
        System.exit(out.checkError() && status == SUCCESS ? FAILURE : status);
    }

    /**
     * Run without ending the process.
     *
     * @return exit status
     */
    public static int run(String[] arguments, PrintStream out, PrintStream err) {
        List<Example> examples = List.of(
                new HaloExample(),
                new WorkersExample(),
                new ValidationExample(),
                new ReadsExample(),
                new CheckpointExample(),
                new ListRequestsExample(),
                new AccessLevelsExample());
        CommandSpec spec = CommandSpec.create().name("hdtrace example");
        spec.usageMessage().description("Runs programs written in Java on clusters built in Java.");
        spec.mixinStandardHelpOptions(false);
        spec.addOption(Options.help());
        examples.forEach(example -> spec.addSubcommand(example.name(), example.specification()));
        CommandLine line = new CommandLine(spec);
        try {
            return dispatch(line, line.parseArgs(arguments), examples, out);
        } catch (ParameterException e) {
            String help = e.getCommandLine().getCommandSpec().qualifiedName() + " --help";
            err.println("hdtrace example: " + e.getMessage().replaceAll("\\s+", " ") + ", see " + help);
            return BAD_INPUT;
        } catch (ExampleException e) {
            e.getMessage().lines().forEach(text -> err.println("hdtrace example: " + text));
            return e.status();
        }
    }

    private static int dispatch(CommandLine line, ParseResult parsed, List<Example> examples, PrintStream out)
            throws ExampleException {
        CommandLine chosen =
                parsed.asCommandLineList().get(parsed.asCommandLineList().size() - 1);
        if (chosen.isUsageHelpRequested()) {
            chosen.usage(new PrintWriter(out, true, StandardCharsets.UTF_8), CommandLine.Help.Ansi.OFF);
            return SUCCESS;
        }
        if (!parsed.hasSubcommand()) {
            String names =
                    String.join(", ", examples.stream().map(Example::name).toList());
            throw new ParameterException(line, "which example? there are: " + names);
        }
        ParseResult options = parsed.subcommand();
        Example example = examples.stream()
                .filter(candidate ->
                        candidate.name().equals(options.commandSpec().name()))
                .findFirst()
                .orElseThrow();
        example.run(options, out);
        return SUCCESS;
    }

    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
    }
}
