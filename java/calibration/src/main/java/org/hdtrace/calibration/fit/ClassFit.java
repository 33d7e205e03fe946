// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.fit;

/**
 * What was fitted to the messages of a class of pairs.
 *
 * @param sharedMemory whether both ranks are on one host
 * @param latency nanoseconds of a message of no bytes
 * @param bandwidth bytes per second of one direction
 * @param packet bytes that are copied in before the other side copies them out, or that a switch takes in before it sends them; 0: none
 * @param burst bytes that pass at once after a pause, as links let them that are shaped
 * @param large messages beyond the eager limit, null where they are as others; then all else is of those up to it
 * @param eagerLimit largest message that is sent without waiting for its receive, -1 when it's beyond all sizes or unknown
 * @param medianError how far the sizes are from the line, in the middle: 0.02 is 2 %
 * @param largestError and at worst
 * @param exchangeBelow time of an exchange over that of a message, for large messages up to the eager limit; NaN: not measured
 * @param exchangeAbove the same beyond it: 1 when both directions overlap, 2 when one waits for the other
 */
public record ClassFit(
        PairClasses.PairClass pairs,
        boolean sharedMemory,
        Estimate latency,
        Estimate bandwidth,
        long packet,
        long burst,
        LargeFit large,
        long eagerLimit,
        double medianError,
        double largestError,
        double exchangeBelow,
        double exchangeAbove) {
    private static final long SMALLEST_PACKET = 1 << 10;
    private static final long LARGEST_PACKET = 64 << 10;

    public String name() {
        return pairs.name();
    }

    /**
     * The size of packets for a model: that of the fit, else so small that a packet takes a quarter of the latency, within what
     * can be simulated in reasonable time.
     */
    public long modelPacket() {
        long quarter = Math.round(bandwidth.value() * latency.value() / 4e9);
        return packet > 0 ? packet : Math.min(LARGEST_PACKET, Math.max(SMALLEST_PACKET, quarter));
    }

    /** Whether both directions of an exchange took a large part of their time one after the other, by eager or other messages. */
    public boolean serialised() {
        return exchangeAbove > 1.5 || exchangeBelow > 1.5;
    }
}
