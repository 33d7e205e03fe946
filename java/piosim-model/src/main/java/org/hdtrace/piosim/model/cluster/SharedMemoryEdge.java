// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * Memory that two processes of a node share, in one direction: the sender copies each packet in, the receiver copies it out.
 * The copies of successive packets overlap, and so do both directions, since each has an edge of its own. A message of S bytes
 * in packets of P takes latency + S / bandwidth + P / bandwidth.
 *
 * <p>So an exchange of S bytes in both directions takes as long as one message, and half of there and back. Real libraries
 * were measured at 0.61 to 0.77 of their ping-pong (MODEL C6, 1 MiB). No model with one bandwidth gives that: when a message
 * is meant, a process makes both of its copies in an exchange, and one after the other they take as long as a message that
 * isn't copied packet by packet, never less; when there and back is meant, the two copies of a process either hinder each
 * other fully (1) or not at all (0.5, here). What lies between is how far they share caches and memory, a second figure.
 * {@code MeasuredMemoryTest} of the simulator has all measured times beside predicted ones.
 *
 * <p>An edge belongs to one direction between two ends, and their packets are copied in order, so threads divide each packet.
 * Copying several packets at a time would give the same throughput and only make the last one later.
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
