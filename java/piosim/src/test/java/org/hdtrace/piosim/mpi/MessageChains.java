// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * How long chains of messages take on the star of {@link CriticalPaths}, shape by shape, in ns; all begin at the same time.
 * Knows nothing of the simulator.
 */
final class MessageChains {
    /** Bytes up to which messages don't ask whether they may be sent. */
    static final int EAGER = 100 << 10;

    private MessageChains() {}

    /** A message is at an edge for its data and what the protocol adds. */
    static long edge(long bytes) {
        return AllToAllRun.OVERHEAD + bytes;
    }

    static long message(long bytes) {
        return AllToAllRun.message(bytes);
    }

    /** One rank to or from all others. */
    static long allAtOnce(int ranks, long bytes) {
        return message(bytes) + (ranks - 2) * edge(bytes);
    }

    static long chain(int ranks, long bytes) {
        return (ranks - 1) * message(bytes);
    }

    /** A chain in segments of 128 KiB: the first one's way, behind which the others follow at the edge of the last rank. */
    static long pipeline(int ranks, long bytes) {
        long segment = 128 << 10;
        long time = chain(ranks, Math.min(bytes, segment));
        for (long left = bytes - segment; left > 0; left -= segment) {
            time += edge(Math.min(left, segment));
        }
        return time;
    }

    /** All data in each round of a binomial tree, or of a dissemination. */
    static long tree(int ranks, long bytes) {
        return Expectation.rounds(ranks) * message(bytes);
    }

    /** As {@link #down} with all data in each message; a root of more than two subtrees serves the largest last. */
    static long downLargestLast(int ranks, long bytes) {
        int subtrees = Expectation.rounds(ranks);
        int largest = Integer.highestOneBit(ranks - 1);
        if (subtrees <= 2) {
            return down(ranks, part -> bytes);
        }
        long behind = (subtrees - 1) * edge(bytes);
        return Math.max(behind + message(bytes) + down(ranks - largest, part -> bytes), down(largest, part -> bytes));
    }

    /**
     * From the root of a binomial tree to the last rank: a rank that has its message sends to its subtrees, the largest
     * first, one after the other at its edge.
     *
     * @param bytes of the message to a subtree of that many ranks
     */
    static long down(int ranks, IntToLongFunction bytes) {
        long longest = 0;
        long begin = 0;
        for (int distance = Integer.highestOneBit(ranks - 1); distance > 0; distance /= 2) {
            int subtree = Math.min(distance, ranks - distance);
            long size = bytes.applyAsLong(subtree);
            longest = Math.max(longest, begin + message(size) + down(subtree, bytes));
            begin += edge(size);
        }
        return longest;
    }

    /** The other way: a rank sends when it has the messages of all its subtrees, which come one after the other at its edge. */
    static long up(int ranks, IntToLongFunction bytes) {
        List<long[]> messages = new ArrayList<>();
        for (int distance = 1; distance < ranks; distance *= 2) {
            int subtree = Math.min(distance, ranks - distance);
            long size = bytes.applyAsLong(subtree);
            messages.add(new long[] {up(subtree, bytes) + message(size), edge(size)});
        }
        messages.sort(Comparator.comparingLong(message -> message[0] - message[1]));
        long end = 0;
        for (long[] message : messages) {
            end = Math.max(message[0], end + message[1]);
        }
        return end;
    }

    /** From a rank of a tree whose levels are twice as large as those above, to the last rank below it. */
    static long completeDown(int rank, int ranks, long bytes) {
        int level = Integer.highestOneBit(rank + 1);
        long longest = 0;
        long begin = 0;
        for (int child = rank + level; child <= rank + 2 * level && child < ranks; child += level) {
            longest = Math.max(longest, begin + message(bytes) + completeDown(child, ranks, bytes));
            begin += edge(bytes);
        }
        return longest;
    }

    /** The other way. */
    static long completeUp(int rank, int ranks, long bytes) {
        int level = Integer.highestOneBit(rank + 1);
        if (rank + level >= ranks) {
            return 0;
        }
        long one = message(bytes) + completeUp(rank + level, ranks, bytes);
        if (rank + 2 * level >= ranks) {
            return one;
        }
        return bothAtOneEdge(one, message(bytes) + completeUp(rank + 2 * level, ranks, bytes), bytes);
    }

    /** To the last of a range of ranks from those that lead its lower half and what is between. */
    static long inOrderUp(int ranks, long bytes) {
        if (ranks <= 2) {
            return ranks == 2 ? message(bytes) : 0;
        }
        long lower = message(bytes) + inOrderUp(ranks / 2, bytes);
        return bothAtOneEdge(lower, message(bytes) + inOrderUp(ranks - 1 - ranks / 2, bytes), bytes);
    }

    /** The later end of two messages to one rank, each of which ends at the given time when there is no other. */
    static long bothAtOneEdge(long one, long other, long bytes) {
        return Math.max(Math.max(one, other), Math.min(one, other) + edge(bytes));
    }

    /** As {@link #down} with all data in each message; a rank sends to those that have one more bit above its highest. */
    static long lowestBitsFirst(int rank, int ranks, long bytes) {
        long longest = 0;
        long begin = 0;
        for (int bit = Math.max(1, 2 * Integer.highestOneBit(rank)); rank + bit < ranks; bit *= 2) {
            longest = Math.max(longest, begin + message(bytes) + lowestBitsFirst(rank + bit, ranks, bytes));
            begin += edge(bytes);
        }
        return longest;
    }

    /** As {@link #down} with all data in each message in a tree by digits of that radix. */
    static long knomial(int radix, int ranks, long bytes) {
        int distance = 1;
        while (distance * radix < ranks) {
            distance *= radix;
        }
        long longest = 0;
        long begin = 0;
        for (; distance > 0; distance /= radix) {
            for (int child = distance; child < radix * distance && child < ranks; child += distance) {
                int subtree = Math.min(distance, ranks - child);
                longest = Math.max(longest, begin + message(bytes) + knomial(radix, subtree, bytes));
                begin += edge(bytes);
            }
        }
        return longest;
    }

    /** Every rank of a tree has told the one before that it is ready. */
    static long ready(int ranks) {
        return message(0) + (Expectation.rounds(ranks) - 1) * edge(0);
    }

    static long ready(int ranks, long bytes) {
        return bytes > EAGER ? ready(ranks) : 0;
    }

    /** As many blocks as there are already, in the last round those that lack. */
    static long bruck(int ranks, long bytes) {
        long sum = 0;
        for (int distance = 1; distance < ranks; distance *= 2) {
            sum += message(Math.min(distance, ranks - distance) * bytes);
        }
        return sum;
    }

    static boolean isPower(int ranks) {
        return power(ranks) == ranks;
    }

    static int power(int ranks) {
        return Integer.highestOneBit(ranks);
    }

    static long part(int ranks, long bytes) {
        return (bytes + ranks - 1) / ranks;
    }
}
