// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * As {@link SimpleDisk}, under the name of flash memory.
 *
 * @param avgAccessTimeNanos nanoseconds before the transfer
 * @param maxThroughput bytes per second
 * @param maxConcurrentRequests at least 1
 */
public record SimpleFlash(Identity identity, long avgAccessTimeNanos, double maxThroughput, int maxConcurrentRequests)
        implements IoSubsystem {
    public SimpleFlash {
        Objects.requireNonNull(identity, "identity");
        Checks.notNegative("AvgAccessTime", avgAccessTimeNanos);
        Checks.positive("MaxThroughput", maxThroughput);
        Checks.positive("MaxConcurrentRequests", maxConcurrentRequests);
    }

    /** A prototype without identity. */
    public static SimpleFlash of(long avgAccessTimeNanos, double maxThroughput, int maxConcurrentRequests) {
        return new SimpleFlash(Identity.NONE, avgAccessTimeNanos, maxThroughput, maxConcurrentRequests);
    }

    @Override
    public SimpleFlash withIdentity(Identity newIdentity) {
        return new SimpleFlash(newIdentity, avgAccessTimeNanos, maxThroughput, maxConcurrentRequests);
    }
}
