// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.validation;

/**
 * Records of a file that were read somewhere, beside the same simulated.
 *
 * @param repetitions that were measured
 * @param leastNanos the shortest of them, until the last client had its data
 */
public record ObservedReading(Reading simulated, int repetitions, long leastNanos) {
    /** Bytes per second. */
    public double throughput() {
        return simulated.moved() * 1e9 / leastNanos;
    }

    /** By how much the simulated time is longer than the observed one: 0.1 is 10 %. */
    public double error() {
        return simulated.simulatedNanos() / (double) leastNanos - 1;
    }
}
