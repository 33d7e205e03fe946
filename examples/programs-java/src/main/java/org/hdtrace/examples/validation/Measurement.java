// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.validation;

/**
 * One operation in one configuration.
 *
 * @param experiment what was done
 * @param configuration nodes and processes
 * @param bytes of a message, or what each rank contributes
 * @param moved bytes that ranks sent to each other and that count for the throughput, 0 when that isn't told
 * @param simulatedNanos time of the operation
 * @param boundNanos the least time it can take, 0 for a single process
 */
public record Measurement(
        String experiment,
        Configuration configuration,
        long bytes,
        long moved,
        long simulatedNanos,
        double boundNanos) {
    /** How much longer it took than it has to, 1 when it has nothing to do. */
    public double ratio() {
        return boundNanos == 0 ? 1 : simulatedNanos / boundNanos;
    }

    /** Bytes per second of {@link #moved}, 0 when nothing was. */
    public double throughput() {
        return moved == 0 || simulatedNanos == 0 ? 0 : moved * 1e9 / simulatedNanos;
    }
}
