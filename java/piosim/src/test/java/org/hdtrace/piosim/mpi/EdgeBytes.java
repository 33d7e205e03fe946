// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.Arrays;
import org.hdtrace.piosim.network.NetworkPlan;
import org.hdtrace.piosim.network.ServedSums;

/** What went over the two edges of each rank of a star, by rank: {@code e<rank>_TX} and {@code e<rank>_RX}. */
final class EdgeBytes {
    private final long[] sent;
    private final long[] received;

    private EdgeBytes(int ranks) {
        sent = new long[ranks];
        received = new long[ranks];
    }

    static EdgeBytes of(NetworkPlan plan, ServedSums sums, int ranks) {
        EdgeBytes bytes = new EdgeBytes(ranks);
        for (int i = 0; i < plan.size(); i++) {
            String name = plan.name(i);
            if (name.endsWith("_TX") || name.endsWith("_RX")) {
                int rank = Integer.parseInt(name.substring(1, name.length() - "_TX".length()));
                (name.endsWith("_TX") ? bytes.sent : bytes.received)[rank] = sums.bytes(i);
            }
        }
        return bytes;
    }

    long[] sent() {
        return sent.clone();
    }

    long[] received() {
        return received.clone();
    }

    long sentByAll() {
        return Arrays.stream(sent).sum();
    }

    long receivedByAll() {
        return Arrays.stream(received).sum();
    }
}
