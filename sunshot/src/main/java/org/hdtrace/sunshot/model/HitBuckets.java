// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.BitSet;

/**
 * Which pieces of time of a level with many entries are touched by hits of a search: so it is known of a pixel column that holds
 * thousands of them without a look at any. An entry touches the time from its start to before its end, or the instant it is.
 */
public final class HitBuckets {
    private static final int MOST = 1 << 17;

    private final long originNanos;
    private final int shift;
    private final BitSet touched;

    private HitBuckets(long originNanos, int shift, BitSet touched) {
        this.originNanos = originNanos;
        this.shift = shift;
        this.touched = touched;
    }

    /** Buckets without hits over all of a level that is not empty. */
    static HitBuckets of(StateLevel level) {
        long origin = level.startNanos(0);
        long whole = level.latestEndNanos() - origin;
        int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(whole) - Integer.numberOfTrailingZeros(MOST));
        return new HitBuckets(origin, shift, new BitSet());
    }

    void add(long startNanos, long endNanos) {
        long last = Math.max(startNanos, endNanos - 1);
        touched.set((int) ((startNanos - originNanos) >> shift), (int) ((last - originNanos) >> shift) + 1);
    }

    HitBuckets copy() {
        return new HitBuckets(originNanos, shift, (BitSet) touched.clone());
    }

    public long widthNanos() {
        return 1L << shift;
    }

    /** Whether a hit touches a bucket that lies wholly in [from, to); if not, one may still touch that time near its ends. */
    public boolean isAnyInside(long fromNanos, long toNanos) {
        long first = Math.max(0, (fromNanos - originNanos + widthNanos() - 1) >> shift);
        long behind = (toNanos - originNanos) >> shift;
        if (first >= behind || first >= MOST) {
            return false;
        }
        int found = touched.nextSetBit((int) first);
        return found >= 0 && found < behind;
    }
}
