// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.statistics;

import java.nio.ByteBuffer;

/**
 * Tells whether a statistics file has the start stamp that came in June 2009 (FORMATS B 1.4): the length of the body modulo the
 * size of a record is that of a stamp with it and 0 without. For a file that was cut, and where the lengths allow both, the first
 * stamps decide: those of the right reading are valid and follow each other closely.
 */
final class DialectRule {
    /** Bytes of the body that the rule wants to see. */
    static final int SAMPLE_BYTES = 1 << 16;

    private static final long NANOS = 1_000_000_000L;
    /** Longest interval that is believed. */
    private static final long CLOSE_NANOS = 10_000_000L * NANOS;

    private final StatisticsHeader header;
    private final byte[] sample;
    private final int sampleBytes;

    DialectRule(StatisticsHeader header, byte[] sample, int sampleBytes) {
        this.header = header;
        this.sample = sample;
        this.sampleBytes = sampleBytes;
    }

    /** Whether a body of that length begins with a start stamp. */
    boolean hasStart(long bodyBytes) {
        int stamp = header.stampBytes();
        int record = header.recordBytes();
        if (bodyBytes < stamp) {
            return false;
        }
        if (record < 0 || record == stamp) {
            return true;
        }
        boolean startLikely = follow(0, stamp, 1);
        long rest = bodyBytes % record;
        if (rest == 0) {
            boolean several = bodyBytes >= 2L * record;
            return startLikely && !(several && follow(0, record, Integer.MAX_VALUE));
        }
        return rest == stamp || startLikely || !follow(0, record, Integer.MAX_VALUE);
    }

    /** Whether stamps at {@code first}, {@code first + step}, ... are valid, in order and close; at least two are needed. */
    private boolean follow(int first, int step, int most) {
        int at = first;
        int pairs = 0;
        while (pairs < most && at + step + header.stampBytes() <= sampleBytes) {
            long earlier = stampAt(at);
            long later = stampAt(at + step);
            if (earlier == Long.MIN_VALUE || later < earlier || later - earlier > CLOSE_NANOS) {
                return false;
            }
            at += step;
            pairs++;
        }
        return pairs > 0;
    }

    private long stampAt(int at) {
        ByteBuffer bytes = ByteBuffer.wrap(sample);
        if (!header.epochStamps()) {
            return bytes.getInt(at) * header.resolutionNanos();
        }
        int nanos = bytes.getInt(at + 4);
        return nanos < 0 || nanos >= NANOS ? Long.MIN_VALUE : bytes.getInt(at) * NANOS + nanos;
    }
}
