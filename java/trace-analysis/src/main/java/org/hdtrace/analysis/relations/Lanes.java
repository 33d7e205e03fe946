// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.relations;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Spreads the overlapping operations of each relation file over as few lanes as hold them: in the order of their start, each into
 * the lane that became free first, a new one where none is free. Immutable; any thread. Memory: 4 bytes for each operation. Source:
 * SUNSHOT S-42.
 */
public final class Lanes {
    private final int[] lanes;
    private final int[] counts;

    private Lanes(int[] lanes, int[] counts) {
        this.lanes = lanes;
        this.counts = counts;
    }

    private record Free(int lane, long since) {}

    public static Lanes of(RelationGraph graph) {
        int[] lanes = new int[graph.size()];
        int[] counts = new int[graph.files().size()];
        for (int file = 0; file < counts.length; file++) {
            PriorityQueue<Free> free =
                    new PriorityQueue<>(Comparator.comparingLong(Free::since).thenComparingInt(Free::lane));
            int[] order = IntStream.range(graph.firstOf(file), graph.firstOf(file + 1))
                    .boxed()
                    .sorted(Comparator.<Integer>comparingLong(graph::startNanos).thenComparingInt(each -> each))
                    .mapToInt(Integer::intValue)
                    .toArray();
            for (int operation : order) {
                boolean reuse = !free.isEmpty() && free.element().since() <= graph.startNanos(operation);
                lanes[operation] = reuse ? free.remove().lane() : counts[file]++;
                free.add(new Free(lanes[operation], graph.endNanos(operation)));
            }
        }
        return new Lanes(lanes, counts);
    }

    /** Lane of an operation in its file, from 0. */
    public int laneOf(int operation) {
        return lanes[operation];
    }

    /** How many lanes a file has: the most operations that it holds at one time, those without duration apart. */
    public int countOf(int file) {
        return counts[file];
    }
}
