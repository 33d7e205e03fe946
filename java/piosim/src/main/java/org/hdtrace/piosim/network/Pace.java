// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import org.hdtrace.piosim.model.cluster.MemoryCopy;
import org.hdtrace.piosim.model.cluster.NetworkEdgeModel;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.SingleCopy;

/** How long an edge needs for packets that don't just take their size over its bandwidth. Most components have none. */
abstract class Pace {
    /**
     * A packet is served from a time on, which never goes back.
     *
     * @param time ns of its size over the bandwidth of the edge
     * @return ns that it is served, the largest number when nobody can tell
     */
    abstract long nanos(Packet packet, long start, long time);

    /** Null for an edge without. */
    static Pace of(NetworkEdgeModel edge) {
        if (edge instanceof SimpleNetworkEdge simple && simple.burstBytes() > 0) {
            return new TokenBucket(TransferTime.nanos(simple.burstBytes(), simple.bandwidth()));
        }
        return edge instanceof MemoryCopy copy ? new Copy(copy) : null;
    }

    /**
     * What the burst has room for takes no time; room comes back at the rate of the edge. Source: the virtual scheduling algorithm
     * (ITU-T I.371, annex A), which needs one number for it.
     */
    private static final class TokenBucket extends Pace {
        private final long burstNanos;
        /** When the bucket is full again. */
        private long full;

        TokenBucket(long burstNanos) {
            this.burstNanos = burstNanos;
        }

        @Override
        long nanos(Packet packet, long start, long time) {
            long from = Math.max(full, start);
            if (time > Long.MAX_VALUE - from) {
                return Long.MAX_VALUE;
            }
            full = from + time;
            return Math.max(0, full - start - burstNanos);
        }
    }

    /** Messages beyond a size pass the sender's copy at once, and the receiver's once as a whole. */
    private static final class Copy extends Pace {
        private final double copyBandwidth;
        private final SingleCopy single;
        private final boolean out;

        Copy(MemoryCopy copy) {
            copyBandwidth = copy.copyBandwidth();
            single = copy.single();
            out = copy.out();
        }

        @Override
        long nanos(Packet packet, long start, long time) {
            if (packet.message.bytes <= single.fromBytes()) {
                return TransferTime.nanos(packet.wire, copyBandwidth);
            }
            if (!out) {
                return 0;
            }
            return TransferTime.sum(
                    TransferTime.nanos(packet.wire, single.bandwidth()), packet.hasHeader ? single.latencyNanos() : 0);
        }
    }
}
