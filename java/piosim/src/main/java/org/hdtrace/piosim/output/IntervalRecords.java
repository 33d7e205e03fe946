// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.io.IOException;
import org.hdtrace.format.statistics.StatisticsWriter;

/**
 * A record for each interval of a fixed length, the last one as long as is left: means over it, weighted by time, and the
 * bytes of it. A mean times its length is the integral of the step function over the interval.
 */
final class IntervalRecords implements ComponentRecords {
    private static final double PERCENT = 100;

    private final StatisticsWriter writer;
    private final long length;
    private long begin;
    private long end;
    /** Where the last piece ended. */
    private long last;

    // Of the pieces of the interval.
    private boolean some;
    private double busyNanos;
    private double queueNanos;
    private long bytes;

    /** @param length in ns */
    IntervalRecords(StatisticsWriter writer, long length) throws IOException {
        this.writer = writer;
        this.length = length;
        this.end = boundaryAfter(0);
        writer.begin(0);
    }

    @Override
    public long boundaryAfter(long time) {
        long start = time - time % length;
        return Long.MAX_VALUE - length < start ? Long.MAX_VALUE : start + length;
    }

    @Override
    public void add(long until, int busyChannels, int channels, int queue, long ofBytes) throws IOException {
        if (until > end) {
            record(end);
        }
        some = true;
        busyNanos += (double) busyChannels * (until - last) / channels;
        queueNanos += (double) queue * (until - last);
        bytes += ofBytes;
        last = until;
    }

    @Override
    public void close() throws IOException {
        if (some) {
            record(Math.max(begin, last));
        }
        writer.close();
    }

    private void record(long until) throws IOException {
        long nanos = until - begin;
        writer.setDouble(0, nanos == 0 ? 0 : PERCENT * busyNanos / nanos);
        writer.setDouble(1, nanos == 0 ? 0 : queueNanos / nanos);
        writer.setLong(2, bytes);
        writer.endRecord(until);
        some = false;
        busyNanos = 0;
        queueNanos = 0;
        bytes = 0;
        begin = until;
        end = boundaryAfter(until);
    }
}
