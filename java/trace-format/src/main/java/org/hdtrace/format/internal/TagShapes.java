// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

/** The kinds of tags that a scanner met, found by the tag's name; bounded, so that hostile files can't fill the memory. */
final class TagShapes {
    private static final int PLACES = 256;
    private static final int MOST_PER_PLACE = 4;
    /** Files whose tags are all different are better read without. */
    private static final int MOST_MADE = 1 << 14;

    private final TagShape[] places = new TagShape[PLACES];
    private final int[] values = new int[2 * TagShape.MOST_ATTRIBUTES];
    private int made;
    private int end;
    private boolean oddValue;

    /** The shape that the tag at a place has, or null when it has none of the known. */
    TagShape find(byte[] bytes, int token) {
        long first = TagKey.first(bytes, token);
        long second = TagKey.second(bytes, token);
        oddValue = false;
        for (TagShape shape = places[place(first, second)]; shape != null; shape = shape.next) {
            if (shape.first == first && shape.second == second) {
                end = shape.match(bytes, token, values);
                if (end >= 0) {
                    return shape;
                }
                oddValue |= end == TagShape.ODD_VALUE;
            }
        }
        return null;
    }

    /** Behind the tag that was found last. */
    int end() {
        return end;
    }

    /** Where the values of the tag found last begin and end, two per attribute. */
    int[] values() {
        return values;
    }

    /** Remember the shape of a tag that was taken apart, unless it is known. */
    void learn(byte[] bytes, int token, TagParser tag) {
        boolean fit = tag.attributeCount <= TagShape.MOST_ATTRIBUTES
                && tag.length <= TagShape.LONGEST_TAG
                && made < MOST_MADE;
        for (int i = 0; fit && i < tag.attributeCount; i++) {
            fit = bytes[token + tag.spans[4 * i + 3]] == '\'';
        }
        if (!fit || find(bytes, token) != null || oddValue) {
            return;
        }
        TagShape shape = new TagShape(++made, bytes, token, tag);
        int place = place(shape.first, shape.second);
        shape.next = places[place];
        places[place] = shape;
        for (int i = 1; i < MOST_PER_PLACE && shape != null; i++) {
            shape = shape.next;
        }
        if (shape != null) {
            shape.next = null;
        }
    }

    private static int place(long first, long second) {
        return (int) (((first + 31 * second) * 0x9e3779b97f4a7c15L) >>> 56);
    }
}
