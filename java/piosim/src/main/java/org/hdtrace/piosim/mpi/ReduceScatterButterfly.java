// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Partners, from the nearest to the farthest, exchange the half of the data that the other one goes on with, so that each
 * ends with the blocks that belong to the rank whose number has the same bits in reverse; then the blocks go to their
 * owners. Beyond a power of two, each of the first ranks with an even number hands its data to the next one before.
 * What comes in is charged one instruction per byte and one more.
 *
 * <p>Source: J. L. Traeff: An improved algorithm for (non-commutative) reduce-scatter with an application, 2005; Open MPI
 * 4.1, {@code ompi_coll_base_reduce_scatter_intra_butterfly}.
 */
final class ReduceScatterButterfly implements Algorithm {
    private static final int FIRST_ROUND = 1;
    private final Shares blocks;

    ReduceScatterButterfly(Shares blocks) {
        this.blocks = blocks;
    }

    @Override
    public void step(Call call, int step) {
        Members members = new Members(call.size());
        int rank = call.rank();
        if (step == START && rank < 2 * members.pairs()) {
            if (rank % 2 == 0) {
                call.sendData(rank + 1, blocks.bytes(call, 0, call.size()));
                call.receive(members.rank(members.reversed(members.group(rank))));
            } else {
                call.receive(rank - 1);
                call.next(FIRST_ROUND, blocks.bytes(call, 0, call.size()) + 1.0);
            }
            return;
        }
        int member = members.group(rank);
        int round = Math.max(step, FIRST_ROUND);
        if (1 << round <= members.count()) {
            exchange(call, members, member, round);
        } else {
            deliver(call, members, member);
        }
    }

    private void exchange(Call call, Members members, int member, int round) {
        int bit = 1 << (round - FIRST_ROUND);
        int partner = member ^ bit;
        call.receive(members.rank(partner));
        call.sendData(members.rank(partner), kept(call, members, partner, round));
        call.next(round + 1, kept(call, members, member, round) + 1.0);
    }

    /** Bytes that a member goes on with after a round: bit by bit of its number, the lower or the upper half. */
    private long kept(Call call, Members members, int member, int round) {
        int from = 0;
        int width = members.count();
        for (int bit = 0; bit < round; bit++) {
            width /= 2;
            from += (member >> bit & 1) * width;
        }
        return blocks.bytes(call, members.firstOf(from), members.firstOf(from + width));
    }

    private void deliver(Call call, Members members, int member) {
        int rank = members.rank(member);
        int source = members.rank(members.reversed(members.group(rank)));
        if (source != rank) {
            call.receive(source);
        }
        int owned = members.reversed(member);
        for (int owner = members.firstOf(owned); owner < members.firstOf(owned + 1); owner++) {
            if (owner != rank) {
                call.sendData(owner, blocks.one(call, owner));
            }
        }
    }

    /** Which ranks take part in the exchanges, and the groups of ranks whose blocks stay together. */
    private record Members(int size) {
        int count() {
            return Integer.highestOneBit(size);
        }

        /** Groups of two ranks; they come first. */
        int pairs() {
            return size - count();
        }

        int rank(int member) {
            return member < pairs() ? 2 * member + 1 : member + pairs();
        }

        int group(int rank) {
            return rank < 2 * pairs() ? rank / 2 : rank - pairs();
        }

        int firstOf(int group) {
            return group < pairs() ? 2 * group : group + pairs();
        }

        int reversed(int member) {
            int bits = Integer.numberOfTrailingZeros(count());
            return bits == 0 ? member : Integer.reverse(member) >>> (Integer.SIZE - bits);
        }
    }
}
