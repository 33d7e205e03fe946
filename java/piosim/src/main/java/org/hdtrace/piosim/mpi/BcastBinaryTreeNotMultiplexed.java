// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** Down a binomial tree; a rank sends to its children one after the other, the largest subtree first. */
final class BcastBinaryTreeNotMultiplexed implements Algorithm {
    private static final int FIRST_CHILD = 1;

    @Override
    public void step(Call call, int step) {
        if (step == START && call.relative() != 0) {
            TreeSteps.receiveFromParent(call);
            proceed(call, FIRST_CHILD - 1);
        } else {
            int child = Math.max(step, FIRST_CHILD);
            if (exists(call, child)) {
                call.sendData(call.atDistance(call.relative() + (1 << bit(call, child))), call.bytes());
            }
            proceed(call, child);
        }
    }

    private static void proceed(Call call, int child) {
        int next = child + 1;
        while (bit(call, next) >= 0 && !exists(call, next)) {
            next++;
        }
        if (bit(call, next) >= 0) {
            call.next(next);
        }
    }

    private static boolean exists(Call call, int child) {
        int bit = bit(call, child);
        return bit >= 0 && BinomialTree.hasChild(call.relative(), bit, call.group());
    }

    private static int bit(Call call, int child) {
        return BinomialTree.childBits(call.relative(), call.group()) - child;
    }
}
