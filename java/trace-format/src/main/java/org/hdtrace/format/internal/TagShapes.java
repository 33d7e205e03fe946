// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

/** The kinds of tags that a scanner met, found by the tag's name; bounded, so that hostile files can't fill the memory. */
final class TagShapes {
    private static final int PLACES = 256;
    private static final int MOST_PER_PLACE = 4;
    /** Files whose tags are all different are better read without. */
    private static final int MOST_MADE = 1 << 14;

    private final TagShape[] places = new TagShape[PLACES];
    private int made;
    private int end;

    /** The shape that the tag at a place has, or null when it has none of the known. */
    TagShape find(byte[] bytes, int token) {
        long first = TagKey.first(bytes, token);
        long second = TagKey.second(bytes, token);
        TagShape shape = places[place(first, second)];
        if (shape == null || shape.first != first || shape.second != second) {
            return findNext(shape, bytes, token, first, second);
        }
        int behind = shape.match(bytes, token);
        end = behind;
        return behind >= 0 ? shape : findNext(shape, bytes, token, first, second);
    }

    /** Go on behind a shape that is not the tag's. */
    private TagShape findNext(TagShape behind, byte[] bytes, int token, long first, long second) {
        TagShape shape = behind;
        while (shape != null) {
            shape = shape.next;
            if (shape != null && shape.first == first && shape.second == second) {
                end = shape.match(bytes, token);
                if (end >= 0) {
                    return shape;
                }
            }
        }
        return null;
    }

    /** Whether a tag that was taken apart has a known shape. */
    private boolean isKnown(byte[] bytes, int token, TagParser tag) {
        long first = TagKey.first(bytes, token);
        long second = TagKey.second(bytes, token);
        for (TagShape shape = places[place(first, second)]; shape != null; shape = shape.next) {
            if (shape.first == first && shape.second == second && shape.isOf(bytes, token, tag)) {
                return true;
            }
        }
        return false;
    }

    /** Behind the tag that was found last. */
    int end() {
        return end;
    }

    /** Remember the shape of a tag that was taken apart, unless it is known. */
    void learn(byte[] bytes, int token, TagParser tag) {
        boolean fit = tag.attributeCount <= TagShape.MOST_ATTRIBUTES
                && tag.length <= TagShape.LONGEST_TAG
                && made < MOST_MADE;
        for (int i = 0; fit && i < tag.attributeCount; i++) {
            fit = bytes[token + tag.spans[4 * i + 3]] == '\'';
        }
        if (!fit || isKnown(bytes, token, tag)) {
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
