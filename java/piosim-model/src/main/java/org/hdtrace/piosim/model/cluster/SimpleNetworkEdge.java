// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * Busy for {@code size / bandwidth}, then the packet needs {@code latencyNanos} more. An edge that is shaped by a token bucket lets
 * {@code burstBytes} pass at once after a pause, and has them again when it was idle for as long as they take.
 *
 * @param latencyNanos nanoseconds after the transfer
 * @param bandwidth bytes per second
 * @param burstBytes bytes that take no time when the edge has carried nothing before, 0 for none
 */
public record SimpleNetworkEdge(Identity identity, long latencyNanos, double bandwidth, long burstBytes)
        implements NetworkEdgeModel {
    public SimpleNetworkEdge {
        Objects.requireNonNull(identity, "identity");
        Checks.notNegative("Latency", latencyNanos);
        Checks.positive("Bandwidth", bandwidth);
        Checks.notNegative("Burst", burstBytes);
    }

    /** Without a burst. */
    public SimpleNetworkEdge(Identity identity, long latencyNanos, double bandwidth) {
        this(identity, latencyNanos, bandwidth, 0);
    }

    /** A prototype without identity and burst. */
    public static SimpleNetworkEdge of(long latencyNanos, double bandwidth) {
        return new SimpleNetworkEdge(Identity.NONE, latencyNanos, bandwidth, 0);
    }

    /** The same that lets so many bytes pass at once after a pause. */
    public SimpleNetworkEdge withBurst(long bytes) {
        return new SimpleNetworkEdge(identity, latencyNanos, bandwidth, bytes);
    }

    @Override
    public SimpleNetworkEdge withIdentity(Identity newIdentity) {
        return new SimpleNetworkEdge(newIdentity, latencyNanos, bandwidth, burstBytes);
    }
}
