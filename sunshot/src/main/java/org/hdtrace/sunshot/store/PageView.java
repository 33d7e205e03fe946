// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.nio.ByteBuffer;

/**
 * Reads buckets of one width that lie close together: it keeps where the columns of the last page are. Values are those of
 * {@link Pyramid}. Not thread-safe.
 */
public final class PageView {
    private final Pyramid pyramid;
    private final PageFormat format;
    private final int shift;
    private final int maskBytes;
    private final boolean shortCategories;
    private long number;
    private boolean asked;
    private ByteBuffer segment;
    private int first;
    private int count;
    private int firstPair;
    private int categoriesAt;
    private int pairsAt;
    private int coverageAt;
    private int masksAt;

    PageView(Pyramid pyramid, PageFormat format, int shift) {
        this.pyramid = pyramid;
        this.format = format;
        this.shift = shift;
        maskBytes = format.maskBytes();
        shortCategories = format.categoryBytes() == 1;
    }

    /** Goes to the page of a bucket; whether there is one. What else is asked is of buckets of that page. */
    public boolean open(long bucket) {
        long wanted = bucket >> Pyramid.PAGE_SHIFT;
        if (wanted != number || !asked) {
            read(wanted, bucket);
        }
        return segment != null;
    }

    /** Whether there is a page that holds two buckets, which it goes to then. */
    public boolean openAll(long first, long last) {
        return first >> Pyramid.PAGE_SHIFT == last >> Pyramid.PAGE_SHIFT && open(first);
    }

    private void read(long wanted, long bucket) {
        long page = pyramid.page(shift, bucket);
        segment = page == Pyramid.NO_PAGE ? null : pyramid.segment(page);
        if (segment != null) {
            int at = Space.offset(page);
            first = segment.get(at) & 0xFF;
            count = (segment.get(at + 1) & 0xFF) + 1;
            firstPair = PageFormat.firstPair(first);
            categoriesAt = at + PageFormat.HEAD_BYTES;
            pairsAt = at + format.pairsOffset(count);
            coverageAt = at + format.coverageOffset(first, count);
            masksAt = at + format.masksOffset(first, count);
        }
        number = wanted;
        asked = true;
    }

    /** The category with the most time in a bucket, -1 if it is empty. */
    public int dominant(long bucket) {
        int index = index(bucket);
        return index < 0 ? -1 : category(categoriesAt, index);
    }

    private int category(int columnAt, int index) {
        return shortCategories
                ? format.shortCategory(segment, columnAt + index)
                : format.category(segment, columnAt + 2 * index);
    }

    /** The category with the most time in an odd bucket and the one behind it, both of this page; -1 if both are empty. */
    public int dominantOfPair(long oddBucket) {
        int pair = (int) (oddBucket & Pyramid.PAGE_MASK);
        return pair < firstPair || pair > first + count - 1 ? -1 : category(pairsAt, (pair - firstPair) >> 1);
    }

    /** Covered share of a bucket, in 255ths. */
    public int coverage(long bucket) {
        int index = index(bucket);
        return index < 0 ? 0 : segment.get(coverageAt + index) & 0xFF;
    }

    /** Adds the categories of a bucket to a set, 64 of them in a word. */
    public void addPresent(long bucket, long[] target) {
        int index = index(bucket);
        if (index >= 0) {
            format.addPresent(segment, masksAt + index * maskBytes, target);
        }
    }

    /** The categories of a bucket as bits; only for levels of up to 64 categories. */
    public long presentBits(long bucket) {
        int index = index(bucket);
        return index < 0 ? 0 : format.presentBits(segment, masksAt + index * maskBytes, maskBytes);
    }

    private int index(long bucket) {
        int index = (int) (bucket & Pyramid.PAGE_MASK) - first;
        return index < count ? index : -1;
    }
}
