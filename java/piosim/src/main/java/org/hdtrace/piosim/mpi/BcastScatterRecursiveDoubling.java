// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Scatters the data over a binomial tree; then partners, from the nearest to the farthest, exchange all that they have.
 * Source: MPICH 4.0, {@code src/mpi/coll/bcast/bcast_intra_scatter_recursive_doubling_allgather.c}. Deviation: for other
 * numbers of ranks than powers of two, for which MPICH doesn't choose it, those beyond the largest one within get
 * everything at the end from a rank within it.
 */
final class BcastScatterRecursiveDoubling implements Algorithm {
    private static final int FIRST_ROUND = 1;
    private final Algorithm scatter = TreeInTurn.ofParts();

    @Override
    public void step(Call call, int step) {
        int group = Integer.highestOneBit(call.size());
        int relative = call.relative();
        int distance = step == START ? 0 : 1 << (step - FIRST_ROUND);
        if (relative >= group) {
            call.receive(call.atDistance(relative - group));
        } else if (step == START) {
            call.child(scatter, call.root(), call.bytes(), group);
            call.next(FIRST_ROUND);
        } else if (distance < group) {
            int partner = call.atDistance(relative ^ distance);
            int first = relative & -distance;
            call.receive(partner);
            call.sendData(partner, Blocks.bytes(call.bytes(), first, first + distance, group));
            if (2 * distance < group || relative + group < call.size()) {
                call.next(step + 1);
            }
        } else if (relative + group < call.size()) {
            call.sendData(call.atDistance(relative + group), call.bytes());
        }
    }
}
