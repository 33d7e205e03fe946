// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

/**
 * A binomial tree over the distances from the root. The lowest set bit of a distance decides the parent; a child differs
 * in one of the bits below.
 */
final class BinomialTree {
    private BinomialTree() {}

    /** Distance of the parent of a node other than the root. */
    static int parent(int relative) {
        return relative & relative - 1;
    }

    /** Number of bits that may be set for a child: children are {@code relative + (1 << bit)} for lower bits. */
    static int childBits(int relative, int size) {
        return relative == 0 ? 32 - Integer.numberOfLeadingZeros(size - 1) : Integer.numberOfTrailingZeros(relative);
    }

    /** Whether the child for a bit exists. */
    static boolean hasChild(int relative, int bit, int size) {
        return relative + (1 << bit) < size;
    }

    /** Whether a node has no children. */
    static boolean isLeaf(int relative, int size) {
        return childBits(relative, size) == 0 || !hasChild(relative, 0, size);
    }

    /** Number of nodes below and including one. */
    static int subtree(int relative, int size) {
        return Math.min(1 << childBits(relative, size), size - relative);
    }
}
