// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Reads buckets of a {@link Pyramid} that have one width and lie close together: it keeps the last page. Not thread-safe. */
public final class PageView {
    private final Pyramid pyramid;
    private final PageFormat format;
    private final int shift;
    private final int maskBytes;
    private final boolean shortCategories;
    private long number;
    private boolean asked;
    /** Of the last page that there was. */
    private int index = -1;

    private boolean there;
    /**
     * The dominant categories of all buckets of the page, as they are stored, then those of all pairs from that which begins before the
     * page on. In arrays, which are read faster than a file that is mapped, and as if all buckets were in use.
     */
    private byte[] winners = {};

    /** Of all buckets and one behind the page. */
    private byte[] coverages = {};

    private byte[] masks = {};

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

    private void read(long wanted, long bucket) {
        // Mostly pages are read in their order.
        int found = pyramid.index(shift, bucket, index + 1);
        there = found != Pyramid.NO_PAGE;
        if (there) {
            index = found;
            long place = pyramid.place(shift, found);
            read(pyramid.segment(place), Space.offset(place));
        }
        number = wanted;
        asked = true;
    }

    private void read(ByteBuffer segment, int at) {
        int first = segment.get(at) & 0xFF;
        int count = Math.min(PageFormat.count(segment, at), Buckets.COUNT - first);
        int categoryBytes = format.categoryBytes();
        if (winners.length == 0) {
            winners = new byte[(2 * Buckets.COUNT + 1) * categoryBytes];
            coverages = new byte[Buckets.COUNT + 1];
            masks = new byte[(Buckets.COUNT + 1) * maskBytes];
        } else if (count < Buckets.COUNT) {
            Arrays.fill(winners, (byte) 0);
            Arrays.fill(coverages, (byte) 0);
            Arrays.fill(masks, (byte) 0);
        }
        segment.get(at + PageFormat.HEAD_BYTES, winners, first * categoryBytes, count * categoryBytes);
        int pairs = (Buckets.COUNT + first) * categoryBytes;
        segment.get(at + format.pairsOffset(count), winners, pairs, (count + 1) * categoryBytes);
        segment.get(at + format.coverageOffset(count), coverages, first, count);
        segment.get(at + format.masksOffset(count), masks, first * maskBytes, count * maskBytes);
    }

    private static int inPage(long bucket) {
        return (int) bucket & Pyramid.PAGE_MASK;
    }

    /** The category with the most time in a bucket, -1 if it is empty. */
    public int dominant(long bucket) {
        return category(inPage(bucket));
    }

    /** The category with the most time in some buckets from one on, one or two, -1 if they are empty; the page holds the first. */
    public int dominant(long bucket, int count) {
        return category(inPage(bucket) + (count - 1) * (Buckets.COUNT + 1));
    }

    /** The category with the most time in a bucket and the one behind it, of which the page holds either; -1 if both are empty. */
    public int dominantOfPair(long bucket) {
        return category((int) (bucket - (number << Pyramid.PAGE_SHIFT)) + Buckets.COUNT + 1);
    }

    private int category(int index) {
        return shortCategories
                ? format.category(winners[index])
                : format.category(winners[2 * index], winners[2 * index + 1]);
    }

    /** Covered share of a bucket, in 255ths. */
    public int coverage(long bucket) {
        return coverages[inPage(bucket)] & 0xFF;
    }

    /** Of some buckets of the page from one on, one or two, the sum of the shares that are covered, in 255ths of one of them. */
    public int coverage(long bucket, int count) {
        int at = inPage(bucket);
        return (coverages[at] & 0xFF) + (coverages[at + count - 1] & 0xFF & 1 - count);
    }

    /** Adds the categories of a bucket to a set, 64 of them in a word. */
    public void addPresent(long bucket, long[] target) {
        format.addPresent(masks, inPage(bucket) * maskBytes, target);
    }

    /** The categories of a bucket as bits; only for levels of up to 64 categories. */
    public long presentBits(long bucket) {
        return format.presentBits(masks, inPage(bucket) * maskBytes, maskBytes);
    }
}
