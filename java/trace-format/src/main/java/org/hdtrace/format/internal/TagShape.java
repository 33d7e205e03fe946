// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.hdtrace.format.DecimalWords;

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

    private static final int WORD = 8;
    private static final int PART = 8;
    private static final int PART_SHIFT = 3;
    private static final int MASK = 1;
    private static final int FIRST = 2;
    private static final int LAST = 3;
    private static final int USUAL = 4;
    private static final int CHANGES = 5;
    private static final int MOST_CHANGES = 64;
    private static final int SPAN = 6;
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
     * {@link #PART} numbers for each value and as many for what is behind the last. What to compare are the bytes ahead of the
     * value, from the quote behind the one before on: how many there are, a mask for the first eight of them, these eight, the
     * last eight. The others are about the value: how long it mostly is, or -1, how often that changed, and where it was in the
     * tag that matched last, its beginning in the lower half.
     */
    private final long[] plan;

    /** By value, the bytes ahead of it where they are more than twice eight. */
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
        this.plan = new long[PART * (count + 1)];
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
            from = spans[4 * i + 3];
        }
        expect(count, bytes, token + from, tag.length - from);
    }

    private void expect(int index, byte[] bytes, int from, int length) {
        int part = PART * index;
        plan[part] = length;
        plan[part + MASK] = Words.firstBytes(length);
        plan[part + FIRST] = Words.at(bytes, from) & plan[part + MASK];
        plan[part + LAST] = length > WORD ? Words.at(bytes, from + length - WORD) : 0;
        if (length > 2 * WORD) {
            longer[index] = Arrays.copyOfRange(bytes, from, from + length);
        }
    }

    /** Whether a tag that was taken apart has this shape, whatever its values are. */
    boolean isOf(byte[] bytes, int token, TagParser tag) {
        if (tag.attributeCount != attributes.length) {
            return false;
        }
        int at = token + begin;
        for (int i = 0; i < attributes.length; i++) {
            int end = at + (int) plan[PART * i];
            if (end != token + tag.spans[4 * i + 2] || isOther(bytes, at, plan, PART * i)) {
                return false;
            }
            at = token + tag.spans[4 * i + 3];
        }
        return at + (int) plan[plan.length - PART] == token + tag.length
                && !isOther(bytes, at, plan, plan.length - PART);
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
     * where the values are.
     *
     * @return the place behind the tag, or {@link #OTHER_TAG}
     */
    int match(byte[] bytes, int token) {
        long[] parts = plan;
        int last = parts.length - PART;
        int at = token + begin;
        for (int i = 0; i < last; i += PART) {
            if (isOther(bytes, at, parts, i)) {
                return matchOdd(bytes, token);
            }
            int from = at + (int) parts[i];
            int end = from;
            long stops = Words.valueStops(Words.at(bytes, end));
            if (stops == 0) {
                end += WORD;
                stops = Words.valueStops(Words.at(bytes, end));
            }
            end = stops == 0 ? plainEnd(bytes, end + WORD) : end + Words.bytesBefore(stops);
            parts[i + SPAN] = ((long) end << Integer.SIZE) | from;
            // The same number, but a processor that guesses the outcome need not wait for the bytes.
            at = from + (int) parts[i + USUAL];
            if (at != end) {
                changeUsual(i, end - from);
                at = end;
            }
        }
        return isOther(bytes, at, parts, last) ? matchOdd(bytes, token) : upTo(at + (int) parts[last], token);
    }

    /** The same where values are long or have blanks and other marks. */
    private int matchOdd(byte[] bytes, int token) {
        int at = token + begin;
        for (int i = 0; i < plan.length - PART; i += PART) {
            if (isOther(bytes, at, plan, i)) {
                return OTHER_TAG;
            }
            int from = at + (int) plan[i];
            at = quoteBehind(bytes, from);
            if (at < 0) {
                return OTHER_TAG;
            }
            plan[i + SPAN] = ((long) at << Integer.SIZE) | from;
        }
        int last = plan.length - PART;
        return isOther(bytes, at, plan, last) ? OTHER_TAG : upTo(at + (int) plan[last], token);
    }

    /** Where a value of the tag that matched last begins. */
    int valueFrom(int index) {
        return (int) plan[PART * index + SPAN];
    }

    int valueTo(int index) {
        return (int) (plan[PART * index + SPAN] >>> Integer.SIZE);
    }

    /** A value of the tag that matched last as a number; -1 when it is anything but one to eight digits. */
    long digits(byte[] bytes, int index) {
        long span = plan[PART * index + SPAN];
        int from = (int) span;
        int count = (int) (span >>> Integer.SIZE) - from;
        return count > 0 && count <= WORD ? DecimalWords.behind(bytes, from, count) : -1;
    }

    private static int upTo(int end, int token) {
        return end - token > LONGEST_TAG ? OTHER_TAG : end;
    }

    /** Whether other bytes are there than a part of the plan wants. */
    private boolean isOther(byte[] bytes, int at, long[] parts, int part) {
        if ((Words.at(bytes, at) & parts[part + MASK]) != parts[part + FIRST]) {
            return true;
        }
        int length = (int) parts[part];
        if (length <= WORD) {
            return false;
        }
        return length <= 2 * WORD
                ? Words.at(bytes, at + length - WORD) != parts[part + LAST]
                : !isLonger(bytes, at, part >> PART_SHIFT);
    }

    private boolean isLonger(byte[] bytes, int from, int index) {
        byte[] wanted = longer[index];
        return from + wanted.length <= bytes.length
                && Arrays.equals(bytes, from, from + wanted.length, wanted, 0, wanted.length);
    }

    /** A value has another length than usual; there is no guessing where that happens often. */
    private void changeUsual(int part, int length) {
        if (plan[part + USUAL] >= 0) {
            plan[part + USUAL] = ++plan[part + CHANGES] < MOST_CHANGES ? length : -1;
        }
    }

    /** Spans relative to the tag, as the scanner makes them. */
    void spans(int token, int[] spans) {
        for (int i = 0; i < attributes.length; i++) {
            int value = valueFrom(i) - token;
            spans[4 * i] = value - nameSpans[2 * i];
            spans[4 * i + 1] = value - nameSpans[2 * i + 1];
            spans[4 * i + 2] = value;
            spans[4 * i + 3] = valueTo(i) - token;
        }
    }

    /** Where a value ends; negative when it needs the scanner. */
    private static int quoteBehind(byte[] bytes, int from) {
        int at = plainEnd(bytes, from);
        while (bytes[at] != '\'') {
            if (bytes[at] == '<' || bytes[at] == '&' || bytes[at] == 0) {
                return -1;
            }
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
