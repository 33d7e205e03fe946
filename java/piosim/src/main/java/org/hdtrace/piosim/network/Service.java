// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

/** How a component treats packets; like components share one. */
final class Service {
    private static final long NO_WIRE = -1;

    private final double bandwidth;
    private final long latency;
    private final boolean cutsThrough;
    private final long granularity;
    private final long fullTime;
    private final long limit;
    /** Whether packets on the way are counted, as they take no time. */
    private final boolean chargesPackets;

    private long memoWire = NO_WIRE;
    private long memoTime;

    /** A service by what sets it apart from others, as in a model. */
    record Parameters(double bandwidth, long latency, boolean cutsThrough, boolean limited, long burstNanos) {}

    Service(Parameters parameters, long granularity) {
        this.bandwidth = parameters.bandwidth;
        this.latency = parameters.latency;
        this.cutsThrough = parameters.cutsThrough;
        this.granularity = granularity;
        this.fullTime = TransferTime.nanos(granularity, bandwidth);
        long times = parameters.limited
                ? TransferTime.sum(TransferTime.sum(latency, fullTime), parameters.burstNanos)
                : Long.MAX_VALUE;
        this.chargesPackets = times == 0;
        this.limit = Math.max(1, times);
    }

    /** Bytes per second. */
    double bandwidth() {
        return bandwidth;
    }

    /** Time in ns between the end of the service and the arrival at the next component. */
    long latency() {
        return latency;
    }

    /** Whether a packet goes on when its header has passed. */
    boolean cutsThrough() {
        return cutsThrough;
    }

    /** Whether a packet is on its way to the next component by itself, not handed over at the end of the service. */
    boolean travels() {
        return latency > 0 || cutsThrough;
    }

    /** A stream is held back while its packets on the way are charged as much; at least 1. */
    long limit() {
        return limit;
    }

    /** What a packet is charged until the next component has started it, by its service time in ns. */
    long charge(long nanos) {
        return chargesPackets ? 1 : nanos;
    }

    /** Service time in ns of a packet. */
    long nanos(long wire) {
        if (wire == granularity) {
            return fullTime;
        }
        if (memoWire != wire) {
            memoWire = wire;
            memoTime = TransferTime.nanos(wire, bandwidth);
        }
        return memoTime;
    }
}
