// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Reduce-scatter: partners exchange the half of the data that the other one goes on with, from the farthest partner to
 * the nearest. Ranks beyond the largest power of two first add theirs to a rank within it. What a round brings is
 * charged one instruction per byte and one more before the next step; with two ranks, as in the golden values, it isn't.
 */
final class RecursiveHalving implements Algorithm {
    private static final int FIRST_ROUND = 1;

    @Override
    public void step(Call call, int step) {
        int group = Integer.highestOneBit(call.size());
        int relative = call.relative();
        if (step == START) {
            if (relative >= group) {
                call.sendData(call.atDistance(relative - group), call.bytes());
                return;
            }
            if (relative + group < call.size()) {
                call.receive(call.atDistance(relative + group));
                call.next(FIRST_ROUND, call.bytes() + 1.0);
                return;
            }
        }
        int round = Math.max(step, FIRST_ROUND);
        int mask = group >> round;
        if (mask > 0) {
            exchange(call, relative, mask, group);
            double received = Blocks.bytes(call.bytes(), relative & -mask, (relative & -mask) + mask, group);
            call.next(round + 1, group == 2 ? 0 : received + 1);
        }
    }

    private static void exchange(Call call, int relative, int mask, int group) {
        int partner = relative ^ mask;
        int start = partner & -mask;
        call.receive(call.atDistance(partner));
        call.sendData(call.atDistance(partner), Blocks.bytes(call.bytes(), start, start + mask, group));
    }
}
