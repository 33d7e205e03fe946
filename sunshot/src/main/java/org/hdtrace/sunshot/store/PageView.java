// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.nio.ByteBuffer;

/** Reads buckets of a {@link Pyramid} that have one width and lie close together: it keeps the last page. Not thread-safe. */
public final class PageView {
    private final Pyramid pyramid;
    private final PageFormat format;
    private final int shift;
    private final int maskBytes;
    private final boolean shortCategories;
    private long number;
    private boolean asked;
    private boolean there;
    /** The page as it is stored: an array is read faster than a file that is mapped. */
    private byte[] page = {};

    private int first;
    private int count;
    private int firstPair;
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

    /** The last bucket of the page that holds a bucket. */
    public static long lastOfPage(long bucket) {
        return bucket | Pyramid.PAGE_MASK;
    }

    /** Goes to the page of a bucket; whether there is one. What else is asked is of buckets of that page. */
    public boolean open(long bucket) {
        long wanted = bucket >> Pyramid.PAGE_SHIFT;
        if (wanted != number || !asked) {
            read(wanted, bucket);
        }
        return there;
    }

    /** Whether there is a page that holds two buckets, which it goes to then. */
    public boolean openAll(long first, long last) {
        return first >> Pyramid.PAGE_SHIFT == last >> Pyramid.PAGE_SHIFT && open(first);
    }

    private void read(long wanted, long bucket) {
        long place = pyramid.page(shift, bucket);
        there = place != Pyramid.NO_PAGE;
        if (there) {
            ByteBuffer segment = pyramid.segment(place);
            int at = Space.offset(place);
            first = segment.get(at) & 0xFF;
            count = (segment.get(at + 1) & 0xFF) + 1;
            firstPair = PageFormat.firstPair(first);
            pairsAt = format.pairsOffset(count);
            coverageAt = format.coverageOffset(first, count);
            masksAt = format.masksOffset(first, count);
            int bytes = format.bytes(first, count);
            page = page.length < bytes ? new byte[bytes] : page;
            segment.get(at, page, 0, bytes);
        }
        number = wanted;
        asked = true;
    }

    /** The category with the most time in a bucket, -1 if it is empty. */
    public int dominant(long bucket) {
        int index = index(bucket);
        return index < 0 ? -1 : category(PageFormat.HEAD_BYTES, index);
    }

    private int category(int columnAt, int index) {
        return shortCategories
                ? format.category(page[columnAt + index])
                : format.category(page[columnAt + 2 * index], page[columnAt + 2 * index + 1]);
    }

    /** The category with the most time in an odd bucket and the one behind it, of which the page holds either; -1 if both are empty. */
    public int dominantOfPair(long oddBucket) {
        int pair = (int) (oddBucket - (number << Pyramid.PAGE_SHIFT));
        return pair < firstPair || pair > first + count - 1 ? -1 : category(pairsAt, (pair - firstPair) >> 1);
    }

    /** Covered share of a bucket, in 255ths. */
    public int coverage(long bucket) {
        int index = index(bucket);
        return index < 0 ? 0 : page[coverageAt + index] & 0xFF;
    }

    /** Adds the categories of a bucket to a set, 64 of them in a word. */
    public void addPresent(long bucket, long[] target) {
        int index = index(bucket);
        if (index >= 0) {
            format.addPresent(page, masksAt + index * maskBytes, target);
        }
    }

    /** The categories of a bucket as bits; only for levels of up to 64 categories. */
    public long presentBits(long bucket) {
        int index = index(bucket);
        return index < 0 ? 0 : format.presentBits(page, masksAt + index * maskBytes, maskBytes);
    }

    private int index(long bucket) {
        int index = (int) (bucket & Pyramid.PAGE_MASK) - first;
        return index < count ? index : -1;
    }
}
