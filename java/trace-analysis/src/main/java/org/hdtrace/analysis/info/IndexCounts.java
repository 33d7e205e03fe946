// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.info;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.index.BlockTable;
import org.hdtrace.format.index.Indexing;
import org.hdtrace.format.index.StateSums;
import org.hdtrace.format.index.TraceIndex;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.ClockOffset;
import org.hdtrace.format.trace.ProgramHeader;
import org.hdtrace.format.trace.TraceCursor;

/**
 * Takes the number of states and the times of a trace from its index (FORMATS A5): exactly those that reading the trace gives.
 * An index holds no number of events.
 */
final class IndexCounts {
    /** A smaller trace is read as fast as its index is looked for. */
    private static final long LEAST_BYTES = 1 << 20;

    private IndexCounts() {}

    /** Empty when the trace has to be read: it is small, or there is no index that covers all of it. */
    static Optional<TraceCounts> of(TraceFile file, Indexing indexes) {
        long size = size(file);
        if (size < LEAST_BYTES) {
            return Optional.empty();
        }
        try (TraceIndex index = indexes.open(file.path()).orElse(null)) {
            // What stands behind the text that it covers only reading tells.
            boolean all = index != null && index.isWhole() && size <= index.coveredBytes();
            return all ? counts(file, index) : Optional.empty();
        } catch (IOException | TraceFormatException | ArithmeticException e) {
            // Reading the trace tells the same, or what is wrong with it.
            return Optional.empty();
        }
    }

    private static long size(TraceFile file) {
        try {
            return Files.size(file.path());
        } catch (IOException e) {
            // Whoever reads it says why it can't be.
            return 0;
        }
    }

    private static Optional<TraceCounts> counts(TraceFile file, TraceIndex index)
            throws IOException, TraceFormatException {
        ProgramHeader program = program(file);
        if (!program.isSteady()) {
            // The earliest time need not be the earliest one when it is corrected.
            return Optional.empty();
        }
        long states = index.sums().stream().mapToLong(StateSums::count).sum();
        TimeSpan times = new TimeSpan();
        BlockTable blocks = index.blocks();
        for (int k = 0; k < blocks.size(); k++) {
            if (blocks.earliestNanos(k) <= blocks.latestNanos(k)) {
                times.add(blocks.earliestNanos(k));
                times.add(blocks.latestNanos(k));
            }
        }
        return Optional.of(TraceCounts.ofIndex(states, corrected(times, program)));
    }

    private static ProgramHeader program(TraceFile file) throws TraceFormatException {
        try (TraceCursor cursor = TraceCursor.open(file.path())) {
            return cursor.program();
        }
    }

    private static TimeSpan corrected(TimeSpan own, ProgramHeader program) {
        Optional<ClockOffset> offset = program.clockOffset();
        if (offset.isEmpty() || own.isEmpty()) {
            return own;
        }
        TimeSpan corrected = new TimeSpan();
        for (long nanos : new long[] {own.earliest(), own.latest()}) {
            long relative = Math.subtractExact(nanos, program.timeAdjustmentNanos());
            corrected.add(Math.addExact(nanos, offset.get().at(relative)));
        }
        return corrected;
    }
}
