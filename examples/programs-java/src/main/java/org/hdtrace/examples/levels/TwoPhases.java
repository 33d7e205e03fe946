// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.levels;

import java.util.Arrays;

/**
 * Data of the collective, non-contiguous level by hand. In each phase every client has a buffer of the file, in turn, gets what
 * others have of it, and writes it. No phase begins before the one before is over, since all tell all how much there is.
 */
final class TwoPhases {
    private static final int MIB = 1 << 20;

    private TwoPhases() {}

    /** Times that every client fills its buffer. */
    static int phases() {
        long all = Level.BYTES * Level.CLIENTS;
        long each = Level.BUFFER * Level.CLIENTS;
        return (int) ((all + each - 1) / each);
    }

    /**
     * Latencies of a link one after the other in the messages of a collective call: two allgathers in a ring; in two phases the
     * number of pieces and their lists, two allreduces up and down a tree, and in each phase sizes, data, and a write.
     */
    static int latencies(boolean exchange) {
        int message = 2;
        int rings = 2 * (Level.CLIENTS - 1) * message;
        int tree = 2 * (Integer.SIZE - Integer.numberOfLeadingZeros(Level.CLIENTS - 1)) * message;
        return exchange ? rings + 2 * message + 2 * tree + phases() * 4 * message : rings;
    }

    /** MiB that have to go over one cable after the other: in each phase most that a client sends or gets, then writes. */
    static int mebibytes() {
        int buffer = (int) (Level.BUFFER / MIB);
        int block = (int) (Level.BYTES / Level.BLOCKS / MIB);
        int all = (int) (Level.BYTES / MIB) * Level.CLIENTS;
        int sum = 0;
        for (int phase = 0; phase < all; phase += buffer * Level.CLIENTS) {
            int[] sent = new int[Level.CLIENTS];
            int[] got = new int[Level.CLIENTS];
            int[] written = new int[Level.CLIENTS];
            for (int place = phase; place < Math.min(all, phase + buffer * Level.CLIENTS); place++) {
                int from = place / block % Level.CLIENTS;
                int to = place / buffer % Level.CLIENTS;
                written[to]++;
                sent[from] += from == to ? 0 : 1;
                got[to] += from == to ? 0 : 1;
            }
            sum += Math.max(most(sent), most(got)) + most(written);
        }
        return sum;
    }

    private static int most(int[] numbers) {
        return Arrays.stream(numbers).max().orElse(0);
    }
}
