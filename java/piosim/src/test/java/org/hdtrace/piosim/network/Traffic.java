// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.List;

/**
 * Messages to be sent over a network. What happens to each is logged as numbers: the time at which a packet started at
 * the source, {@link #SENT} + time when that was the last, {@link #ARRIVED} + time when a packet arrived.
 */
record Traffic(List<Post> posts) {
    /** Added to the time at which a message was sent. */
    static final long SENT = 1L << 60;

    /** Added to the time at which a packet arrived; makes it negative. */
    static final long ARRIVED = Long.MIN_VALUE;

    /** Bytes that become available at a time. */
    record Supply(long time, long bytes) {}

    /**
     * A message.
     *
     * @param source id of an interface in the model
     * @param target id of an interface in the model
     * @param supplies in the order of time; the message begins with the first
     * @param holds how long packet n is refused in ns, for n modulo the length; 0 to take it at once
     */
    record Post(int number, int source, int target, List<Supply> supplies, List<Long> holds) {
        long bytes() {
            return supplies.stream().mapToLong(Supply::bytes).sum();
        }

        boolean isNeverRefused() {
            return holds.stream().allMatch(hold -> hold == 0);
        }

        long hold(int packet) {
            return holds.get(packet % holds.size());
        }
    }
}
