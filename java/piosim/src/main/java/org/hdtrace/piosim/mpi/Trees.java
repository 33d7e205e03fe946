// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;

/** Trees that Open MPI uses. Source: Open MPI 4.1, {@code ompi/mca/coll/base/coll_base_topo.c}. */
final class Trees {
    /** Each has the next one for its only child. */
    static final Tree CHAIN =
            new Shape((relative, size) -> relative - 1, (relative, size) -> existing(size, relative + 1));

    /** Level k has 2^k nodes; the children of a node are those 2^k and twice as many further on. */
    static final Tree BINARY = new Shape(
            (relative, size) -> {
                int above = Integer.highestOneBit(relative + 1) / 2;
                return relative - (relative <= 3 * above - 2 ? above : 2 * above);
            },
            (relative, size) -> {
                int level = Integer.highestOneBit(relative + 1);
                return existing(size, relative + level, relative + 2 * level);
            });

    /** A child has one bit set above the highest of its parent, the lowest first, whose subtree is the largest. */
    static final Tree BINOMIAL =
            new Shape((relative, size) -> relative - Integer.highestOneBit(relative), (relative, size) -> {
                int[] children = new int[Integer.SIZE];
                int count = 0;
                for (long bit = Math.max(1, 2L * Integer.highestOneBit(relative)); relative + bit < size; bit *= 2) {
                    children[count++] = relative + (int) bit;
                }
                return Arrays.copyOf(children, count);
            });

    /**
     * The last of a range of ranks leads it; its children lead the lower half of the range and what is between. Distances
     * count down from the last rank, the root, so that results of ranks are combined in order.
     */
    static final Tree IN_ORDER_BINARY = new Shape(
            (relative, size) -> size - 1 - Range.ledBy(size - 1 - relative, size).parent, (relative, size) -> {
                Range range = Range.ledBy(size - 1 - relative, size);
                int lower = range.count / 2;
                int[] children = {size - range.from - range.count + 1, size - range.from - lower};
                return range.count <= 1 ? new int[0] : range.count == 2 ? Arrays.copyOfRange(children, 1, 2) : children;
            });

    private Trees() {}

    /** A child differs from its parent in one digit of base {@code radix}, all below which are 0; the highest first. */
    static Tree knomial(int radix) {
        return new Shape(
                (relative, size) -> {
                    long unit = unit(relative, size, radix) * radix;
                    return (int) (relative / unit * unit);
                },
                (relative, size) -> {
                    int[] children = new int[Integer.SIZE * radix];
                    int count = 0;
                    for (long unit = unit(relative, size, radix) / radix; unit > 0; unit /= radix) {
                        for (int digit = 1; digit < radix && relative + unit * digit < size; digit++) {
                            children[count++] = (int) (relative + unit * digit);
                        }
                    }
                    return Arrays.copyOf(children, count);
                });
    }

    /** Value of the lowest digit that isn't 0; of the root, the first that no rank has. */
    private static long unit(int relative, int size, int radix) {
        long unit = 1;
        while (unit < size && relative % (unit * radix) == 0) {
            unit *= radix;
        }
        return unit;
    }

    private static int[] existing(int size, int... nodes) {
        return Arrays.stream(nodes).filter(node -> node < size).toArray();
    }

    /** Children by node and number of nodes. */
    @FunctionalInterface
    private interface Children {
        int[] of(int relative, int size);
    }

    private record Shape(IntBinaryOperator parents, Children below) implements Tree {
        @Override
        public int parent(int relative, int size) {
            return parents.applyAsInt(relative, size);
        }

        @Override
        public int[] children(int relative, int size) {
            return below.of(relative, size);
        }
    }

    /** Ranks below and including one, which is the last of them, and its parent. */
    private record Range(int from, int count, int parent) {
        static Range ledBy(int rank, int size) {
            int from = 0;
            int count = size;
            int parent = -1;
            while (from + count - 1 != rank) {
                int lower = count / 2;
                parent = from + count - 1;
                if (rank < from + lower) {
                    count = lower;
                } else {
                    from += lower;
                    count -= lower + 1;
                }
            }
            return new Range(from, count, parent);
        }
    }
}
