// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

/**
 * What a tag begins with behind its {@code <}, in two words: the bytes up to the first below '0', at most 16, then zeros. For most
 * tags that is the name. Made without branches, because names follow each other in no order that a processor could guess.
 */
final class TagKey {
    private static final int WORD = 8;

    private TagKey() {}

    static long first(byte[] bytes, int token) {
        long word = Words.at(bytes, token + 1);
        return word & below(stops(word));
    }

    /** Zero when the first word is not full. */
    static long second(byte[] bytes, int token) {
        long ended = stops(Words.at(bytes, token + 1));
        long word = Words.at(bytes, token + 1 + WORD);
        long isEnded = (ended | -ended) >> 63;
        return word & below(stops(word)) & ~isEnded;
    }

    /** Number of bytes that the words hold. */
    static int length(byte[] bytes, int token) {
        long ended = stops(Words.at(bytes, token + 1));
        return ended != 0 ? Words.bytesBefore(ended) : WORD + bytesBefore(stops(Words.at(bytes, token + 1 + WORD)));
    }

    private static int bytesBefore(long marks) {
        return marks == 0 ? WORD : Words.bytesBefore(marks);
    }

    private static long stops(long word) {
        return Words.below(word, '0');
    }

    /** All bits below the byte with the lowest mark. */
    private static long below(long marks) {
        return (Long.lowestOneBit(marks) >>> 7) - 1;
    }
}
