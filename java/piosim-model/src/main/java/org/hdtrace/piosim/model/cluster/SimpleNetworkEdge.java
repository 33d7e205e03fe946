// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * Busy for {@code size / bandwidth}, then the packet needs {@code latencyNanos} more.
 *
 * @param latencyNanos nanoseconds after the transfer
 * @param bandwidth bytes per second
 */
public record SimpleNetworkEdge(Identity identity, long latencyNanos, double bandwidth) implements NetworkEdgeModel {
    public SimpleNetworkEdge {
        Objects.requireNonNull(identity, "identity");
        Checks.notNegative("Latency", latencyNanos);
        Checks.positive("Bandwidth", bandwidth);
    }

    /** A prototype without identity. */
    public static SimpleNetworkEdge of(long latencyNanos, double bandwidth) {
        return new SimpleNetworkEdge(Identity.NONE, latencyNanos, bandwidth);
    }

    @Override
    public SimpleNetworkEdge withIdentity(Identity newIdentity) {
        return new SimpleNetworkEdge(newIdentity, latencyNanos, bandwidth);
    }
}
