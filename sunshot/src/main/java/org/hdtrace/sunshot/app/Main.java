// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.hdtrace.sunshot.store.DamagedStore;
import picocli.CommandLine;

/** The entry point of {@code hdtrace view}, {@code render}, {@code compare}, {@code plot}, {@code matrix -o} and {@code profile -o}. */
@CommandLine.Command(
        name = "sunshot",
        description = "Looks at traces: a window, a picture or a comparison.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class)
public final class Main implements Runnable {
    /** Exit status for bad input or usage. */
    static final int BAD_INPUT = 2;

    /** In the order of the help. */
    private static final Map<String, Supplier<?>> COMMANDS = commands();

    /** Two projects, each with a store in the project's folder and in that of the cache. */
    private static final int DAMAGES = 4;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    private Main() {}

    /** Runs a command and exits; the window, once open, keeps the program alive. */
    public static void main(String[] args) {
        int status = run(new PrintWriter(System.out, true, UTF_8), new PrintWriter(System.err, true, UTF_8), args);
        if (status != ViewCommand.KEEPS_RUNNING) {
            System.exit(status);
        }
    }

    /** Runs a command with the given streams; for tests. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        return run(out, err, DAMAGES, args);
    }

    /** A store that is damaged is removed and the command begins again, which makes another one. */
    private static int run(PrintWriter out, PrintWriter err, int moreDamages, String... args) {
        CommandLine line = new CommandLine(new Main());
        // To look at what a command takes is a part of the time to a picture.
        boolean known = args.length > 0 && COMMANDS.containsKey(args[0]);
        for (String name : known ? Set.of(args[0]) : COMMANDS.keySet()) {
            line.addSubcommand(name, COMMANDS.get(name).get());
        }
        line.setOut(out);
        line.setErr(err);
        line.getSubcommands().values().forEach(each -> each.getCommandSpec().versionProvider(new Version()));
        line.setUsageHelpAutoWidth(true);
        line.setParameterExceptionHandler((problem, arguments) -> {
            err.println("hdtrace " + commandName(problem.getCommandLine()) + ": " + oneLine(problem.getMessage()));
            return BAD_INPUT;
        });
        line.setExecutionExceptionHandler((problem, command, result) -> {
            Optional<DamagedStore> damage = DamagedStore.in(problem);
            if (damage.isPresent() && moreDamages > 0) {
                err.println(
                        "hdtrace " + commandName(command) + ": " + damage.get().getMessage() + "; it is made anew");
                damage.get().removeFile();
                return run(out, err, moreDamages - 1, args);
            }
            err.println("hdtrace " + commandName(command) + ": " + Problems.describe(problem));
            return Problems.exitStatus(problem);
        });
        return line.execute(args);
    }

    private static Map<String, Supplier<?>> commands() {
        Map<String, Supplier<?>> all = new LinkedHashMap<>();
        all.put("view", ViewCommand::new);
        all.put("render", RenderCommand::new);
        all.put("compare", CompareCommand::new);
        all.put("plot", PlotCommand::new);
        all.put("matrix", MatrixCommand::new);
        all.put("profile", ProfileCommand::new);
        return Collections.unmodifiableMap(all);
    }

    private static String commandName(CommandLine command) {
        return command.getCommandName().equals("sunshot") ? "view" : command.getCommandName();
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s*\\R\\s*", " ");
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "expected view, render, compare, plot, matrix or profile");
    }

    /** The version is the one that Maven writes into {@code version.txt}. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            try (InputStream in = Main.class.getResourceAsStream("version.txt")) {
                return new String[] {"sunshot " + new String(in.readAllBytes(), UTF_8).strip()};
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
