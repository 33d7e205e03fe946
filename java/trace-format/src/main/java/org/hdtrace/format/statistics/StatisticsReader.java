// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.statistics;

import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;

/** Streams the records of a statistics file. */
@SuppressWarnings("DoNotCallSuggester")
public final class StatisticsReader implements AutoCloseable {
    private StatisticsReader() {}

    public static StatisticsReader open(Path file) throws TraceFormatException {
        throw new TraceFormatException(file, "byte 0", "not readable yet");
    }

    public StatisticsGroup group() {
        throw new UnsupportedOperationException();
    }
    /** False for the dialect before June 2009. */
    public boolean hasStart() {
        throw new UnsupportedOperationException();
    }
    /** Beginning of the first record's interval; the first record's own time when there is no start stamp. */
    public long startNanos() {
        throw new UnsupportedOperationException();
    }

    public boolean next() throws TraceFormatException {
        throw new UnsupportedOperationException();
    }
    /** End of the record's interval, ns since the epoch. */
    public long timeNanos() {
        throw new UnsupportedOperationException();
    }
    /** Beginning of the record's interval: the previous record's time or the start. */
    public long intervalStartNanos() {
        throw new UnsupportedOperationException();
    }

    public double doubleValue(int index) {
        throw new UnsupportedOperationException();
    }

    public long longValue(int index) {
        throw new UnsupportedOperationException();
    }

    public String stringValue(int index) {
        throw new UnsupportedOperationException();
    }

    public long unusableBytes() {
        throw new UnsupportedOperationException();
    }

    public List<Finding> findings() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
