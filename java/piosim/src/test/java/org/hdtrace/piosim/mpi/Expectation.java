// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.Set;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Volume;

/**
 * What one operation of an algorithm has to put on the network, by a formula that knows nothing of how it does so.
 *
 * @param method name of the algorithm
 */
record Expectation(CommandType type, String method, Formula formula) {
    /** The algorithms of any type that have no messages. */
    static final Set<String> WITHOUT_MESSAGES = Set.of("NoOperation", "VirtualSync");

    /** Messages and bytes of one operation. */
    @FunctionalInterface
    interface Formula {
        /** On {@code ranks} ranks; the root is a local rank, 0 where there is none. */
        Moved of(int ranks, int root, Volume volume);
    }

    /**
     * A sum over messages.
     *
     * @param messages all of them
     * @param framed how many of them carry what the protocol adds to collective functions
     * @param data bytes of the program
     */
    record Moved(long messages, long framed, long data) {
        private static final int HEADER = 40;
        private static final int FRAMING = 20;
        static final Moved NOTHING = new Moved(0, 0, 0);

        /** Messages with what the protocol adds. */
        static Moved framed(long messages, long data) {
            return new Moved(messages, messages, data);
        }

        /** Messages without. */
        static Moved bare(long messages, long data) {
            return new Moved(messages, 0, data);
        }

        Moved plus(Moved other) {
            return new Moved(messages + other.messages, framed + other.framed, data + other.data);
        }

        /** Bytes with headers. */
        long wire() {
            return data + FRAMING * framed + HEADER * messages;
        }
    }

    /** Whether the algorithm has no messages, whatever the function is for. */
    boolean isSilent() {
        return WITHOUT_MESSAGES.contains(method);
    }

    @Override
    public String toString() {
        return type.commandName() + " " + method;
    }

    /** Rounds in which a number doubles from 1 until it is at least {@code ranks}: the ceiling of the logarithm. */
    static int rounds(int ranks) {
        int rounds = 0;
        while (1 << rounds < ranks) {
            rounds++;
        }
        return rounds;
    }

    /** Bytes of blocks {@code from} to before {@code to} of data cut into {@code count} that differ by one at most. */
    static long blocks(long data, int from, int to, int count) {
        return data * to / count - data * from / count;
    }

    /** Ranks at and below distance {@code relative} from the root, other than 0, in a binomial tree. */
    static int below(int relative, int ranks) {
        return Math.min(relative & -relative, ranks - relative);
    }

    /** Bytes that all ranks but the root pass through a binomial tree when each rank owns one block of the data. */
    static long throughTree(long data, int ranks) {
        long sum = 0;
        for (int relative = 1; relative < ranks; relative++) {
            sum += blocks(data, relative, relative + below(relative, ranks), ranks);
        }
        return sum;
    }
}
