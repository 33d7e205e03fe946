// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Writes the pages of buckets of one width, some of them side by side, in their order: a view needs neighbours, and reading takes the
 * longer the more places of a file it has to look at. Not thread-safe.
 */
final class PageRuns {
    /** About as many pages as the width of a window needs, twice. */
    private static final int PAGES = 32;

    private final Space space;
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
    private long[] places = new long[4];
    private int count;
    private int written;

    PageRuns(Space space) {
        this.space = space;
    }

    void add(ByteBuffer page) throws IOException {
        if (count == places.length) {
            places = Arrays.copyOf(places, 2 * count);
        }
        places[count++] = pending.size();
        pending.write(page.array(), page.arrayOffset() + page.position(), page.remaining());
        if (count - written == PAGES) {
            flush();
        }
    }

    private void flush() throws IOException {
        if (count > written) {
            long place = space.allocate(pending.size());
            space.write(place, ByteBuffer.wrap(pending.toByteArray()));
            for (; written < count; written++) {
                places[written] += place;
            }
            pending.reset();
        }
    }

    /** Writes what is left and tells where the pages are. */
    long[] finish() throws IOException {
        flush();
        return Arrays.copyOf(places, count);
    }
}
