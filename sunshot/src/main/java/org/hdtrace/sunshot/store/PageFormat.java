// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.nio.ByteBuffer;

/**
 * How a page of a pyramid is stored: number of the first bucket that is not empty (one byte), how many more there are up to
 * the last one that is not (one byte), then columns: the dominant category of each bucket, that of each bucket with the one
 * behind it, beginning with the bucket before the first one, the coverage of each bucket in 255ths, and the mask of its categories. A category takes one byte, or two
 * where there are more than 254, and is stored plus one; 0 stands for none.
 *
 * <p>Pairs reach over the borders of the page on both sides.
 */
record PageFormat(int categoryCount) {
    static final int HEAD_BYTES = 2;
    private static final int ONE_BYTE = 254;

    int categoryBytes() {
        return categoryCount > ONE_BYTE ? 2 : 1;
    }

    /** How many buckets the page at a place of a buffer stores. */
    static int count(ByteBuffer segment, int at) {
        return (segment.get(at + 1) & 0xFF) + 1;
    }

    int maskBytes() {
        return BlockList.maskBytes(categoryCount);
    }

    int pairsOffset(int count) {
        return HEAD_BYTES + count * categoryBytes();
    }

    int coverageOffset(int count) {
        return pairsOffset(count) + (count + 1) * categoryBytes();
    }

    int masksOffset(int count) {
        return coverageOffset(count) + count;
    }

    int bytes(int count) {
        return masksOffset(count) + count * maskBytes();
    }

    /** The page of buckets of a width; the pairs over its borders lack what is beyond. */
    ByteBuffer encode(Buckets buckets, int first, int last, double widthNanos) {
        int count = last - first + 1;
        ByteBuffer page = ByteBuffer.allocate(bytes(count));
        page.put((byte) first).put((byte) (count - 1));
        for (int bucket = first; bucket <= last; bucket++) {
            putCategory(page, buckets.dominant(bucket));
        }
        for (int pair = first - 1; pair <= last; pair++) {
            putCategory(page, buckets.dominantOf(Math.max(pair, 0), Math.min(pair + 1, Buckets.COUNT - 1)));
        }
        for (int bucket = first; bucket <= last; bucket++) {
            page.put(coverage(buckets.covered(bucket), widthNanos));
        }
        int maskBytes = maskBytes();
        for (int bucket = first; bucket <= last; bucket++) {
            for (int i = 0; i < maskBytes; i++) {
                page.put(buckets.maskByte(bucket, i));
            }
        }
        return page.flip();
    }

    /** What is there at all never becomes 0. */
    private static byte coverage(long covered, double widthNanos) {
        long share = Math.min(255, Math.round(255 * covered / widthNanos));
        return (byte) (covered > 0 ? Math.max(1, share) : 0);
    }

    ByteBuffer encodeCategory(int category) {
        ByteBuffer encoded = ByteBuffer.allocate(categoryBytes());
        putCategory(encoded, category);
        return encoded.flip();
    }

    private void putCategory(ByteBuffer target, int category) {
        if (categoryBytes() == 1) {
            target.put((byte) (category + 1));
        } else {
            target.putShort((short) (category + 1));
        }
    }

    /** Adds the categories of a mask to a set, 64 of them in a word. */
    void addPresent(byte[] page, int mask, long[] target) {
        int maskBytes = maskBytes();
        for (int i = 0; i < maskBytes; i++) {
            target[i >> 3] |= (page[mask + i] & 0xFFL) << (8 * (i & 7));
        }
        // A damaged store may hold any.
        int last = categoryCount & 63;
        if (last != 0) {
            target[categoryCount >> 6] &= (1L << last) - 1;
        }
    }

    /** The categories of a mask of so many bytes as bits; only of up to 64. */
    long presentBits(byte[] page, int mask, int maskBytes) {
        long bits = page[mask] & 0xFFL;
        for (int i = 1; i < maskBytes; i++) {
            bits |= (page[mask + i] & 0xFFL) << (8 * i);
        }
        // A damaged store may hold any.
        return categoryCount < Long.SIZE ? bits & ((1L << categoryCount) - 1) : bits;
    }

    /** The category that a byte stands for, -1 for none. */
    int category(byte stored) {
        return Math.min(stored & 0xFF, categoryCount) - 1;
    }

    /** The category that two bytes stand for, -1 for none. */
    int category(byte high, byte low) {
        return Math.min((high & 0xFF) << 8 | (low & 0xFF), categoryCount) - 1;
    }
}
