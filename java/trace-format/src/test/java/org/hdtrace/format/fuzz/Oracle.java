// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.fuzz;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.hdtrace.format.TraceFormatException;

/**
 * What must hold for every input: it is read or refused with {@link TraceFormatException} that names file and place in one line;
 * the processor time and the allocated bytes are bounded by the length of the input. Both are counted for the thread alone, so
 * that a busy machine makes no find.
 *
 * <p>Thread: one thread at a time.
 */
final class Oracle {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    /** More than any limit of the readers lets them take: two windows of 16 MiB that grew by doubling, and a tape of 64 MiB. */
    private static final long MOST_BYTES = 256L << 20;

    private static final long MOST_BYTES_PER_BYTE = 4096;
    private static final long MOST_NANOS = 2_000_000_000L;
    private static final long MOST_NANOS_PER_BYTE = 20_000;

    private final Path folder;
    private final Map<Target, Long> nanosOf = new EnumMap<>(Target.class);
    private final Map<String, Path> folders = new HashMap<>();
    private long largestBytes;
    private long longestNanos;
    private long refused;

    Oracle(Path folder) {
        this.folder = folder;
    }

    /** Something that is wrong. */
    record Find(String cause, String detail) {}

    /** What one input gave: what was delivered, and what is wrong if anything is. */
    record Outcome(Delivery delivery, Optional<Find> find) {}

    /** Read an input made of a seed. */
    Outcome read(Seeds.Seed seed, byte[] input) throws IOException {
        Target target = seed.target();
        Path file = Files.write(target.input(seed, folderOf(seed)), input);
        Delivery delivery = new Delivery();
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long nanos = THREADS.getCurrentThreadCpuTime();
        Optional<Find> find = judged(file, () -> target.read(file, delivery));
        long took = THREADS.getCurrentThreadCpuTime() - nanos;
        long spent = THREADS.getCurrentThreadAllocatedBytes() - bytes;
        nanosOf.merge(target, took, Long::sum);
        largestBytes = Math.max(largestBytes, spent);
        longestNanos = Math.max(longestNanos, took);
        return new Outcome(delivery, find.or(() -> costs(input.length, spent, took)));
    }

    /** Read a file of which nothing is known but what it should be. */
    Outcome read(Target target, byte[] input) throws IOException {
        return read(new Seeds.Seed("input", target, input), input);
    }

    private Path folderOf(Seeds.Seed seed) throws IOException {
        String name = seed.target() + "-" + seed.name();
        Path known = folders.get(name);
        if (known == null) {
            known = Files.createDirectories(folder.resolve(name));
            seed.target().prepare(seed, known);
            folders.put(name, known);
        }
        return known;
    }

    /** Most bytes that an input took. */
    long largestBytes() {
        return largestBytes;
    }

    /** Longest processor time of an input, ns. */
    long longestNanos() {
        return longestNanos;
    }

    /** Processor time so far by target, ns. */
    Map<Target, Long> nanosOf() {
        return nanosOf;
    }

    /** Inputs that were not read to their end. */
    long refused() {
        return refused;
    }

    /** Reads a file to its end. */
    interface Reading {
        void run() throws IOException, TraceFormatException;
    }

    private Optional<Find> judged(Path file, Reading reading) {
        try {
            reading.run();
            return Optional.empty();
        } catch (TraceFormatException e) {
            refused++;
            return isGood(file, e) ? Optional.empty() : Optional.of(new Find("bad refusal", e.getMessage()));
        } catch (IOException | RuntimeException | Error e) {
            return Optional.of(new Find(e.getClass().getName(), stack(e)));
        }
    }

    /** What is wrong with the way in which a reader ends. */
    static Optional<Find> judge(Path file, Reading reading) {
        return new Oracle(file).judged(file, reading);
    }

    private static boolean isGood(Path file, TraceFormatException e) {
        return file.equals(e.file())
                && e.position().matches("(byte|line) [0-9]+")
                && e.reason().lines().count() == 1;
    }

    /** What is wrong with the costs of an input. */
    static Optional<Find> costs(long length, long bytes, long nanos) {
        if (bytes > MOST_BYTES + length * MOST_BYTES_PER_BYTE) {
            return Optional.of(new Find("memory", bytes + " B allocated for " + length + " B"));
        }
        if (nanos > MOST_NANOS + length * MOST_NANOS_PER_BYTE) {
            return Optional.of(new Find("time", nanos + " ns for " + length + " B"));
        }
        return Optional.empty();
    }

    private static String stack(Throwable e) {
        StringWriter text = new StringWriter();
        e.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
