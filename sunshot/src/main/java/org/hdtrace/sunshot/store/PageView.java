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
    private long number;
    private boolean asked;
    private ByteBuffer segment;
    private int first;
    private int count;
    private int categoriesAt;
    private int pairsAt;
    private int coverageAt;
    private int masksAt;

    PageView(Pyramid pyramid, PageFormat format, int shift) {
        this.pyramid = pyramid;
        this.format = format;
        this.shift = shift;
    }

    /** Goes to the page of a bucket; whether there is one. What else is asked is of buckets of that page. */
    public boolean open(long bucket) {
        long wanted = bucket >> Pyramid.PAGE_SHIFT;
        if (wanted != number || !asked) {
            read(wanted, bucket);
        }
        return segment != null;
    }

    private void read(long wanted, long bucket) {
        long page = pyramid.page(shift, bucket);
        segment = page == Pyramid.NO_PAGE ? null : pyramid.segment(page);
        if (segment != null) {
            int at = Space.offset(page);
            first = segment.get(at) & 0xFF;
            count = (segment.get(at + 1) & 0xFF) + 1;
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
        return index < 0 ? -1 : format.category(segment, categoriesAt + index * format.categoryBytes());
    }

    /** The category with the most time in an odd bucket and the one behind it, both of this page; -1 if both are empty. */
    public int dominantOfPair(long oddBucket) {
        int pair = (int) (oddBucket & Pyramid.PAGE_MASK);
        int index = (pair - PageFormat.firstPair(first)) / 2;
        return pair < PageFormat.firstPair(first) || pair > first + count - 1
                ? -1
                : format.category(segment, pairsAt + index * format.categoryBytes());
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
            format.addPresent(segment, masksAt + index * format.maskBytes(), target);
        }
    }

    private int index(long bucket) {
        int index = (int) (bucket & Pyramid.PAGE_MASK) - first;
        return index < count ? index : -1;
    }
}
