// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

/** How long a number of bytes takes. */
public final class TransferTime {
    private static final long NANOS = 1_000_000_000L;
    private static final long EXACT_LIMIT = Long.MAX_VALUE / NANOS;

    private TransferTime() {}

    /**
     * Size divided by bandwidth, cut off to whole nanoseconds.
     *
     * @param bandwidth bytes per second; infinity takes no time
     */
    public static long nanos(long bytes, double bandwidth) {
        long whole = (long) bandwidth;
        if (whole == bandwidth && bytes <= EXACT_LIMIT) {
            return bytes * NANOS / whole;
        }
        return Double.isInfinite(bandwidth) ? 0 : (long) (bytes / bandwidth * 1e9);
    }

    /** The sum of two times that aren't negative, or the largest time there is. */
    public static long sum(long nanos, long more) {
        return more > Long.MAX_VALUE - nanos ? Long.MAX_VALUE : nanos + more;
    }
}
