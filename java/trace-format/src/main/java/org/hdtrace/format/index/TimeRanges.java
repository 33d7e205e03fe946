// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.IOException;
import org.hdtrace.format.trace.ProgramHeader;
import org.hdtrace.format.trace.TextRanges;

/**
 * Where in a trace an interval is, by its index: the blocks with something that touches it, widened to places between two
 * top-level entries. Found by halving; what lies elsewhere need not be read. It may be more than is needed, never less.
 *
 * <p>Source: FORMATS A5; paper on OTF, section 3.3.
 */
public final class TimeRanges {
    /** By how much a corrected time may be off, because its offset is interpolated with 53 bits; ns. */
    private static final long ROUNDING_NANOS = 10_000;

    private final BlockTable blocks;
    private final long fromNanos;
    private final long toNanos;

    private TimeRanges(BlockTable blocks, long fromNanos, long toNanos) {
        this.blocks = blocks;
        this.fromNanos = fromNanos;
        this.toNanos = toNanos;
    }

    /**
     * The pieces of a trace that hold all entries that touch an interval.
     *
     * @param index of the trace
     * @param program head of the trace
     * @param fromNanos corrected time, ns since the epoch
     * @param toNanos corrected time, ns since the epoch
     * @throws IOException when the index can't be read or makes no sense; the trace is still good then
     */
    public static TextRanges of(TraceIndex index, ProgramHeader program, long fromNanos, long toNanos)
            throws IOException {
        if (!program.isSteady()) {
            return TextRanges.all();
        }
        long from = Math.max(Long.MIN_VALUE + ROUNDING_NANOS, program.ownNanos(fromNanos)) - ROUNDING_NANOS;
        long to = Math.min(Long.MAX_VALUE - ROUNDING_NANOS, program.ownNanos(toNanos)) + ROUNDING_NANOS;
        return new TimeRanges(index.blocks(), from, to).find(!index.isWhole());
    }

    /** {@code tail}: what is behind the last block belongs to the answer, as nobody knows its times. */
    private TextRanges find(boolean tail) {
        TextRanges.Builder pieces = new TextRanges.Builder(IndexFormat.BLOCK_BYTES);
        int end = blocks.endOfStartingBefore(toNanos);
        int first = blocks.firstEndingFrom(fromNanos);
        while (first < end) {
            int behind = first;
            while (behind < end && isTouched(behind)) {
                behind++;
            }
            if (behind > first) {
                pieces.add(blocks.placeBefore(first), blocks.placeFrom(behind));
            }
            first = behind + 1;
        }
        if (tail) {
            pieces.add(blocks.placeBefore(blocks.size()), Long.MAX_VALUE);
        }
        return pieces.build();
    }

    private boolean isTouched(int block) {
        return blocks.latestNanos(block) >= fromNanos && blocks.earliestNanos(block) < toNanos;
    }
}
