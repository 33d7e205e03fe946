// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * As {@link SimpleNetworkEdge}, but the next hop starts when the header has arrived.
 *
 * @param latencyNanos nanoseconds after the transfer
 * @param bandwidth bytes per second
 */
public record CutThroughNetworkEdge(Identity identity, long latencyNanos, double bandwidth)
        implements NetworkEdgeModel {
    public CutThroughNetworkEdge {
        Objects.requireNonNull(identity, "identity");
        Checks.notNegative("Latency", latencyNanos);
        Checks.positive("Bandwidth", bandwidth);
    }

    /** A prototype without identity. */
    public static CutThroughNetworkEdge of(long latencyNanos, double bandwidth) {
        return new CutThroughNetworkEdge(Identity.NONE, latencyNanos, bandwidth);
    }

    @Override
    public CutThroughNetworkEdge withIdentity(Identity newIdentity) {
        return new CutThroughNetworkEdge(newIdentity, latencyNanos, bandwidth);
    }
}
