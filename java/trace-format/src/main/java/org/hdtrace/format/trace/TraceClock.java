// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import org.hdtrace.format.TimeText;

/** Makes times since the epoch from those of a trace's text. */
final class TraceClock {
    private final long adjustment;
    private final ClockOffset offset;

    TraceClock(ProgramHeader program) {
        this.adjustment = program.timeAdjustmentNanos();
        this.offset = program.clockOffset().orElse(null);
    }

    /** Ns since the epoch, {@link TimeText#INVALID} when they don't fit. */
    long at(long relative) {
        long adjusted = adjustment + relative;
        if (overflows(adjustment, relative, adjusted)) {
            return TimeText.INVALID;
        }
        if (offset == null) {
            return adjusted;
        }
        long correction = offset.at(relative);
        long corrected = adjusted + correction;
        return overflows(adjusted, correction, corrected) ? TimeText.INVALID : corrected;
    }

    /** As {@link #at} by the clock of the traced process: the clock offset is not added. */
    long ownAt(long relative) {
        return adjustment + relative;
    }

    private static boolean overflows(long a, long b, long sum) {
        return ((a ^ sum) & (b ^ sum)) < 0;
    }
}
