// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Each rank receives the result of the one before it, adds its own data for one instruction per byte and one more, and
 * tells the next one.
 *
 * <p>Source: Open MPI 4.1, {@code ompi/mca/coll/base/coll_base_scan.c} and {@code coll_base_exscan.c}.
 */
final class ScanLinear implements Algorithm {
    private static final int ADDED = 1;
    private final boolean exclusive;

    /**
     * One of the two functions.
     *
     * @param exclusive whether a rank's own data isn't part of its result; the last rank then has nothing to add
     */
    ScanLinear(boolean exclusive) {
        this.exclusive = exclusive;
    }

    @Override
    public void step(Call call, int step) {
        int rank = call.rank();
        boolean last = rank + 1 == call.size();
        if (step == START && rank > 0) {
            call.receive(rank - 1);
            if (!last || !exclusive) {
                call.next(ADDED, call.bytes() + 1.0);
            }
        } else if (!last) {
            call.sendData(rank + 1, call.bytes());
        }
    }
}
