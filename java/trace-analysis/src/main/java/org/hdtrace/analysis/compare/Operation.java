// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.compare;

import java.util.Objects;

/**
 * One top-level call of a rank, with what tells it from others of its name.
 *
 * @param name of the state
 * @param startNanos ns since the epoch
 * @param endNanos ns since the epoch
 * @param gapNanos time since the previous call of the rank ended, that is computation; 0 for the first call
 * @param size bytes asked for, or {@link #ABSENT}
 * @param count elements, or {@link #ABSENT}
 * @param root world rank of a collective's root, or {@link #ABSENT}
 * @param cid id of the communicator, or {@link #ABSENT}
 */
public record Operation(
        String name, long startNanos, long endNanos, long gapNanos, long size, long count, long root, long cid) {
    /** Stands for an attribute that the trace doesn't have. */
    public static final long ABSENT = Long.MIN_VALUE;

    public Operation {
        Objects.requireNonNull(name, "name");
    }

    /** The same call that long after the one before it. */
    Operation behind(long gap) {
        return new Operation(name, startNanos, endNanos, gap, size, count, root, cid);
    }

    public long durationNanos() {
        return endNanos - startNanos;
    }

    /** Whether both can be the same call; an attribute that one of them lacks doesn't count. */
    boolean agreesWith(Operation other) {
        return name.equals(other.name) && attributesAgree(other);
    }

    boolean attributesAgree(Operation other) {
        return agree(size, other.size) && agree(count, other.count) && agree(root, other.root) && agree(cid, other.cid);
    }

    private static boolean agree(long mine, long other) {
        return mine == other || mine == ABSENT || other == ABSENT;
    }
}
