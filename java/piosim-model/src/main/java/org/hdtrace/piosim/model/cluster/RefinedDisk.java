// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * A disk with seek times and rotation: no positioning for an access that continues the last one, half a turn plus
 * track-to-track seek nearby in the same file, half a turn plus average seek otherwise.
 *
 * <p>Called {@code RefinedDiskModel} in model files.
 *
 * @param trackToTrackSeekNanos nanoseconds
 * @param averageSeekNanos nanoseconds
 * @param rpm turns per minute; half a turn is 30/rpm seconds
 * @param sequentialTransferRate bytes per second
 * @param closeDistanceBytes accesses of one file less than this apart are nearby
 * @param maxConcurrentRequests at least 1
 */
public record RefinedDisk(
        Identity identity,
        long trackToTrackSeekNanos,
        long averageSeekNanos,
        int rpm,
        double sequentialTransferRate,
        long closeDistanceBytes,
        int maxConcurrentRequests)
        implements IoSubsystem {
    public RefinedDisk {
        Objects.requireNonNull(identity, "identity");
        Checks.notNegative("TrackToTrackSeekTime", trackToTrackSeekNanos);
        Checks.notNegative("AverageSeekTime", averageSeekNanos);
        Checks.positive("RPM", rpm);
        Checks.positive("SequentialTransferRate", sequentialTransferRate);
        Checks.notNegative("PositionDifferenceConsideredToBeClose", closeDistanceBytes);
        Checks.positive("MaxConcurrentRequests", maxConcurrentRequests);
    }

    /** A prototype without identity. */
    public static RefinedDisk of(
            long trackToTrackSeekNanos,
            long averageSeekNanos,
            int rpm,
            double sequentialTransferRate,
            long closeDistanceBytes,
            int maxConcurrentRequests) {
        return new RefinedDisk(
                Identity.NONE,
                trackToTrackSeekNanos,
                averageSeekNanos,
                rpm,
                sequentialTransferRate,
                closeDistanceBytes,
                maxConcurrentRequests);
    }

    @Override
    public RefinedDisk withIdentity(Identity newIdentity) {
        return new RefinedDisk(
                newIdentity,
                trackToTrackSeekNanos,
                averageSeekNanos,
                rpm,
                sequentialTransferRate,
                closeDistanceBytes,
                maxConcurrentRequests);
    }
}
