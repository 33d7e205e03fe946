// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.compare;

/**
 * One operation, or the computation before one, by which the runs differ much.
 *
 * @param rank world rank
 * @param thread number of the thread, or -1
 * @param ordinal number of the operation among those of the rank in A, from 0
 * @param name of the function
 * @param gap whether it is the computation before the operation
 * @param aNanos time in A
 * @param bNanos time in B
 * @param share of the sum of all absolute differences, 0 to 1
 */
public record Contributor(
        int rank, int thread, int ordinal, String name, boolean gap, long aNanos, long bNanos, double share) {
    public long deltaNanos() {
        return bNanos - aNanos;
    }
}
