// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.Arrays;

/**
 * The topology of a communicator: whom each rank sends to and receives from in neighbourhood functions, by local ranks.
 * Immutable.
 */
public final class Neighbors {
    /** No topology. */
    public static final Neighbors NONE = new Neighbors(new int[0][], new int[0][]);

    private static final int[] NOBODY = {};

    private final int[][] sources;
    private final int[][] destinations;

    private Neighbors(int[][] sources, int[][] destinations) {
        this.sources = sources;
        this.destinations = destinations;
    }

    /**
     * Any directed graph, from whom each rank sends to. A rank receives from those that send to it in ascending order.
     *
     * @param destinations by local rank, in the order of the blocks; a rank may occur several times
     */
    public static Neighbors graph(int[]... destinations) {
        int ranks = destinations.length;
        int[] degree = new int[ranks];
        for (int[] list : destinations) {
            for (int rank : list) {
                if (rank < 0 || rank >= ranks) {
                    throw new IllegalArgumentException("neighbour " + rank + ": must be 0 to " + (ranks - 1));
                }
                degree[rank]++;
            }
        }
        int[][] sources = new int[ranks][];
        Arrays.setAll(sources, rank -> new int[degree[rank]]);
        for (int rank = ranks - 1; rank >= 0; rank--) {
            for (int to : destinations[rank]) {
                sources[to][--degree[to]] = rank;
            }
        }
        int[][] copy = new int[ranks][];
        Arrays.setAll(copy, rank -> destinations[rank].clone());
        return new Neighbors(sources, copy);
    }

    /**
     * Any directed graph, from both ends of its edges.
     *
     * @param sources whom each local rank receives from, in the order of the blocks
     * @param destinations whom each local rank sends to, in the order of the blocks
     */
    static Neighbors of(int[][] sources, int[][] destinations) {
        return new Neighbors(sources.clone(), destinations.clone());
    }

    /**
     * A grid, ranks in row-major order. Neighbours are those before and behind in the first dimension, then in the
     * second and so on; at an open border there is none.
     *
     * @param dims ranks in each dimension, at least 1
     * @param periodic whether the first and the last of a dimension are next to each other
     */
    public static Neighbors grid(int[] dims, boolean... periodic) {
        int ranks = 1;
        for (int dim : dims) {
            if (dim < 1) {
                throw new IllegalArgumentException("dims=" + Arrays.toString(dims) + ": must be > 0");
            }
            ranks = Math.multiplyExact(ranks, dim);
        }
        if (periodic.length != dims.length) {
            throw new IllegalArgumentException(periodic.length + " periods for " + dims.length + " dimensions");
        }
        int[][] lists = new int[ranks][];
        Arrays.setAll(lists, rank -> around(rank, dims, periodic));
        return new Neighbors(lists, lists);
    }

    /** Local ranks that a rank receives from, one for each block. */
    public int[] sources(int localRank) {
        return of(sources, localRank);
    }

    /** Local ranks that a rank sends to, one for each block. */
    public int[] destinations(int localRank) {
        return of(destinations, localRank);
    }

    /** The same, if it has as many ranks. */
    Neighbors ofRanks(int count) {
        if (sources.length != 0 && sources.length != count) {
            throw new IllegalArgumentException("neighbours of " + sources.length + " ranks for " + count);
        }
        return this;
    }

    private static int[] of(int[][] lists, int localRank) {
        return localRank < lists.length ? lists[localRank].clone() : NOBODY;
    }

    private static int[] around(int rank, int[] dims, boolean[] periodic) {
        int[] found = new int[2 * dims.length];
        int count = 0;
        int stride = 1;
        for (int dim : dims) {
            stride *= dim;
        }
        for (int d = 0; d < dims.length; d++) {
            stride /= dims[d];
            int place = rank / stride % dims[d];
            for (int step = -1; step <= 1; step += 2) {
                int other = place + step;
                if (periodic[d] || (other >= 0 && other < dims[d])) {
                    found[count++] = rank + (Math.floorMod(other, dims[d]) - place) * stride;
                }
            }
        }
        return Arrays.copyOf(found, count);
    }
}
