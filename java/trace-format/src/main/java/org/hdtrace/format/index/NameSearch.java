// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the names of a finished index without reading it all: sums tell how many names there are so far, so only where that
 * number grows from one to the next are there any in between.
 */
final class NameSearch {
    private final FileChannel channel;
    private final long recordsEnd;
    private final List<String> names = new ArrayList<>();

    NameSearch(FileChannel channel, long recordsEnd) {
        this.channel = channel;
        this.recordsEnd = recordsEnd;
    }

    List<String> find(long lastSums) throws IOException {
        List<long[]> chain = chain(lastSums);
        long from = IndexFormat.HEADER_BYTES;
        for (int i = chain.size() - 1; i >= 0; i--) {
            long[] sums = chain.get(i);
            if (sums[1] > names.size()) {
                read(from, sums[0], sums[1]);
            }
            from = sums[0];
        }
        read(from, recordsEnd, Long.MAX_VALUE);
        return List.copyOf(names);
    }

    /** Place and number of names of all sums, the last first. */
    private List<long[]> chain(long lastSums) throws IOException {
        List<long[]> chain = new ArrayList<>();
        long place = lastSums;
        while (place >= 0) {
            ByteBuffer sums = EndRecord.readAt(channel, place, IndexFormat.HEAD_BYTES + IndexFormat.SUMS_BODY);
            boolean fits = sums.get() == IndexFormat.SUMS;
            sums.getInt();
            long previous = sums.getLong();
            if (!fits || previous >= place) {
                throw new IOException("no sums at byte " + place + " of the index");
            }
            chain.add(new long[] {place, sums.getInt()});
            place = previous;
        }
        return chain;
    }

    private void read(long from, long to, long wanted) throws IOException {
        RecordReader records = new RecordReader(channel, from, to);
        while (names.size() < wanted && records.next()) {
            if (records.type() == IndexFormat.NAME) {
                names.add(RecordWalk.name(records.body()));
            }
        }
    }
}
