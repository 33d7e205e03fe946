// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

/**
 * Sums that stop at the ends of what a long holds, so that a sum of huge numbers is huge and never turns negative. Who shows one
 * that stands at an end says so, see {@link #isAtEnd}.
 */
public final class Saturated {
    private Saturated() {}

    public static long add(long a, long b) {
        long sum = a + b;
        return ((a ^ sum) & (b ^ sum)) < 0 ? end(a) : sum;
    }

    public static long subtract(long a, long b) {
        long difference = a - b;
        return ((a ^ b) & (a ^ difference)) < 0 ? end(a) : difference;
    }

    public static long multiply(long a, long b) {
        long high = Math.multiplyHigh(a, b);
        long low = a * b;
        return high == low >> 63 ? low : end(a ^ b);
    }

    /** Whether a sum may have been larger than it is given. */
    public static boolean isAtEnd(long sum) {
        return sum == Long.MAX_VALUE || sum == Long.MIN_VALUE;
    }

    private static long end(long sign) {
        return sign < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
}
