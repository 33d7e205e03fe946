// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Volume;
import org.hdtrace.piosim.process.Call;

/**
 * The two groups of an intercommunicator, seen from one of its ranks. The ranks of the call are those of the first group and
 * behind them those of the second; the first rank of a group leads it.
 *
 * @param first whether the own group is the first
 * @param leader rank of the own group's leader
 * @param size of the own group
 * @param otherLeader rank of the other group's leader
 * @param otherSize of the other group
 */
record Sides(boolean first, int leader, int size, int otherLeader, int otherSize) {
    static Sides of(Call call) {
        int border = call.firstGroup();
        int rest = call.size() - border;
        return call.rank() < border
                ? new Sides(true, 0, border, border, rest)
                : new Sides(false, border, rest, 0, border);
    }

    /** Whether the call's rank leads its group. */
    boolean leads(Call call) {
        return call.rank() == leader;
    }

    /** Whether the call's rank is in the group of a root and not the root itself, so that it takes no part. */
    boolean isBesideRoot(Call call) {
        boolean nobody = !call.isPart() && call.command().root() == Command.NO_ROOT;
        return nobody || (isOwn(call.root()) && call.rank() != call.root());
    }

    /** Whether a rank is in the own group. */
    boolean isOwn(int rank) {
        return rank >= leader && rank < leader + size;
    }

    /** Bytes of the blocks of all ranks of the own group. */
    long ownBytes(Call call) {
        return bytes(call, leader, size);
    }

    /** Bytes of the blocks of all ranks of the other group. */
    long otherBytes(Call call) {
        return bytes(call, otherLeader, otherSize);
    }

    /** The blocks of the own group. */
    Volume ownBlocks(Call call) {
        long[] blocks = new long[size];
        for (int i = 0; i < size; i++) {
            blocks[i] = call.bytesOf(leader + i);
        }
        return new Volume.PerRank(blocks);
    }

    /** Run what the model chose for a command in the own group. */
    static void local(Call call, CommandType type, long bytes) {
        call.childOfGroup(type, new Volume.Uniform(bytes));
    }

    private static long bytes(Call call, int from, int count) {
        long sum = 0;
        for (int block = from; block < from + count; block++) {
            sum += call.bytesOf(block);
        }
        return sum;
    }
}
