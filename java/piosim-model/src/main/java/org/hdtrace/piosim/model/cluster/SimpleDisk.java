// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * A FIFO disk: access time plus {@code size / maxThroughput} for every job.
 *
 * @param avgAccessTimeNanos nanoseconds before the transfer
 * @param maxThroughput bytes per second
 * @param maxConcurrentRequests at least 1
 */
public record SimpleDisk(Identity identity, long avgAccessTimeNanos, double maxThroughput, int maxConcurrentRequests)
        implements IoSubsystem {
    public SimpleDisk {
        Objects.requireNonNull(identity, "identity");
        Checks.notNegative("AvgAccessTime", avgAccessTimeNanos);
        Checks.positive("MaxThroughput", maxThroughput);
        Checks.positive("MaxConcurrentRequests", maxConcurrentRequests);
    }

    /** A prototype without identity. */
    public static SimpleDisk of(long avgAccessTimeNanos, double maxThroughput, int maxConcurrentRequests) {
        return new SimpleDisk(Identity.NONE, avgAccessTimeNanos, maxThroughput, maxConcurrentRequests);
    }

    @Override
    public SimpleDisk withIdentity(Identity newIdentity) {
        return new SimpleDisk(newIdentity, avgAccessTimeNanos, maxThroughput, maxConcurrentRequests);
    }
}
