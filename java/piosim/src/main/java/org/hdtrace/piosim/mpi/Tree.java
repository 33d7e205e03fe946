// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

/** A tree over the distances from the root, which is 0 itself. */
interface Tree {
    /** Parent of a node other than the root. */
    int parent(int relative, int size);

    /** Children of a node in the order in which they are served. */
    int[] children(int relative, int size);
}
