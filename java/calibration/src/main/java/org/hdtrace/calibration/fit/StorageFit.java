// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.fit;

/**
 * A file system as one client sees it: a block of s bytes takes access + s / throughput.
 *
 * @param writeAccess nanoseconds of a new block of no bytes
 * @param writeRate bytes per second
 * @param readAccess nanoseconds of a block of no bytes read in order
 * @param readRate bytes per second
 * @param createNanos to make, write, close and remove the smallest file; NaN: not measured
 * @param syncRate bytes per second up to the device (write and fsync); NaN: not measured
 * @param clients that were measured together at most
 * @param sharing time of that many clients together over the time of one, for the largest blocks written: 1 when they don't hinder each other
 */
public record StorageFit(
        Estimate writeAccess,
        Estimate writeRate,
        Estimate readAccess,
        Estimate readRate,
        double createNanos,
        double syncRate,
        int clients,
        double sharing) {
    /** Bytes per second that all clients together get in the direction that is faster: never less than one gets. */
    public double commonRate() {
        return Math.max(writeRate.value(), readRate.value()) * Math.max(1, clients / sharing);
    }
}
