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
    private static final int SHIFT = 8;
    private static final int WORD = 8;
    private static final int ASKED = 16;
    /** Multiplying by the golden ratio tells the usual names of attributes apart in the upper bits. */
    private static final int SPREAD = 0x9e3779b9;

    private static final int SPREAD_SHIFT = 28;

    /** What tags with the same name begin with, see {@link TagShapes#find}. */
    final long first;

    final long second;
    final String name;
    final int nameLength;
    final boolean selfClosing;
    /**
     * Two for the bytes ahead of each value and two for those behind the last: the first eight of them, and in the {@link #SHIFT
     * lowest bits} how far to shift those out that are not among them, above that how many they are, negative when they are more.
     */
    private final long[] plan;

    /** By value, the bytes ahead of it where they are more than eight. */
    private final byte[][] longer;
    /** How many bytes of the tag the plan leaves out, because the key has them. */
    private final int begin;

    private final String[] attributes;
    /** By attribute, how far before its value its name begins and ends. */
    private final int[] nameSpans;

    /** Names that were asked for, by their hash, and their indices. */
    private final String[] asked = new String[ASKED];

    private final int[] found = new int[ASKED];

    /** Number of the shape among those of its table, from 1. */
    final int number;
    /** The next shape of the same place in the table. */
    TagShape next;
    /** What the scanner's owner noted about tags of that shape; 0 at first. */
    long mark;

    TagShape(int number, byte[] bytes, int token, TagParser tag) {
        this.number = number;
        int count = tag.attributeCount;
        int[] spans = tag.spans;
        this.first = TagKey.first(bytes, token);
        this.second = TagKey.second(bytes, token);
        this.name = text(bytes, token + 1, token + tag.nameTo);
        this.nameLength = tag.nameTo - 1;
        this.selfClosing = tag.selfClosing;
        this.attributes = new String[count];
        this.nameSpans = new int[2 * count];
        this.plan = new long[2 * count + 2];
        this.longer = new byte[count + 1][];
        // What is ahead of the first value, or of the end, is never empty.
        this.begin = Math.min(1 + TagKey.length(bytes, token), (count > 0 ? spans[2] : tag.length) - 1);
        int from = begin;
        for (int i = 0; i < count; i++) {
            int value = spans[4 * i + 2];
            expect(i, bytes, token + from, value - from);
            attributes[i] = text(bytes, token + spans[4 * i], token + spans[4 * i + 1]);
            nameSpans[2 * i] = value - spans[4 * i];
            nameSpans[2 * i + 1] = value - spans[4 * i + 1];
            from = spans[4 * i + 3] + 1;
        }
        expect(count, bytes, token + from, tag.length - from);
    }

    private void expect(int index, byte[] bytes, int from, int length) {
        int shift = 8 * Math.max(0, WORD - length);
        long meta = ((long) length << SHIFT) | shift;
        plan[2 * index] = Words.at(bytes, from);
        plan[2 * index + 1] = length > WORD ? meta | Long.MIN_VALUE : meta;
        longer[index] = Arrays.copyOfRange(bytes, from, from + length);
    }

    int attributeCount() {
        return attributes.length;
    }

    String attribute(int index) {
        return attributes[index];
    }

    /** Index of the first attribute with that name, or -1. */
    int indexOf(String attribute) {
        int place = (attribute.hashCode() * SPREAD) >>> SPREAD_SHIFT;
        if (!isSame(asked[place], attribute)) {
            asked[place] = attribute;
            found[place] = Arrays.asList(attributes).indexOf(attribute);
        }
        return found[place];
    }

    /** Those who ask for an attribute do so with the same constant each time. */
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(String one, String other) {
        return one == other;
    }

    /**
     * Compare with the tag at a place of an array that has 16 NUL bytes behind its text and that begins with the key, and note
     * where the values begin and end.
     *
     * @return the place behind the tag, or {@link #OTHER_TAG} or {@link #ODD_VALUE}
     */
    int match(byte[] bytes, int token, int[] values) {
        int at = token + begin;
        for (int i = 0; i < plan.length - 2; i += 2) {
            at = behind(bytes, at, i);
            if (at < 0) {
                return OTHER_TAG;
            }
            values[i] = at;
            at = valueEnd(bytes, at);
            if (bytes[at] != '\'') {
                return ODD_VALUE;
            }
            values[i + 1] = at++;
        }
        at = behind(bytes, at, plan.length - 2);
        return at - token > LONGEST_TAG ? ODD_VALUE : at;
    }

    /** Where the text goes on behind the bytes that a part of the plan wants; negative when there are others. */
    private int behind(byte[] bytes, int at, int part) {
        long meta = plan[part + 1];
        if ((Words.at(bytes, at) ^ plan[part]) << meta != 0 || (meta < 0 && !isLonger(bytes, at, part >> 1))) {
            return OTHER_TAG;
        }
        return at + ((int) meta >>> SHIFT);
    }

    private boolean isLonger(byte[] bytes, int from, int index) {
        byte[] wanted = longer[index];
        return from + wanted.length <= bytes.length
                && Arrays.equals(bytes, from, from + wanted.length, wanted, 0, wanted.length);
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
        int at = plainEnd(bytes, from);
        // Blanks and some other marks may stand in a value; few do.
        while (bytes[at] != '\'' && bytes[at] != '<' && bytes[at] != '&' && bytes[at] != 0) {
            at = plainEnd(bytes, at + 1);
        }
        return at;
    }

    /** Where bytes end that need not be looked at one by one. */
    private static int plainEnd(byte[] bytes, int from) {
        int at = from;
        long stops = Words.valueStops(Words.at(bytes, at));
        while (stops == 0) {
            at += WORD;
            stops = Words.valueStops(Words.at(bytes, at));
        }
        return at + Words.bytesBefore(stops);
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
}
