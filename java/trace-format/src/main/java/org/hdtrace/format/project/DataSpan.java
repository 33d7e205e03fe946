// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.util.Arrays;

/**
 * Where the data of a layout lies as a whole.
 *
 * <p>Thread: immutable, any.
 */
final class DataSpan {
    private static final long[] NONE = {};

    private final long lower;
    private final long upper;
    private final boolean ordered;
    /** Bytes of each of the parts when all are the same size; else -1. */
    private final long partSize;
    /** Bytes in front of each part and, last, of all. */
    private final long[] sums;

    private DataSpan(long lower, long upper, boolean ordered, long partSize, long[] sums) {
        this.lower = lower;
        this.upper = upper;
        this.ordered = ordered;
        this.partSize = partSize;
        this.sums = sums;
    }

    static DataSpan ofRun(long offset, long length) {
        return length == 0
                ? new DataSpan(0, 0, true, 0, NONE)
                : new DataSpan(offset, Math.addExact(offset, length), true, length, NONE);
    }

    /** Of a part, several times. */
    static DataSpan ofRepetition(long count, long stride, DataSpan part, long size) {
        if (size == 0) {
            return ofRun(0, 0);
        }
        long last = Math.multiplyExact(count - 1, stride);
        boolean behind = count == 1 || stride >= part.upper - part.lower;
        return new DataSpan(
                Math.addExact(part.lower, Math.min(0, last)),
                Math.addExact(part.upper, Math.max(0, last)),
                part.ordered && behind,
                size,
                NONE);
    }

    /** Of parts at displacements. */
    static DataSpan ofList(long[] displacements, DatatypeLayout... parts) {
        long lower = Long.MAX_VALUE;
        long upper = Long.MIN_VALUE;
        boolean ordered = true;
        boolean same = true;
        for (int i = 0; i < parts.length; i++) {
            same &= parts[i].size() == parts[0].size();
            if (parts[i].size() > 0) {
                long begin = Math.addExact(displacements[i], parts[i].dataLower());
                long end = Math.addExact(displacements[i], parts[i].dataUpper());
                ordered &= parts[i].isOrdered() && (upper == Long.MIN_VALUE || begin >= upper);
                lower = Math.min(lower, begin);
                upper = Math.max(upper, end);
            }
        }
        if (upper == Long.MIN_VALUE) {
            return ofRun(0, 0);
        }
        return new DataSpan(lower, upper, ordered, same ? parts[0].size() : -1, same ? NONE : sums(parts));
    }

    private static long[] sums(DatatypeLayout... parts) {
        long[] sums = new long[parts.length + 1];
        for (int i = 0; i < parts.length; i++) {
            sums[i + 1] = Math.addExact(sums[i], parts[i].size());
        }
        return sums;
    }

    long lower() {
        return lower;
    }

    long upper() {
        return upper;
    }

    /** Whether each piece begins where the one before ends, or behind. */
    boolean ordered() {
        return ordered;
    }

    /** Bytes of the parts in front of one. */
    long before(int part) {
        return partSize >= 0 ? part * partSize : sums[part];
    }

    /** The part that holds a byte of the data. */
    int partOf(long number) {
        if (partSize >= 0) {
            return (int) (number / partSize);
        }
        int found = Arrays.binarySearch(sums, number);
        if (found < 0) {
            return -found - 2;
        }
        // Parts without data have the sum of the next one.
        while (sums[found + 1] == number) {
            found++;
        }
        return found;
    }
}
