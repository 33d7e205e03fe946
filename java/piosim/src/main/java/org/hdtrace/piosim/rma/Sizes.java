// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.rma;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.OneSided;
import org.hdtrace.piosim.process.Framing;

/**
 * What a transfer sends to its target, what comes back, and what the target's node computes in between. Data has what every
 * message between two ranks has; a request without data and an acknowledgement are as large as those of a handshake. Computing
 * costs what reductions cost in collective functions, one instruction for a byte and one more. Source: MODEL B2.4.
 *
 * @param there bytes to the target, without packet headers
 * @param back bytes of the answer, without packet headers
 * @param brings whether the answer holds data, so that the origin's memory is in use until then
 * @param instructions at the target
 */
record Sizes(long there, long back, boolean brings, double instructions) {
    static Sizes of(OneSided.Transfer transfer, Framing framing) {
        CommandType type = transfer.type();
        long data = transfer.bytes() + framing.pointToPoint();
        double computes = transfer.bytes() + 1.0;
        return switch (type) {
            case PUT -> new Sizes(data, framing.acknowledge(), false, 0);
            case ACCUMULATE -> new Sizes(data, framing.acknowledge(), false, computes);
            case GET -> new Sizes(framing.request(), data, true, 0);
            case GET_ACCUMULATE, FETCH_AND_OP -> new Sizes(data, data, true, computes);
            // Both values, the one to compare with and the new one.
            case COMPARE_AND_SWAP -> new Sizes(data + transfer.bytes(), data, true, computes);
            default -> throw new IllegalArgumentException("type=" + type + ": moves no data");
        };
    }
}
