// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Up a binomial tree; a rank takes from its children one after the other, the smallest subtree first, and is charged one
 * instruction per byte and one more for each. The root's last reduction isn't charged, as in the golden values. Source:
 * MPICH 4.0, {@code src/mpi/coll/reduce/reduce_intra_binomial.c}.
 */
final class ReduceBinomial implements Algorithm {
    @Override
    public void step(Call call, int bit) {
        int relative = call.relative();
        if (isChild(call, bit)) {
            call.receive(call.atDistance(relative + (1 << bit)));
            if (relative != 0 || isChild(call, bit + 1)) {
                call.next(bit + 1, call.bytes() + 1.0);
            }
        } else if (relative != 0) {
            TreeSteps.sendDataToParent(call, call.bytes());
        }
    }

    private static boolean isChild(Call call, int bit) {
        return bit < BinomialTree.childBits(call.relative(), call.group())
                && BinomialTree.hasChild(call.relative(), bit, call.group());
    }
}
