// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A level of states in buckets of time: those of shift {@code k} are 2<sup>k</sup> ns wide and begin at multiples of that
 * behind an origin. For each bucket it is known which category takes most of its time, how much of it is covered, and
 * which categories occur at all; for each two neighbours which category takes most of both.
 *
 * <p>256 buckets are a page. A page is there only if at least {@link PyramidBuilder#LEAST} states begin in its time;
 * where it is not, looking at the states themselves is cheap. So the pyramid adapts to bursts, and takes three to six
 * bytes per state of a row with few categories. With a page, all coarser pages above it are there as well.
 */
public final class Pyramid {
    /** Instead of the index of a page. */
    static final int NO_PAGE = -1;

    static final int PAGE_SHIFT = 8;
    static final int PAGE_MASK = Buckets.COUNT - 1;

    private final Space space;
    private final PageFormat format;
    private final long originNanos;
    private final int firstShift;
    /** For each shift from the first one on the numbers of its pages, ascending, and where they are. */
    private final long[][] pages;

    private final long[][] places;

    Pyramid(Space space, PageFormat format, long originNanos, int firstShift, long[][] pages, long[][] places) {
        this.space = space;
        this.format = format;
        this.originNanos = originNanos;
        this.firstShift = firstShift;
        this.pages = pages;
        this.places = places;
    }

    static Pyramid read(Space space, long place, int categoryCount, long shiftNanos) throws IOException {
        ByteBuffer table = space.readTable(place);
        long origin = table.getLong() + shiftNanos;
        int firstShift = table.get();
        int shifts = table.get();
        if (firstShift < 0 || shifts < 1 || firstShift + shifts > Long.SIZE) {
            throw new IOException("a pyramid makes no sense");
        }
        long[][] pages = new long[shifts][];
        long[][] places = new long[shifts][];
        for (int i = 0; i < shifts; i++) {
            int count = table.getInt();
            if (count < 0 || (long) count * 2 * Long.BYTES > table.remaining()) {
                throw new IOException("a pyramid has a wrong length");
            }
            pages[i] = new long[count];
            places[i] = new long[count];
            for (int k = 0; k < count; k++) {
                pages[i][k] = table.getLong();
                places[i][k] = table.getLong();
            }
        }
        return new Pyramid(space, new PageFormat(categoryCount), origin, firstShift, pages, places);
    }

    long write() throws IOException {
        int bytes = Long.BYTES + 2;
        for (long[] each : pages) {
            bytes += Integer.BYTES + each.length * 2 * Long.BYTES;
        }
        ByteBuffer table = ByteBuffer.allocate(bytes);
        table.putLong(originNanos).put((byte) firstShift).put((byte) pages.length);
        for (int i = 0; i < pages.length; i++) {
            table.putInt(pages[i].length);
            for (int k = 0; k < pages[i].length; k++) {
                table.putLong(pages[i][k]).putLong(places[i][k]);
            }
        }
        return space.writeTable(table.flip());
    }

    /** Where bucket 0 of each shift begins. */
    public long originNanos() {
        return originNanos;
    }

    /** The finest buckets there are. */
    public int firstShift() {
        return firstShift;
    }

    /** The coarsest buckets: all states lie in one, or in two that are a pair. */
    public int lastShift() {
        return firstShift + pages.length - 1;
    }

    /**
     * The index of the page that holds a bucket, or {@link #NO_PAGE}.
     *
     * @param guess where it may be, looked at first
     */
    int index(int shift, long bucket, int guess) {
        int level = shift - firstShift;
        if (level < 0 || level >= pages.length) {
            return NO_PAGE;
        }
        long number = bucket >> PAGE_SHIFT;
        if (guess < pages[level].length && pages[level][guess] == number) {
            return guess;
        }
        return Math.max(NO_PAGE, Arrays.binarySearch(pages[level], number));
    }

    /** Where a page is. */
    long place(int shift, int index) {
        return places[shift - firstShift][index];
    }

    /** Reads buckets of a width that lie close together; for one thread. */
    public PageView view(int shift) {
        return new PageView(this, format, shift);
    }

    /** The buffer that holds a page at {@link Space#offset}. */
    ByteBuffer segment(long page) {
        int count = PageFormat.count(space.bytes(page), Space.offset(page));
        return space.segment(page, format.bytes(count));
    }
}
