// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.info;

/** The earliest and the latest of the times that it was told, ns since the epoch. Thread: one thread at a time. */
final class TimeSpan {
    private long earliest = Long.MAX_VALUE;
    private long latest = Long.MIN_VALUE;

    void add(long nanos) {
        earliest = Math.min(earliest, nanos);
        latest = Math.max(latest, nanos);
    }

    void add(TimeSpan other) {
        earliest = Math.min(earliest, other.earliest);
        latest = Math.max(latest, other.latest);
    }

    boolean isEmpty() {
        return earliest > latest;
    }

    /** 0 when there was none. */
    long earliest() {
        return isEmpty() ? 0 : earliest;
    }

    /** 0 when there was none. */
    long latest() {
        return isEmpty() ? 0 : latest;
    }
}
