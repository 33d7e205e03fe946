// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

/**
 * Costs of messages where no network is looked at: a message of B bytes takes o + L + o + (B - 1) G. Source: T. Hoefler, T.
 * Schneider, A. Lumsdaine: LogGOPSim - Simulating Large-Scale Applications in the LogGOPS Model, 2010; its O is 0 here.
 *
 * @param latencyNanos L, ns from one process to another
 * @param overheadNanos o, ns of the processor for a message, at the sender and at the receiver
 * @param gapNanos g, ns between the beginnings of two messages that a process sends, or of two that it receives
 * @param picosPerByte G, ps for each byte but the first
 * @param eagerBytes S, the largest message in bytes that doesn't wait for its receive
 */
public record LogGops(long latencyNanos, long overheadNanos, long gapNanos, long picosPerByte, long eagerBytes) {
    public LogGops {
        Checks.notNegative("L", latencyNanos);
        Checks.notNegative("o", overheadNanos);
        Checks.notNegative("g", gapNanos);
        Checks.notNegative("G", picosPerByte);
        Checks.notNegative("S", eagerBytes);
    }
}
