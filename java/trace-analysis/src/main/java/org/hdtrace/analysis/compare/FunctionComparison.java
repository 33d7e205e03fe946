// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.compare;

/**
 * The matched calls of one function, or the computation before all of them.
 *
 * @param name of the function
 * @param count matched pairs
 * @param aNanos time in A
 * @param bNanos time in B
 */
public record FunctionComparison(String name, long count, long aNanos, long bNanos) {
    /** B's time as a multiple of A's; 1 when both are 0, infinite when only A's is. */
    public double ratio() {
        return aNanos == bNanos ? 1 : (double) bNanos / aNanos;
    }

    public long deltaNanos() {
        return bNanos - aNanos;
    }
}
