// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

/**
 * Tags of the messages inside collective operations: the number of the operation on its communicator in the upper half,
 * then eight bits for each level of children, so that no two calls of one operation ever share a tag.
 */
final class CallTag {
    private static final int LEVELS = 4;
    private static final int BITS = 8;
    private static final int MOST_CHILDREN = (1 << BITS) - 1;

    private CallTag() {}

    /** Tag of the call that a program makes. */
    static long first(long number) {
        return number << (LEVELS * BITS);
    }

    /**
     * Tag of a part of a call.
     *
     * @param parent tag of the call
     * @param depth how many calls are around it, 0 for the call by the program
     * @param number of the part, from 1
     */
    static long child(long parent, int depth, int number) {
        if (depth >= LEVELS || number > MOST_CHILDREN) {
            throw new IllegalStateException("an algorithm nests more than " + LEVELS + " levels or has more than "
                    + MOST_CHILDREN + " parts: depth " + (depth + 1) + ", part " + number);
        }
        return parent + ((long) number << ((LEVELS - 1 - depth) * BITS));
    }
}
