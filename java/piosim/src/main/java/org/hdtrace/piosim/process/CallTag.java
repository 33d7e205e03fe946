// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

/**
 * Tags of the messages inside collective operations: the number of the operation on its communicator, then the number of
 * the part on each level of nesting, so that calls that run at the same time share no tag.
 *
 * <p>The parts that a call starts itself have sixteen bits, for the rounds of a collective access are many; deeper levels
 * have eight. Numbers start again when they are used up: the same part comes round only after all those between, and
 * messages of one pair of ranks with one tag are matched in the order in which they were sent.
 */
final class CallTag {
    private static final int[] BITS = {16, 8, 8, 8};
    private static final int[] SHIFT = {24, 16, 8, 0};
    private static final int NUMBER_SHIFT = 40;
    /** Keeps tags positive. */
    private static final long NUMBER_MASK = (1L << (Long.SIZE - 1 - NUMBER_SHIFT)) - 1;

    private CallTag() {}

    /** Tag of the call that a program makes. */
    static long first(long number) {
        return (number & NUMBER_MASK) << NUMBER_SHIFT;
    }

    /**
     * Tag of a part of a call.
     *
     * @param parent tag of the call
     * @param depth how many calls are around it, 0 for the call by the program
     * @param number of the part, from 1
     */
    static long child(long parent, int depth, int number) {
        if (depth >= BITS.length) {
            throw new IllegalStateException("an algorithm nests more than " + BITS.length + " levels");
        }
        int distinct = (1 << BITS[depth]) - 1;
        return parent + ((long) ((number - 1) % distinct + 1) << SHIFT[depth]);
    }
}
