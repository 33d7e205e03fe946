// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.statistics;

/**
 * Tells whether a statistics file has the start stamp that came in June 2009 (FORMATS B 1.4). The length of the body modulo the
 * size of a record is that of a stamp with it and 0 without, but a file that was cut has any length; so the stamps decide first:
 * those of the right reading are valid and follow each other closely. Damage further on doesn't change what the beginning is
 * taken for. Where the stamps of both readings fit, only the files that have a positive adjustment may be old ones; of those the
 * length decides, and where it is that of neither, nobody can tell.
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
    private final int usedBytes;

    /** What a body is taken for. */
    enum Verdict {
        START(true, true),
        NO_START(false, true),
        /** With start stamp, but only because of its length. */
        START_BY_LENGTH(true, false),
        NO_START_BY_LENGTH(false, false),
        /** The first stamp is where both readings have one; what follows means one thing or another. */
        UNDECIDED(true, false);

        private final boolean start;
        private final boolean sure;

        Verdict(boolean start, boolean sure) {
            this.start = start;
            this.sure = sure;
        }

        boolean hasStart() {
            return start;
        }

        /** Whether the other reading is out of the question. */
        boolean isSure() {
            return sure;
        }
    }

    DialectRule(StatisticsHeader header, byte[] sample, int sampleBytes) {
        this.header = header;
        this.sample = sample;
        this.sampleBytes = sampleBytes;
        int used = sampleBytes;
        while (used > 0 && sample[used - 1] == 0) {
            used--;
        }
        this.usedBytes = used;
    }

    /** Judge a body of that length. */
    Verdict judge(long bodyBytes) {
        int stamp = header.stampBytes();
        int record = header.recordBytes();
        if (record < 0 || record == stamp) {
            return Verdict.START;
        }
        int with = misfit(stamp, record);
        int without = misfit(record, record);
        boolean maybeOld = header.adjustmentNanos() > 0;
        boolean bothFit = Math.min(with, without) == Integer.MAX_VALUE;
        if (with != without) {
            boolean anyPair = without > record + stamp;
            return without > with && (anyPair || maybeOld) ? Verdict.NO_START : Verdict.START;
        }
        if (!bothFit) {
            return bodyBytes % record == 0 ? Verdict.NO_START : Verdict.START;
        }
        // An unused rest is left by mappings only, which are younger than the stamp.
        if (!maybeOld || bodyBytes <= stamp || sampleBytes - usedBytes >= record + stamp) {
            return Verdict.START;
        }
        long rest = bodyBytes % record;
        if (rest == stamp) {
            return Verdict.START_BY_LENGTH;
        }
        // A single record has no stamp to compare with, whereas a stamp behind the first one seems to be there.
        return rest == 0 && bodyBytes > record ? Verdict.NO_START_BY_LENGTH : Verdict.UNDECIDED;
    }

    /**
     * How many bytes it takes to see that stamps at 0, {@code second}, {@code second + step}, ... are none or don't follow each
     * other; the largest number when all fit. Unused bytes tell nothing.
     */
    private int misfit(int second, int step) {
        long earlier = Long.MIN_VALUE;
        int at = 0;
        while (at < usedBytes) {
            int seen = Math.min(header.stampBytes(), usedBytes - at);
            for (int bytes = 1; bytes <= seen; bytes++) {
                if (!fits(at, bytes, earlier)) {
                    return at + bytes;
                }
            }
            earlier = stamp(at, seen, 0);
            at = at == 0 ? second : at + step;
        }
        return Integer.MAX_VALUE;
    }

    /** Whether the first bytes of a stamp can be those of a valid one that follows the earlier one closely. */
    private boolean fits(int at, int bytes, long earlier) {
        long least = stamp(at, bytes, 0);
        long most = stamp(at, bytes, 0xff);
        boolean valid = !header.epochStamps() || bytes <= Integer.BYTES || nanos(at, bytes, 0) < NANOS;
        return valid && (earlier == Long.MIN_VALUE || (most >= earlier && least - earlier <= CLOSE_NANOS));
    }

    /** ns of a stamp of which some bytes are known. */
    private long stamp(int at, int bytes, int others) {
        int known = Math.min(bytes, Integer.BYTES);
        // The first byte has the sign and is always known.
        int first = (int) number(at, known, others);
        if (!header.epochStamps()) {
            return first * header.resolutionNanos();
        }
        return first * NANOS + Math.min(NANOS - 1, nanos(at, bytes, others));
    }

    private long nanos(int at, int bytes, int others) {
        return number(at + Integer.BYTES, bytes - Integer.BYTES, others);
    }

    /** Four bytes without sign. */
    private long number(int at, int bytes, int others) {
        long number = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            number = number << 8 | (i < bytes ? sample[at + i] & 0xff : others);
        }
        return number;
    }
}
