// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * Memory that two processes of a node share, in one direction: the sender copies each packet in, the receiver copies it out.
 * The copies of successive packets overlap, and so do both directions, since each has an edge of its own. A message of S bytes
 * in packets of P takes latency + S / bandwidth + P / bandwidth.
 *
 * @param latencyNanos nanoseconds from the end of the copy in to the beginning of the copy out
 * @param copyBandwidth bytes per second that one thread copies
 * @param copyThreads threads that copy parts of a packet at the same time, on either side
 */
public record SharedMemoryEdge(Identity identity, long latencyNanos, double copyBandwidth, int copyThreads)
        implements NetworkEdgeModel {
    public SharedMemoryEdge {
        Objects.requireNonNull(identity, "identity");
        Checks.notNegative("Latency", latencyNanos);
        Checks.positive("CopyBandwidth", copyBandwidth);
        Checks.positive("CopyThreads", (long) copyThreads);
    }

    /** A prototype without identity. */
    public static SharedMemoryEdge of(long latencyNanos, double copyBandwidth, int copyThreads) {
        return new SharedMemoryEdge(Identity.NONE, latencyNanos, copyBandwidth, copyThreads);
    }

    /** Bytes per second of each of the two copies. */
    @Override
    public double bandwidth() {
        return copyBandwidth * copyThreads;
    }

    @Override
    public SharedMemoryEdge withIdentity(Identity newIdentity) {
        return new SharedMemoryEdge(newIdentity, latencyNanos, copyBandwidth, copyThreads);
    }
}
