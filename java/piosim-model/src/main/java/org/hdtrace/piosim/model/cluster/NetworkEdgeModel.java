// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

/** One direction of a cable; a full-duplex cable is two edges. */
public sealed interface NetworkEdgeModel extends Component
        permits SimpleNetworkEdge, CutThroughNetworkEdge, SharedMemoryEdge, MemoryCopy {
    /** Time in nanoseconds that a packet travels after the edge is free for the next one. */
    long latencyNanos();

    /** Bytes per second, positive infinity for no transfer time. */
    double bandwidth();

    @Override
    NetworkEdgeModel withIdentity(Identity identity);
}
