// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.validate;

import java.util.Comparator;

/**
 * Operations that ought to take the same time.
 *
 * @param program that called them
 * @param function of MPI, or a test of the micro-benchmark
 * @param ranks of the group, 0 for what each rank does for itself
 * @param bytes that a call states
 */
public record CaseKey(String program, String function, int ranks, long bytes) implements Comparable<CaseKey> {
    private static final Comparator<CaseKey> ORDER = Comparator.comparing(CaseKey::program)
            .thenComparing(CaseKey::function)
            .thenComparing(CaseKey::ranks)
            .thenComparing(CaseKey::bytes);

    @Override
    public int compareTo(CaseKey other) {
        return ORDER.compare(this, other);
    }
}
