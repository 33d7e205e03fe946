// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

/** The end tags that a scanner met last, by the first byte of their name: the same few come again and again. */
final class EndTags {
    private static final int PLACES = 8;
    private static final int WORD = 8;
    private static final int LONGEST = 2 * WORD;

    /** The first eight bytes, those of a shorter tag by a mask, and the last eight. */
    private final long[] firsts = new long[PLACES];

    private final long[] masks = new long[PLACES];
    private final long[] lasts = new long[PLACES];
    /** How long they are; 0 for none. */
    private final int[] lengths = new int[PLACES];

    private final int[] nameEnds = new int[PLACES];

    /**
     * Fill in what {@link TagParser#endTag} would find, when the tag at a place of an array that has 16 NUL bytes behind its text
     * is known.
     */
    boolean find(byte[] bytes, int token, TagParser tag) {
        int place = place(bytes, token);
        int length = lengths[place];
        if (length == 0
                || (Words.at(bytes, token) & masks[place]) != firsts[place]
                || (length > WORD && Words.at(bytes, token + length - WORD) != lasts[place])) {
            return false;
        }
        tag.endTag(nameEnds[place], length);
        return true;
    }

    /** Remember a tag that was taken apart. */
    void learn(byte[] bytes, int token, TagParser tag) {
        int length = tag.length;
        if (length <= LONGEST) {
            int place = place(bytes, token);
            lengths[place] = length;
            masks[place] = Words.firstBytes(length);
            firsts[place] = Words.at(bytes, token) & masks[place];
            lasts[place] = length > WORD ? Words.at(bytes, token + length - WORD) : 0;
            nameEnds[place] = tag.nameTo;
        }
    }

    private static int place(byte[] bytes, int token) {
        return bytes[token + 2] & (PLACES - 1);
    }
}
