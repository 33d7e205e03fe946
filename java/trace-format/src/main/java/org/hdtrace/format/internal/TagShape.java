// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What tags of one kind have in common: all bytes but for the attribute values. A writer makes few kinds, so that most tags are
 * read by comparing them with one that was taken apart before, eight bytes at a time. A tag that does not fit says nothing: the
 * scanner takes it apart byte by byte.
 */
final class TagShape {
    static final int MOST_ATTRIBUTES = 32;
    /** Longer tags are left to the scanner, which knows the limits. */
    static final int LONGEST_TAG = 1 << 15;
    /** {@link #match} met other bytes between the values, or a value that needs the scanner. */
    static final int OTHER_TAG = -1;

    static final int ODD_VALUE = -2;

    final long key;
    final String name;
    final int nameLength;
    final boolean selfClosing;
    /** The bytes between the values, up to eight in a word; the last word ahead of value i is before {@code ends[i]}. */
    private final long[] words;

    /** By word: how far to shift the bytes out that do not belong to it. */
    private final int[] shifts;

    private final int[] ends;
    private final String[] attributes;
    /** By attribute, how far before its value its name begins and ends. */
    private final int[] nameSpans;

    /** Names that were asked for last, and their indices. */
    private final String[] asked = new String[4];

    private final int[] found = new int[4];
    private int askedCount;

    /** The next shape of the same place in the table. */
    TagShape next;
    /** What the scanner's owner noted about tags of that shape; 0 at first. */
    int mark;

    TagShape(byte[] bytes, int token, TagParser tag) {
        int count = tag.attributeCount;
        int[] spans = tag.spans;
        this.key = key(bytes, token);
        this.name = text(bytes, token + 1, token + tag.nameTo);
        this.nameLength = tag.nameTo - 1;
        this.selfClosing = tag.selfClosing;
        this.attributes = new String[count];
        this.nameSpans = new int[2 * count];
        this.ends = new int[count + 1];
        int most = (tag.length + 7) / 8 + count + 1;
        this.words = new long[most];
        this.shifts = new int[most];
        int from = 0;
        int word = 0;
        for (int i = 0; i < count; i++) {
            int value = spans[4 * i + 2];
            word = addWords(bytes, token, from, value, word);
            ends[i] = word;
            attributes[i] = text(bytes, token + spans[4 * i], token + spans[4 * i + 1]);
            nameSpans[2 * i] = value - spans[4 * i];
            nameSpans[2 * i + 1] = value - spans[4 * i + 1];
            from = spans[4 * i + 3] + 1;
        }
        ends[count] = addWords(bytes, token, from, tag.length, word);
    }

    private int addWords(byte[] bytes, int token, int from, int to, int word) {
        int next = word;
        for (int at = from; at < to; at += 8) {
            shifts[next] = 8 * Math.max(0, 8 - (to - at));
            words[next++] = Words.at(bytes, token + at);
        }
        return next;
    }

    /** A word that tells tags apart by their name; tags with the same name have the same. */
    static long key(byte[] bytes, int token) {
        long begin = Words.at(bytes, token + 1);
        long stops = Words.below(begin, '0');
        return stops == 0
                ? begin + 0x9e3779b97f4a7c15L * upToStop(Words.at(bytes, token + 9))
                : begin & ((Long.lowestOneBit(stops) >>> 7) - 1);
    }

    private static long upToStop(long word) {
        long stops = Words.below(word, '0');
        return stops == 0 ? word : word & ((Long.lowestOneBit(stops) >>> 7) - 1);
    }

    int attributeCount() {
        return attributes.length;
    }

    String attribute(int index) {
        return attributes[index];
    }

    /** Index of the first attribute with that name, or -1. */
    int indexOf(String attribute) {
        for (int i = 0; i < asked.length; i++) {
            if (isSame(asked[i], attribute)) {
                return found[i];
            }
        }
        int place = askedCount++ % asked.length;
        asked[place] = attribute;
        found[place] = Arrays.asList(attributes).indexOf(attribute);
        return found[place];
    }

    /** Those who ask for an attribute do so with the same constant each time. */
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(String one, String other) {
        return one == other;
    }

    /**
     * Compare with the tag at a place of an array that has eight NUL bytes behind its text, and note where the values begin and
     * end.
     *
     * @return the place behind the tag, or {@link #OTHER_TAG} or {@link #ODD_VALUE}
     */
    int match(byte[] bytes, int token, int[] values) {
        int last = ends.length - 1;
        int at = token;
        int word = 0;
        for (int i = 0; ; i++) {
            int end = ends[i];
            do {
                int shift = shifts[word];
                if ((Words.at(bytes, at) ^ words[word]) << shift != 0) {
                    return OTHER_TAG;
                }
                at += 8 - (shift >>> 3);
            } while (++word < end);
            if (i == last) {
                return at - token > LONGEST_TAG ? ODD_VALUE : at;
            }
            values[2 * i] = at;
            at = valueEnd(bytes, at);
            if (bytes[at] != '\'') {
                return ODD_VALUE;
            }
            values[2 * i + 1] = at++;
        }
    }

    /** Spans relative to the tag, as the scanner makes them. */
    void spans(int[] values, int token, int[] spans) {
        for (int i = 0; i < attributes.length; i++) {
            int value = values[2 * i] - token;
            spans[4 * i] = value - nameSpans[2 * i];
            spans[4 * i + 1] = value - nameSpans[2 * i + 1];
            spans[4 * i + 2] = value;
            spans[4 * i + 3] = values[2 * i + 1] - token;
        }
    }

    /** Where a value ends or needs the scanner. */
    private static int valueEnd(byte[] bytes, int from) {
        int at = from;
        while (true) {
            long stops = Words.valueStops(Words.at(bytes, at));
            while (stops == 0) {
                at += 8;
                stops = Words.valueStops(Words.at(bytes, at));
            }
            at += Words.bytesBefore(stops);
            byte b = bytes[at];
            if (b == '\'' || b == '<' || b == '&' || b == 0) {
                return at;
            }
            at++;
        }
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
}
