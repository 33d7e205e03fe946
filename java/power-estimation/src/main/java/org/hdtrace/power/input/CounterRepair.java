// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.input;

/**
 * Repairs amounts of intervals in which a counter of 32 bits began anew: the original's sampler took differences in 64 bits, so that
 * they are negative by a multiple of 2^32; a sum over several interfaces by several. Source: TOOLS 5.2.
 */
final class CounterRepair {
    private static final double WRAP = 4294967296.0;

    private CounterRepair() {}

    /** The amount that was counted; amounts that are not negative stay. */
    static double repaired(double amount) {
        return amount >= 0 ? amount : amount + WRAP * Math.ceil(-amount / WRAP);
    }
}
