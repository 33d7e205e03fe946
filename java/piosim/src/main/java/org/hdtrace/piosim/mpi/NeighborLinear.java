// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Everybody posts the receives from all its neighbours and the sends to them at once. A rank that is its own neighbour
 * copies, at no cost.
 *
 * <p>Source: MPICH 4.0, {@code src/mpi/coll/neighbor_alltoall} and its like; Open MPI, {@code
 * ompi/mca/coll/basic/coll_basic_neighbor_alltoall.c} and its like. Blocks without data are sent, too, since the
 * receiver's size isn't looked at.
 */
final class NeighborLinear implements Algorithm {
    private final boolean toEachItsOwn;

    /**
     * One of the two families of functions.
     *
     * @param toEachItsOwn whether each neighbour gets a block of its own; otherwise all get that of the sending rank
     */
    NeighborLinear(boolean toEachItsOwn) {
        this.toEachItsOwn = toEachItsOwn;
    }

    @Override
    public void step(Call call, int step) {
        int rank = call.rank();
        for (int source : call.sources()) {
            if (source != rank) {
                call.receive(source);
            }
        }
        int[] destinations = call.destinations();
        for (int number = 0; number < destinations.length; number++) {
            if (destinations[number] != rank) {
                call.sendData(destinations[number], call.bytesOf(toEachItsOwn ? number : rank));
            }
        }
    }
}
