// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

/**
 * How processes of a node hand over large messages: the receiver copies from the sender's memory (by the kernel, as with
 * {@code process_vm_readv}), so that nothing is copied twice, but each message costs a call.
 *
 * @param fromBytes messages of more bytes, what the protocol adds included, are copied so
 * @param latencyNanos nanoseconds that each such message takes besides
 * @param bandwidth bytes per second of the copy
 */
public record SingleCopy(long fromBytes, long latencyNanos, double bandwidth) {
    /** All messages are copied in and out. */
    public static final SingleCopy NEVER = new SingleCopy(Long.MAX_VALUE, 0, Double.POSITIVE_INFINITY);

    public SingleCopy {
        Checks.positive("SingleCopyFrom", fromBytes);
        Checks.notNegative("SingleCopyLatency", latencyNanos);
        Checks.positive("SingleCopyBandwidth", bandwidth);
    }

    /** As a model states it, where nothing but 0, 0 and infinity is {@link #NEVER}. */
    public static SingleCopy stated(long fromBytes, long latencyNanos, double bandwidth) {
        boolean nothing = fromBytes == 0 && latencyNanos == 0 && Double.isInfinite(bandwidth);
        return nothing ? NEVER : new SingleCopy(fromBytes, latencyNanos, bandwidth);
    }

    /** Whether no message is. */
    public boolean isNever() {
        return fromBytes == Long.MAX_VALUE;
    }
}
