// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.hdtrace.piosim.model.program.Communicator;
import org.hdtrace.piosim.model.program.ProgramBuilder;

/** Communicators of parts of the ranks of a program; who is which local rank is random, by a fixed seed. */
record Parts(List<Communicator> communicators) {
    private static final int SEED = 20_090_901;

    /** Of each part of the ranks that has a rank, from the smallest number of its set bits to the largest. */
    static Parts all(ProgramBuilder program, int ranks) {
        Random random = new Random(SEED);
        List<Communicator> made = new ArrayList<>();
        for (int set = 1; set < 1 << ranks; set++) {
            int bits = set;
            make(made, program, IntStream.range(0, ranks).filter(rank -> (bits >> rank & 1) != 0), random);
        }
        return new Parts(made);
    }

    /** Of {@code count} parts of any size. */
    static Parts random(ProgramBuilder program, int ranks, int count) {
        Random random = new Random(SEED);
        List<Communicator> made = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            List<Integer> all = shuffled(IntStream.range(0, ranks), random);
            int size = 1 + random.nextInt(ranks);
            make(made, program, all.subList(0, size).stream().mapToInt(Integer::intValue), random);
        }
        return new Parts(made);
    }

    /** Append to each member a wait for the request that has the number of the communicator, one after the other, in turn. */
    static void waitFor(ProgramBuilder program, int ranks, List<Communicator> together) {
        for (int rank = 0; rank < ranks; rank++) {
            for (int i = 0; i < together.size(); i++) {
                Communicator next = together.get((i + rank) % together.size());
                if (next.contains(rank)) {
                    program.addWaitAll(rank, next.id());
                }
            }
        }
    }

    private static void make(List<Communicator> made, ProgramBuilder program, IntStream members, Random random) {
        int[] order =
                shuffled(members, random).stream().mapToInt(Integer::intValue).toArray();
        made.add(program.createCommunicator("part" + made.size(), order));
    }

    private static List<Integer> shuffled(IntStream numbers, Random random) {
        List<Integer> order = new ArrayList<>(numbers.boxed().toList());
        Collections.shuffle(order, random);
        return order;
    }
}
