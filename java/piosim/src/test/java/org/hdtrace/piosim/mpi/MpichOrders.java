// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.hdtrace.piosim.mpi.Expectation.blocks;

import java.util.ArrayList;
import java.util.List;

/** Who sends what to whom in MPICH's large reductions, written down from its sources with the ranges of blocks as they shrink and grow. */
final class MpichOrders {
    /** What a rank has of the data: blocks from one to before another. */
    private record Range(int from, int to) {
        Range lower() {
            return new Range(from, (from + to) / 2);
        }

        Range upper() {
            return new Range((from + to) / 2, to);
        }
    }

    private final MessageStar star;
    private final long data;
    private final int group;
    private final int beyond;
    /** Of each of the first pairs, 0 for the even one, 1 for the odd one: which goes on. */
    private final int goesOn;
    /** The ranks that go on, in their order; real numbers. */
    private final List<Integer> members = new ArrayList<>();
    /** Where the root is among them; 0 if it isn't. */
    private final int last;
    /** By member what it has had after each round. */
    private final List<List<Range>> had = new ArrayList<>();

    private MpichOrders(MessageStar star, long data, int goesOn) {
        this.star = star;
        this.data = data;
        this.goesOn = goesOn;
        group = Integer.highestOneBit(star.ranks());
        beyond = star.ranks() - group;
        for (int rank = 0; rank < star.ranks(); rank++) {
            if (rank >= 2 * beyond || rank % 2 == goesOn) {
                members.add(rank);
            }
        }
        last = Math.max(0, members.indexOf(star.root()));
    }

    /** Odd ranks of pairs give theirs to even ones; halving and a tree to the root. */
    static void reduce(MessageStar star, long data) {
        MpichOrders orders = new MpichOrders(star, data, 0);
        orders.halving();
        orders.gather();
    }

    /** Even ranks of pairs give theirs to odd ones; halving and doubling. */
    static void allreduce(MessageStar star, long data) {
        MpichOrders orders = new MpichOrders(star, data, 1);
        orders.halving();
        orders.doubling();
    }

    /** Number of a rank on the star, which counts from the root on. */
    private int onStar(int rank) {
        return (rank - star.root() + star.ranks()) % star.ranks();
    }

    private int member(int number) {
        return onStar(members.get(number ^ last));
    }

    private long bytes(Range range) {
        return blocks(data, range.from(), range.to(), group);
    }

    private void halving() {
        for (int pair = 0; pair < beyond; pair++) {
            star.send(onStar(2 * pair + 1 - goesOn), onStar(2 * pair + goesOn), data);
            star.receive(onStar(2 * pair + goesOn), onStar(2 * pair + 1 - goesOn));
        }
        for (int number = 0; number < group; number++) {
            Range range = new Range(0, group);
            List<Range> mine = new ArrayList<>(List.of(range));
            for (int mask = 1; mask < group; mask *= 2) {
                boolean keepsLower = (number & mask) == 0;
                star.sendAndReceive(
                        member(number), member(number ^ mask), bytes(keepsLower ? range.upper() : range.lower()));
                range = keepsLower ? range.lower() : range.upper();
                mine.add(range);
            }
            had.add(mine);
        }
    }

    private void doubling() {
        for (int number = 0; number < group; number++) {
            int round = had.get(number).size() - 1;
            for (int mask = group / 2; mask > 0; mask /= 2) {
                star.sendAndReceive(
                        member(number),
                        member(number ^ mask),
                        bytes(had.get(number).get(round--)));
            }
        }
        for (int pair = 0; pair < beyond; pair++) {
            star.send(onStar(2 * pair + goesOn), onStar(2 * pair + 1 - goesOn), data);
            star.receive(onStar(2 * pair + 1 - goesOn), onStar(2 * pair + goesOn));
        }
    }

    private void gather() {
        boolean away = !members.contains(star.root());
        if (away) {
            star.sendBare(member(0), 0, bytes(had.get(0).get(had.get(0).size() - 1)));
            star.receive(0, member(0));
        }
        for (int number = 0; number < group; number++) {
            int round = had.get(number).size() - 1;
            int mask = group / 2;
            for (; mask > 0 && number < mask; mask /= 2, round--) {
                star.receive(number == 0 ? 0 : member(number), member(number ^ mask));
            }
            if (mask > 0) {
                int to = number ^ mask;
                star.sendBare(
                        member(number),
                        to == 0 ? 0 : member(to),
                        bytes(had.get(number).get(round)));
            }
        }
    }
}
