// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.io.IOException;
import org.hdtrace.format.statistics.StatisticsWriter;

/** A record for each piece of time: an exact step function. Source: MODEL A7, FORMATS B5.2 on concurrency. */
final class StepRecords implements ComponentRecords {
    private static final double PERCENT = 100;

    private final StatisticsWriter writer;
    private boolean begun;
    /** Where the last record ends. */
    private long last;

    StepRecords(StatisticsWriter writer) {
        this.writer = writer;
    }

    @Override
    public long boundaryAfter(long time) {
        return Long.MAX_VALUE;
    }

    @Override
    public void add(long until, int busyChannels, int channels, int queue, long bytes) throws IOException {
        if (!begun) {
            begun = true;
            writer.begin(0);
        }
        last = Math.max(last, until);
        double percent = channels == 1 ? PERCENT * busyChannels : PERCENT * busyChannels / channels;
        writer.write(last, (float) percent, queue, bytes);
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
