// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * One of the two copies of a {@link SharedMemoryEdge} with a {@link SingleCopy}, which the simulator makes of it; files have the edge.
 * Large messages are copied once: copying in takes them no time, copying out what the single copy takes.
 *
 * @param latencyNanos nanoseconds after the copy
 * @param copyBandwidth bytes per second of messages that are copied twice
 * @param out whether it is the receiver's copy
 */
public record MemoryCopy(Identity identity, long latencyNanos, double copyBandwidth, SingleCopy single, boolean out)
        implements NetworkEdgeModel {
    public MemoryCopy {
        Objects.requireNonNull(identity, "identity");
        Objects.requireNonNull(single, "single");
        Checks.notNegative("Latency", latencyNanos);
        Checks.positive("CopyBandwidth", copyBandwidth);
    }

    /** That of the faster kind of messages. */
    @Override
    public double bandwidth() {
        return Math.max(copyBandwidth, single.bandwidth());
    }

    @Override
    public MemoryCopy withIdentity(Identity newIdentity) {
        return new MemoryCopy(newIdentity, latencyNanos, copyBandwidth, single, out);
    }
}
