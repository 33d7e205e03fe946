// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.ArrayList;
import java.util.List;

/**
 * Takes data while there is memory; the oldest access takes along all waiting ones of the same kind and file that
 * continue it on either side or overlap it, up to the largest size of a disk job. Reads go first.
 */
final class AggregatingQueue implements JobQueue {
    private final long limit;
    private final List<DiskJob> reads = new ArrayList<>();
    private final List<DiskJob> writes = new ArrayList<>();

    AggregatingQueue(long limit) {
        this.limit = limit;
    }

    @Override
    public boolean accepts(long bytes, Memory memory, int unfinishedWrites) {
        return memory.fits(bytes + ReadsFirstQueue.needed(reads.isEmpty() ? null : reads.get(0)));
    }

    @Override
    public void add(DiskJob job) {
        (job.isRead() ? reads : writes).add(job);
    }

    @Override
    public DiskJob next(Memory memory) {
        if (!reads.isEmpty() && memory.fits(reads.get(0).size)) {
            // Replies need their data in order, so reads aren't joined.
            return reads.remove(0);
        }
        return writes.isEmpty() ? null : join();
    }

    private DiskJob join() {
        DiskJob joined = writes.remove(0);
        boolean grown = true;
        while (grown) {
            grown = false;
            for (int i = 0; i < writes.size(); i++) {
                DiskJob other = writes.get(i);
                if (touches(joined, other)) {
                    joined = union(joined, other);
                    writes.remove(i--);
                    grown = true;
                }
            }
        }
        return joined;
    }

    private boolean touches(DiskJob a, DiskJob b) {
        long size = Math.max(a.end(), b.end()) - Math.min(a.offset, b.offset);
        return a.file == b.file && b.offset <= a.end() && a.offset <= b.end() && size <= limit;
    }

    private static DiskJob union(DiskJob a, DiskJob b) {
        long start = Math.min(a.offset, b.offset);
        long end = Math.max(a.end(), b.end());
        long serial = Math.max(a.serial, b.serial);
        return new DiskJob(a.file, start, end - start, a.held + b.held, a.parts + b.parts, null, serial);
    }
}
