// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.hdtrace.piosim.mpi.Expectation.blocks;
import static org.hdtrace.piosim.mpi.MessageChains.power;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Who sends what to whom in which order in the algorithms whose time no short formula says, written down from their
 * sources; see {@link MessageStar}. Ranks count from the root on.
 */
final class MessageOrders {
    /** Bytes of the blocks from one to before another. */
    @FunctionalInterface
    interface Range {
        long bytes(int from, int to);
    }

    private MessageOrders() {}

    /** Data cut into so many blocks. */
    static Range cut(long data, int count) {
        return (from, to) -> blocks(data, from, to, count);
    }

    /** Blocks of one size. */
    static Range equal(long bytes) {
        return (from, to) -> (to - from) * bytes;
    }

    /** Children of a rank in a binomial tree of the first ranks, the one with the most ranks below it first. */
    private static List<Integer> children(int rank, int count) {
        List<Integer> children = new ArrayList<>();
        int bits = rank == 0 ? count : Integer.lowestOneBit(rank);
        for (int bit = Integer.highestOneBit(Math.max(1, bits)); bit > 0; bit /= 2) {
            if (bit < bits && rank + bit < count) {
                children.add(rank + bit);
            }
        }
        return children;
    }

    private static int parent(int rank) {
        return rank - Integer.lowestOneBit(rank);
    }

    /** One beyond the last rank below a rank of such a tree. */
    private static int end(int rank, int count) {
        return Math.min(rank + Integer.lowestOneBit(rank), count);
    }

    /** Up a tree of all ranks and down again, each time so many bytes without framing. */
    static void upAndDown(MessageStar star, long bytes) {
        up(star, star.ranks(), rank -> bytes);
        down(star, star.ranks(), rank -> bytes);
    }

    /** Up a tree of the first ranks; each rank sends bytes that depend on its number, without framing. */
    static void up(MessageStar star, int count, IntToLongFunction bytes) {
        for (int rank = 0; rank < count; rank++) {
            for (int child : children(rank, count)) {
                star.receive(rank, child);
            }
            if (rank > 0) {
                star.sendBare(rank, parent(rank), bytes.applyAsLong(rank));
            }
        }
    }

    /** Down it again; each rank gets bytes that depend on its number, without framing. */
    static void down(MessageStar star, int count, IntToLongFunction bytes) {
        for (int rank = 0; rank < count; rank++) {
            if (rank > 0) {
                star.receive(rank, parent(rank));
            }
            for (int child : children(rank, count)) {
                star.sendBare(rank, child, bytes.applyAsLong(child));
            }
        }
    }

    /** The blocks of a data of the first ranks down a tree. */
    static void scatter(MessageStar star, int count, Range range) {
        down(star, count, rank -> 20 + range.bytes(rank, end(rank, count)));
    }

    /** As above; every rank tells the one above that it is ready, and that waits for it before it sends. */
    static void announcedScatter(MessageStar star, Range range) {
        int count = star.ranks();
        for (int rank = 0; rank < count; rank++) {
            if (rank > 0) {
                star.send(rank, parent(rank), 0);
                star.receive(rank, parent(rank));
            }
            for (int child : children(rank, count)) {
                star.receive(rank, child);
                star.send(rank, child, range.bytes(child, end(child, count)));
            }
        }
    }

    /** All ranks of a tree tell those below at once that they are ready, and wait for that of the rank above. */
    static void announceDown(MessageStar star) {
        int count = star.ranks();
        for (int rank = 0; rank < count; rank++) {
            for (int child : children(rank, count)) {
                star.send(rank, child, 0);
            }
            if (rank > 0) {
                star.receive(rank, parent(rank));
            }
        }
    }

    /** The blocks go round; each rank begins with its own. */
    static void ring(MessageStar star, Range range) {
        int count = star.ranks();
        for (int rank = 0; rank < count; rank++) {
            for (int round = 0; round < count - 1; round++) {
                int block = (rank - round + count) % count;
                star.send(rank, (rank + 1) % count, range.bytes(block, block + 1));
                star.receive(rank, (rank + count - 1) % count);
            }
        }
    }

    /** The root sends everybody a block at once; all meet before the ring. */
    static void scatterMeetAndRing(MessageStar star, long data) {
        int count = star.ranks();
        Range range = cut(data, count);
        for (int rank = 1; rank < count; rank++) {
            star.send(0, rank, range.bytes(rank, rank + 1));
            star.receive(rank, 0);
        }
        for (int rank = 0; rank < count; rank++) {
            for (int distance = 1; distance < count; distance *= 2) {
                star.send(rank, (rank + distance) % count, 0);
                star.receive(rank, (rank + count - distance) % count);
            }
        }
        ring(star, range);
    }

    /** Ranks beyond a power of two give all to one within, the others exchange all, from the nearest; then the former get it. */
    static void foldedDoubling(MessageStar star, long data) {
        int group = power(star.ranks());
        for (int rank = 0; rank < group; rank++) {
            boolean actsForTwo = rank + group < star.ranks();
            if (actsForTwo) {
                star.sendAndReceive(rank + group, rank, data);
                star.receive(rank, rank + group);
            }
            for (int distance = 1; distance < group; distance *= 2) {
                star.sendAndReceive(rank, rank ^ distance, data);
            }
            if (actsForTwo) {
                star.send(rank, rank + group, data);
            }
        }
    }

    /**
     * Halves of groups of 2, 4 and so on of the first ranks tell each other something, each rank its counterpart. Where the
     * upper half is smaller, those who have heard nothing hear it from those who have, over larger distances first.
     *
     * @param told what a half of certain ranks tells
     */
    static void doubling(MessageStar star, int count, Range told) {
        for (int half = 1; half < count; half *= 2) {
            for (int lower = 0; lower + half < count; lower += 2 * half) {
                int upper = lower + half;
                int end = Math.min(upper + half, count);
                boolean[] knows = new boolean[half];
                for (int i = 0; i < end - upper; i++) {
                    star.sendAndReceive(lower + i, upper + i, told.bytes(lower, upper));
                    star.sendAndReceive(upper + i, lower + i, told.bytes(upper, end));
                    knows[i] = true;
                }
                for (int distance = half / 2; distance > 0; distance /= 2) {
                    passOn(star, lower, knows, distance, told.bytes(upper, end));
                }
            }
        }
    }

    private static void passOn(MessageStar star, int first, boolean[] knows, int distance, long bytes) {
        for (int i = 0; i < knows.length; i++) {
            if ((i & distance) == 0 && knows[i] && !knows[i + distance]) {
                star.send(first + i, first + i + distance, bytes);
                star.receive(first + i + distance, first + i);
                knows[i + distance] = true;
            }
        }
    }

    /** From the farthest, partners within a power of two send each other the blocks the other one goes on with. */
    static void halving(MessageStar star, Range range) {
        int group = power(star.ranks());
        for (int rank = 0; rank < group; rank++) {
            if (rank + group < star.ranks()) {
                star.send(rank + group, rank, range.bytes(0, group));
                star.receive(rank, rank + group);
            }
            for (int width = group / 2; width > 0; width /= 2) {
                int first = (rank ^ width) / width * width;
                star.send(rank, rank ^ width, range.bytes(first, first + width));
                star.receive(rank, rank ^ width);
            }
        }
    }

    /** What ranks within the power of two have for those beyond it. */
    static void returning(MessageStar star, long data) {
        int group = power(star.ranks());
        for (int rank = group; rank < star.ranks(); rank++) {
            star.send(rank - group, rank, data);
            star.receive(rank, rank - group);
        }
    }

    /** Every rank ends with a block: {@link #halving} of the blocks of a rank and of the one that it acts for. */
    static void halvingAndReturning(MessageStar star, long bytes) {
        int ranks = star.ranks();
        int group = power(ranks);
        halving(star, (from, to) -> (to - from + Math.max(0, Math.min(to + group, ranks) - from - group)) * bytes);
        returning(star, bytes);
    }

    /** Data is scattered over a tree of all ranks, and comes together by doubling. */
    static void scatterAndDoubling(MessageStar star, long data) {
        scatter(star, star.ranks(), cut(data, star.ranks()));
        doubling(star, star.ranks(), cut(data, star.ranks()));
    }

    /** The same within a power of two; then those beyond it get all. */
    static void scatterAndFoldedDoubling(MessageStar star, long data) {
        int group = power(star.ranks());
        scatter(star, group, cut(data, group));
        doubling(star, group, cut(data, group));
        returning(star, data);
    }

    /** Data is scattered over a tree, and comes together in a ring. */
    static void scatterAndRing(MessageStar star, long data) {
        scatter(star, star.ranks(), cut(data, star.ranks()));
        ring(star, cut(data, star.ranks()));
    }

    /** The same; ranks say that they are ready for their part. */
    static void announcedScatterAndRing(MessageStar star, long data) {
        announcedScatter(star, cut(data, star.ranks()));
        ring(star, cut(data, star.ranks()));
    }

    /** Blocks of one size come to all by {@link #doubling(MessageStar, int, Range)}. */
    static void doubling(MessageStar star, long bytes) {
        doubling(star, star.ranks(), equal(bytes));
    }

    /** The same for a reduction: a half tells what it has of the blocks of all other ranks. */
    static void reducingDoubling(MessageStar star, long bytes) {
        doubling(star, star.ranks(), (from, to) -> (star.ranks() - (to - from)) * bytes);
    }

    /** Data is reduced block by block, and the blocks come together at the root. */
    static void halvingAndGather(MessageStar star, long data) {
        int group = power(star.ranks());
        Range range = cut(data, group);
        halving(star, range);
        up(star, group, rank -> range.bytes(rank, end(rank, group)));
    }

    /** The same, but all get all blocks. */
    static void halvingAndDoubling(MessageStar star, long data) {
        int group = power(star.ranks());
        halving(star, cut(data, group));
        doubling(star, group, cut(data, group));
        returning(star, data);
    }

    /** Down a row of ranks, each of which says that it is ready; one piece. */
    static void announcedChain(MessageStar star, long data) {
        int last = star.ranks() - 1;
        star.send(0, 1, data);
        star.receive(0, 1);
        for (int rank = 1; rank <= last; rank++) {
            star.send(rank, rank - 1, 0);
            if (rank < last) {
                star.receive(rank, rank + 1);
            }
            star.receive(rank, rank - 1);
            if (rank < last) {
                star.send(rank, rank + 1, data);
            }
        }
    }

    /** One half down each branch of a tree of two children each; neighbours exchange them, a last one alone asks the root. */
    static void splitTree(MessageStar star, long data) {
        int ranks = star.ranks();
        for (int rank = 0; rank < ranks; rank++) {
            int level = Integer.highestOneBit(rank + 1);
            for (int child = rank + level; child <= rank + 2 * level && child < ranks; child += level) {
                star.send(rank, child, halfOf(child, data));
                star.receive(child, rank);
            }
        }
        boolean alone = ranks % 2 == 0;
        if (alone) {
            star.send(0, ranks - 1, data / 2);
            star.receive(ranks - 1, 0);
        }
        for (int rank = 1; rank + 1 < ranks; rank += 2) {
            star.sendAndReceive(rank, rank + 1, halfOf(rank, data));
            star.sendAndReceive(rank + 1, rank, halfOf(rank + 1, data));
        }
    }

    private static long halfOf(int rank, long data) {
        return rank % 2 == 1 ? (data + 1) / 2 : data / 2;
    }
}
