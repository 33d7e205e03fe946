// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.statistics;

import java.io.IOException;
import java.nio.file.Path;

/** Writes a statistics file; it is removed at close when it has no record. */
@SuppressWarnings("DoNotCallSuggester")
public final class StatisticsWriter implements AutoCloseable {
    private StatisticsWriter() {}

    public static StatisticsWriter create(Path file, StatisticsGroup group) throws IOException {
        throw new UnsupportedOperationException();
    }
    /** Write the start stamp: the beginning of the first record's interval. */
    public void begin(long startNanos) throws IOException {
        throw new UnsupportedOperationException();
    }

    public void setLong(int index, long value) {
        throw new UnsupportedOperationException();
    }

    public void setDouble(int index, double value) {
        throw new UnsupportedOperationException();
    }
    /** Append the record whose interval ends at that time. */
    public void endRecord(long endNanos) throws IOException {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() throws IOException {
        throw new UnsupportedOperationException();
    }
}
