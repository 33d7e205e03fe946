// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.fit;

/**
 * A file system as one client sees it: a block of s bytes takes access + s / throughput.
 *
 * @param writeAccess nanoseconds of a written block of no bytes
 * @param writeRate bytes per second
 * @param readAccess nanoseconds of a block read at random
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
        double sharing) {}
