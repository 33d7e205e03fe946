// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TraceCursor;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Steps through one trace of 10^5 states; an operation is a state of the trace, wanted or not. */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class CursorBench {
    static final int STATES = 100_000;

    /** Whether the trace has nested states. */
    @Param({"false", "true"})
    public boolean nested;

    private Path file;

    /** Writes the trace. */
    @Setup
    public void write() throws IOException {
        file = Files.createTempFile("hdtrace-bench", ".trc");
        TraceGenerator.writeTrace(file, 0, STATES, nested);
    }

    /** Removes it. */
    @TearDown
    public void remove() throws IOException {
        Files.delete(file);
    }

    /** Count the states. */
    @Benchmark
    @OperationsPerInvocation(STATES)
    public long count() throws TraceFormatException {
        long count = 0;
        try (TraceCursor cursor = TraceCursor.open(file)) {
            while (cursor.next()) {
                count++;
            }
        }
        return count;
    }

    /** Sum up their times. */
    @Benchmark
    @OperationsPerInvocation(STATES)
    public long times() throws TraceFormatException {
        long sum = 0;
        try (TraceCursor cursor = TraceCursor.open(file)) {
            while (cursor.next()) {
                sum += cursor.endNanos() - cursor.startNanos();
            }
        }
        return sum;
    }

    /** Times and two attributes. */
    @Benchmark
    @OperationsPerInvocation(STATES)
    public long attributes() throws TraceFormatException {
        long sum = 0;
        try (TraceCursor cursor = TraceCursor.open(file)) {
            while (cursor.next()) {
                sum += cursor.endNanos() - cursor.startNanos();
                sum += cursor.attributeLong("size", 0) + cursor.attributeLong("count", 0);
            }
        }
        return sum;
    }

    /** Only those of one name. */
    @Benchmark
    @OperationsPerInvocation(STATES)
    public long oneName() throws TraceFormatException {
        long count = 0;
        try (TraceCursor cursor = TraceCursor.open(file, EntryFilter.all().names("Bcast"::equals))) {
            while (cursor.next()) {
                count++;
            }
        }
        return count;
    }
}
