// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.validation;

/**
 * Records of a file read by several clients from several servers, or one message where there are no records.
 *
 * @param recordBytes of what a call moves
 * @param packetBytes most that a packet of the network carries
 * @param clients that read, each on a node of its own
 * @param servers that keep the file, each on a further node; 0 for a message from one client to the other
 * @param moved bytes in all
 * @param simulatedNanos until the last client had its data
 * @param handNanos by hand: for records the least time, for a message its time
 */
public record Reading(
        long recordBytes,
        long packetBytes,
        int clients,
        int servers,
        long moved,
        long simulatedNanos,
        double handNanos) {
    /** Bytes per second. */
    public double throughput() {
        return moved * 1e9 / simulatedNanos;
    }

    /** Bytes per second by hand. */
    public double bound() {
        return moved * 1e9 / handNanos;
    }

    /** Throughput as a part of that by hand. */
    public double share() {
        return handNanos / simulatedNanos;
    }
}
