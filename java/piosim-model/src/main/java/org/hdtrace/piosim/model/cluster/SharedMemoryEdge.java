// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * Memory that two processes of a node share, in one direction: the sender copies each packet in, the receiver copies it out.
 * The copies of successive packets overlap, and so do both directions, since each has an edge of its own. A message of S bytes
 * in packets of P takes latency + S / bandwidth + P / bandwidth.
 *
 * <p>Libraries hand over large messages by a single copy, with a bandwidth of its own and a cost for each: {@link SingleCopy}. Such a
 * message takes latency + its cost + S / its bandwidth, and the handshake of large messages before.
 *
 * <p>So an exchange of S bytes in both directions takes as long as one message, as with MPICH 4.0.2 over UCX. On an older machine 0.61 to
 * 0.77 of there and back were measured instead of 0.5 (MODEL C6, 1 MiB): how far both processes hinder each other in caches and
 * memory is in no figure. {@code MeasuredMemoryTest} of the simulator has those times beside predicted ones.
 *
 * <p>An edge belongs to one direction between two ends, and their packets are copied in order, so threads divide each packet.
 * Copying several packets at a time would give the same throughput and only make the last one later.
 *
 * @param latencyNanos nanoseconds from the end of the copy in to the beginning of the copy out
 * @param copyBandwidth bytes per second that one thread copies
 * @param copyThreads threads that copy parts of a packet at the same time, on either side
 * @param singleCopy what is different for large messages
 */
public record SharedMemoryEdge(
        Identity identity, long latencyNanos, double copyBandwidth, int copyThreads, SingleCopy singleCopy)
        implements NetworkEdgeModel {
    public SharedMemoryEdge {
        Objects.requireNonNull(identity, "identity");
        Objects.requireNonNull(singleCopy, "singleCopy");
        Checks.notNegative("Latency", latencyNanos);
        Checks.positive("CopyBandwidth", copyBandwidth);
        Checks.positive("CopyThreads", (long) copyThreads);
    }

    /** A prototype without identity; all messages are copied in and out. */
    public static SharedMemoryEdge of(long latencyNanos, double copyBandwidth, int copyThreads) {
        return new SharedMemoryEdge(Identity.NONE, latencyNanos, copyBandwidth, copyThreads, SingleCopy.NEVER);
    }

    /** The same with another way for large messages. */
    public SharedMemoryEdge withSingleCopy(SingleCopy other) {
        return new SharedMemoryEdge(identity, latencyNanos, copyBandwidth, copyThreads, other);
    }

    /** Bytes per second of each of the two copies. */
    @Override
    public double bandwidth() {
        return copyBandwidth * copyThreads;
    }

    @Override
    public SharedMemoryEdge withIdentity(Identity newIdentity) {
        return new SharedMemoryEdge(newIdentity, latencyNanos, copyBandwidth, copyThreads, singleCopy);
    }
}
