// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.hdtrace.calibration.table.ResultReader;
import org.hdtrace.calibration.table.ResultTable;
import org.hdtrace.format.TraceFormatException;

/**
 * Runs a benchmark program by a launcher's command and reads the table it prints. What the program says on its standard error
 * passes through. When this process ends before, so does the launcher.
 */
public final class SuiteRunner {
    private final List<String> launcher;
    private final Path program;

    /**
     * A runner.
     *
     * @param launcher words of a command, as {@code mpiexec -n 8}
     * @param program that the launcher is to start
     */
    public SuiteRunner(List<String> launcher, Path program) {
        this.launcher = List.copyOf(launcher);
        this.program = program;
    }

    /**
     * Run the program with these options.
     *
     * @param table where its standard output is kept; replaced
     * @param progress told about once a second how many bytes have come so far
     * @throws SuiteException when it can't be started or fails
     * @throws TraceFormatException when it prints something else
     */
    public ResultTable run(List<String> options, Path table, LongConsumer progress)
            throws SuiteException, TraceFormatException, IOException, InterruptedException {
        List<String> command = new ArrayList<>(launcher);
        command.add(program.toString());
        command.addAll(options);
        Process process = start(command, table);
        Thread alsoEnd = new Thread(() -> {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        });
        Runtime.getRuntime().addShutdownHook(alsoEnd);
        try {
            while (!process.waitFor(1, TimeUnit.SECONDS)) {
                progress.accept(Files.size(table));
            }
        } finally {
            process.destroy();
            Runtime.getRuntime().removeShutdownHook(alsoEnd);
        }
        if (process.exitValue() != 0) {
            throw new SuiteException(
                    launcher.get(0) + " ended with status " + process.exitValue() + " before all was measured");
        }
        return ResultReader.read(table);
    }

    private Process start(List<String> command, Path table) throws SuiteException {
        try {
            return new ProcessBuilder(command)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(table.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new SuiteException(launcher.get(0) + ": can't be started: " + e.getMessage());
        }
    }
}
