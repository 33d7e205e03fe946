// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.hdtrace.piosim.model.program.Communicator;
import org.hdtrace.piosim.model.program.Neighbors;
import org.hdtrace.piosim.model.program.ProgramBuilder;

/** Topologies of communicators, with the neighbours of each rank found by comparing places, not as the model does it. */
final class NeighborShapes {
    private static final int SEED = 42;

    /** One topology. */
    static final class Shape {
        private final String name;
        private final Neighbors neighbors;
        private final int[] members;
        private final int[][] destinations;

        private Shape(String name, Neighbors neighbors, int[] members, int[]... destinations) {
            this.name = name;
            this.neighbors = neighbors;
            this.members = members;
            this.destinations = destinations;
        }

        Communicator in(ProgramBuilder program) {
            return program.createCommunicator(name, neighbors, members);
        }

        /** Rank in WORLD of a local rank. */
        int worldRank(int rank) {
            return members[rank];
        }

        int size() {
            return members.length;
        }

        /** Local ranks that a local rank sends to, in the order of its blocks. */
        int[] destinations(int rank) {
            return destinations[rank].clone();
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private NeighborShapes() {}

    /** Of all ranks: a ring, a line, grids of two and three dimensions, a directed graph; of half of them, a graph. */
    static List<Shape> of(int ranks) {
        Random random = new Random(SEED + ranks);
        int rows = divisor(ranks, (int) Math.sqrt(ranks));
        int layers = divisor(ranks / rows, (int) Math.sqrt(ranks / (double) rows));
        return List.of(
                grid(random, new int[] {ranks}, true),
                grid(random, new int[] {ranks}, false),
                grid(random, new int[] {rows, ranks / rows}, false, true),
                grid(random, new int[] {rows, layers, ranks / rows / layers}, true, false, true),
                directed(random, ranks),
                both(random, ranks));
    }

    private static Shape grid(Random random, int[] dims, boolean... periodic) {
        int ranks = Arrays.stream(dims).reduce(1, (a, b) -> a * b);
        int[][] destinations = new int[ranks][];
        for (int rank = 0; rank < ranks; rank++) {
            List<Integer> found = new ArrayList<>();
            for (int d = 0; d < dims.length; d++) {
                for (int step : new int[] {-1, 1}) {
                    int[] place = place(rank, dims);
                    place[d] += step;
                    if (periodic[d]) {
                        place[d] = (place[d] + dims[d]) % dims[d];
                    }
                    for (int other = 0; other < ranks; other++) {
                        if (Arrays.equals(place, place(other, dims))) {
                            found.add(other);
                        }
                    }
                }
            }
            destinations[rank] = ints(found);
        }
        String name = "grid " + Arrays.toString(dims) + Arrays.toString(periodic);
        return new Shape(name, Neighbors.grid(dims, periodic), order(random, ranks, ranks), destinations);
    }

    /** Place of a rank in a grid, the last dimension running fastest. */
    private static int[] place(int rank, int... dims) {
        int[] place = new int[dims.length];
        int rest = rank;
        for (int d = dims.length - 1; d >= 0; d--) {
            place[d] = rest % dims[d];
            rest /= dims[d];
        }
        return place;
    }

    /** Up to four edges from each rank, some of them to itself or twice to the same. */
    private static Shape directed(Random random, int ranks) {
        int[][] destinations = new int[ranks][];
        for (int rank = 0; rank < ranks; rank++) {
            destinations[rank] = random.ints(random.nextInt(5), 0, ranks).toArray();
        }
        return new Shape("directed", Neighbors.graph(destinations), order(random, ranks, ranks), destinations);
    }

    /** About two edges for each of half of the ranks, each in both directions. */
    private static Shape both(Random random, int worldRanks) {
        int ranks = (worldRanks + 1) / 2;
        List<List<Integer>> lists = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            lists.add(new ArrayList<>());
        }
        for (int edge = 0; edge < 2 * ranks; edge++) {
            int one = random.nextInt(ranks);
            int other = random.nextInt(ranks);
            if (!lists.get(one).contains(other) && one != other) {
                lists.get(one).add(other);
                lists.get(other).add(one);
            }
        }
        int[][] destinations = lists.stream().map(NeighborShapes::ints).toArray(int[][]::new);
        return new Shape("graph", Neighbors.graph(destinations), order(random, worldRanks, ranks), destinations);
    }

    /** The largest divisor of a number that is at most a limit. */
    private static int divisor(int number, int limit) {
        return IntStream.iterate(limit, i -> i - 1)
                .filter(i -> number % i == 0)
                .findFirst()
                .orElseThrow();
    }

    /** So many of the ranks, in any order. */
    private static int[] order(Random random, int worldRanks, int ranks) {
        List<Integer> all =
                new ArrayList<>(IntStream.range(0, worldRanks).boxed().toList());
        Collections.shuffle(all, random);
        return ints(all.subList(0, ranks));
    }

    private static int[] ints(List<Integer> list) {
        return list.stream().mapToInt(Integer::intValue).toArray();
    }
}
