// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import java.util.Arrays;

/** The end tags that a scanner met last, by the first byte of their name: the same few come again and again. */
final class EndTags {
    private static final int PLACES = 8;
    private static final int LONGEST = 64;

    private final byte[][] texts = new byte[PLACES][];
    private final int[] nameEnds = new int[PLACES];

    /** Fill in what {@link TagParser#endTag} would find, when the tag at a place of a text up to the limit is known. */
    boolean find(byte[] bytes, int token, int limit, TagParser tag) {
        int place = bytes[token + 2] & (PLACES - 1);
        byte[] text = texts[place];
        if (text == null
                || token + text.length > limit
                || !Arrays.equals(bytes, token, token + text.length, text, 0, text.length)) {
            return false;
        }
        tag.endTag(nameEnds[place], text.length);
        return true;
    }

    /** Remember a tag that was taken apart. */
    void learn(byte[] bytes, int token, TagParser tag) {
        if (tag.length <= LONGEST) {
            int place = bytes[token + 2] & (PLACES - 1);
            texts[place] = Arrays.copyOfRange(bytes, token, token + tag.length);
            nameEnds[place] = tag.nameTo;
        }
    }
}
