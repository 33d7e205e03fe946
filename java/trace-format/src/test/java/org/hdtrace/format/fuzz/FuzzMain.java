// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.fuzz;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs the fuzzer for a time or for a number of inputs: {@code FuzzMain LIMIT FOLDER FIRST [SEEDS...]}. */
public final class FuzzMain {
    private static final int FINDS_KEPT = 20;
    private static final long NANOS = 1_000_000_000L;
    private static final int REPORT_EVERY = 100_000;

    private final PrintStream out;
    private final Path folder;
    private final Map<String, Integer> finds = new TreeMap<>();

    private FuzzMain(PrintStream out, Path folder) {
        this.out = out;
        this.folder = folder;
    }

    /**
     * Run.
     *
     * @param arguments "60s" or "1000000", the folder for finds, number of the first input, folders with further seeds
     */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Path folder = Files.createDirectories(Path.of(arguments[1]));
        List<Seeds.Seed> seeds = new ArrayList<>(Seeds.own());
        seeds.addAll(Seeds.large());
        for (int i = 3; i < arguments.length; i++) {
            seeds.addAll(Seeds.below(Path.of(arguments[i])));
        }
        boolean good = new FuzzMain(out, folder).run(arguments[0], Long.parseLong(arguments[2]), seeds);
        System.exit(good ? 0 : 1);
    }

    private boolean run(String limit, long first, List<Seeds.Seed> seeds) throws IOException {
        Path scratch = Files.createTempDirectory("hdtrace-fuzz");
        Oracle oracle = new Oracle(scratch);
        Fuzzer fuzzer = new Fuzzer(seeds, oracle, this::keep);
        long begin = System.nanoTime();
        boolean timed = limit.endsWith("s");
        long most = Long.parseLong(timed ? limit.substring(0, limit.length() - 1) : limit);
        long number = first;
        while (timed ? System.nanoTime() - begin < most * NANOS : number < first + most) {
            fuzzer.run(number++);
            if ((number - first) % REPORT_EVERY == 0) {
                out.println(number - first + " inputs");
            }
        }
        out.printf(
                "%d inputs (%s) of %d seeds in %d s, %d refused; most for one input: %d KiB allocated, %d ms of processor time%n",
                number - first,
                fuzzer.inputs(),
                seeds.size(),
                (System.nanoTime() - begin) / NANOS,
                oracle.refused(),
                oracle.largestBytes() >> 10,
                oracle.longestNanos() / 1_000_000);
        oracle.nanosOf()
                .forEach((target, nanos) -> out.printf("  %-10s %4d s of processor time%n", target, nanos / NANOS));
        out.println(finds.isEmpty() ? "no finds" : "finds: " + finds);
        return finds.isEmpty();
    }

    private void keep(long number, Seeds.Seed seed, byte[] input, Oracle.Find find) throws IOException {
        String cause = find.cause().replaceAll(".*\\.", "").replace(' ', '-');
        if (finds.merge(cause, 1, Integer::sum) > FINDS_KEPT) {
            return;
        }
        Path file = folder.resolve(cause + "-" + number + seed.target().ending());
        Files.write(file, input);
        out.println("find in input " + number + " of " + seed.name() + ": " + find.cause() + ", kept as " + file + "\n"
                + find.detail().lines().limit(8).reduce("", (a, b) -> a + "  " + b + "\n"));
    }
}
