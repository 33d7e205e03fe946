// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * A solid-state device with parallel channels, {@code NVMe} in model files. Each access occupies a channel; accesses on
 * different channels wait for the flash at the same time, then share one way out. So n accesses of s bytes that come
 * together take AccessTime + n x s / MaxThroughput while n is at most the number of channels.
 *
 * @param channels accesses at the same time, at least 1
 * @param accessTimeNanos nanoseconds before the transfer
 * @param maxThroughput bytes per second of all channels together
 */
public record Nvme(Identity identity, int channels, long accessTimeNanos, double maxThroughput) implements IoSubsystem {
    public Nvme {
        Objects.requireNonNull(identity, "identity");
        Checks.positive("Channels", channels);
        Checks.notNegative("AccessTime", accessTimeNanos);
        Checks.positive("MaxThroughput", maxThroughput);
    }

    /** A prototype without identity. */
    public static Nvme of(int channels, long accessTimeNanos, double maxThroughput) {
        return new Nvme(Identity.NONE, channels, accessTimeNanos, maxThroughput);
    }

    @Override
    public Nvme withIdentity(Identity newIdentity) {
        return new Nvme(newIdentity, channels, accessTimeNanos, maxThroughput);
    }

    @Override
    public int maxConcurrentRequests() {
        return channels;
    }
}
