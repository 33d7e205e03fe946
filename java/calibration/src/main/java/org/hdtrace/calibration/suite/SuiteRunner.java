// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.suite;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.hdtrace.calibration.table.ResultReader;
import org.hdtrace.calibration.table.ResultTable;
import org.hdtrace.format.TraceFormatException;

/**
 * Runs a benchmark program by a launcher's command and reads the table it prints. What the program says on its standard error
 * passes through. When this process ends before, so does the launcher.
 */
public final class SuiteRunner {
    private static final int TOO_LONG = -1;
    private static final long GRACE_NANOS = 5_000_000_000L;
    private static final long PAUSE_NANOS = 10_000_000;

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
     * @param limit after which it is ended: a launcher may wait for a rank that can't be started
     * @param progress told about once a second how many bytes have come so far
     * @throws SuiteException when it can't be started, fails or takes too long
     * @throws TraceFormatException when it prints something else
     */
    public ResultTable run(List<String> options, Path table, Duration limit, LongConsumer progress)
            throws SuiteException, TraceFormatException, IOException, InterruptedException {
        List<String> command = new ArrayList<>(launcher);
        command.add(program.toString());
        command.addAll(options);
        ProcessBuilder builder = builder(command, table).redirectError(ProcessBuilder.Redirect.INHERIT);
        int status = await(builder, limit, () -> progress.accept(Files.size(table)));
        if (status == TOO_LONG) {
            throw new SuiteException(launcher.get(0) + " hadn't ended after " + limit.toSeconds()
                    + " s, and was ended: are program and MPI on all hosts?");
        }
        if (status != 0) {
            throw new SuiteException(launcher.get(0) + " ended with status " + status + " before all was measured");
        }
        return ResultReader.read(table);
    }

    /**
     * Run a command that says nothing unless it fails.
     *
     * @param log what it prints
     * @throws SuiteException when it can't be started, fails or takes too long, with the last line that it printed
     */
    public static void run(List<String> command, Path log, Duration limit)
            throws SuiteException, IOException, InterruptedException {
        int status = await(builder(command, log).redirectErrorStream(true), limit, () -> {});
        if (status != 0) {
            List<String> told = Files.readString(log, StandardCharsets.ISO_8859_1)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
            throw new SuiteException(String.join(" ", command) + ": "
                    + (status == TOO_LONG ? "ended after " + limit.toSeconds() + " s" : "status " + status)
                    + (told.isEmpty() ? "" : ": " + told.get(told.size() - 1).strip()));
        }
    }

    /** What is done once a second. */
    @FunctionalInterface
    private interface Beat {
        void now() throws IOException;
    }

    private static ProcessBuilder builder(List<String> command, Path output) {
        return new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(output.toFile());
    }

    private static int await(ProcessBuilder builder, Duration limit, Beat beat)
            throws SuiteException, IOException, InterruptedException {
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new SuiteException(builder.command().get(0) + ": can't be started: " + e.getMessage());
        }
        Thread alsoEnd = new Thread(() -> end(process));
        Runtime.getRuntime().addShutdownHook(alsoEnd);
        long begin = System.nanoTime();
        try {
            while (!process.waitFor(1, TimeUnit.SECONDS)) {
                beat.now();
                if (System.nanoTime() - begin > limit.toNanos()) {
                    end(process);
                    return process.waitFor() == 0 ? 0 : TOO_LONG;
                }
            }
            return process.exitValue();
        } finally {
            end(process);
            Runtime.getRuntime().removeShutdownHook(alsoEnd);
        }
    }

    /** Asks all of them to end, and ends those that don't within a while. */
    private static void end(Process process) {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        all.forEach(ProcessHandle::destroy);
        long begin = System.nanoTime();
        while (all.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() - begin < GRACE_NANOS) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        all.forEach(ProcessHandle::destroyForcibly);
    }
}
