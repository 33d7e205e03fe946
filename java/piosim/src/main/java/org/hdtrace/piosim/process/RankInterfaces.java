// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.Arrays;

/** The network interface of each rank, which all its threads share and no other rank uses, and the other way round. */
final class RankInterfaces {
    private final int[] interfaceOf;
    private final int[] rankAt;

    /**
     * Interfaces as component numbers.
     *
     * @param interfaceOf by rank over all applications
     */
    RankInterfaces(int[] interfaceOf) {
        this.interfaceOf = interfaceOf;
        rankAt = new int[Arrays.stream(interfaceOf).max().orElse(-1) + 1];
        for (int rank = 0; rank < interfaceOf.length; rank++) {
            rankAt[interfaceOf[rank]] = rank;
        }
    }

    int ranks() {
        return interfaceOf.length;
    }

    int interfaceOf(int rank) {
        return interfaceOf[rank];
    }

    int rankAt(int networkInterface) {
        return rankAt[networkInterface];
    }
}
