// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import org.hdtrace.piosim.model.program.Communicator;

/** Numbers the collective operations of each rank in each communicator or window, whichever thread calls them. */
final class CollectiveNumbers {
    /** How many there were, by half the context and local rank; null for a communicator without any. */
    private int[][] byCommunicator = {};

    /** Make room for contexts below a number; only before the first operation. */
    void add(int contexts) {
        byCommunicator = new int[contexts / 2][];
    }

    /** Number of a rank's next operation; from 1. */
    int next(Communicator communicator, int localRank, int context) {
        int[] byRank = byCommunicator[context / 2];
        if (byRank == null) {
            byRank = new int[communicator.size()];
            byCommunicator[context / 2] = byRank;
        }
        return ++byRank[localRank];
    }
}
