// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Reads before writes, each in the order of arrival and by itself. With write-behind data is taken while there is
 * memory, without it only while no write is unfinished.
 */
final class ReadsFirstQueue implements JobQueue {
    private final boolean writeBehind;
    private final Queue<DiskJob> reads = new ArrayDeque<>();
    private final Queue<DiskJob> writes = new ArrayDeque<>();

    ReadsFirstQueue(boolean writeBehind) {
        this.writeBehind = writeBehind;
    }

    @Override
    public boolean takesWrites(int unfinished) {
        return writeBehind || unfinished == 0;
    }

    @Override
    public long add(DiskJob job) {
        (job.isRead() ? reads : writes).add(job);
        return 0;
    }

    @Override
    public long readNeed() {
        return reads.isEmpty() ? 0 : reads.peek().size;
    }

    @Override
    public DiskAccess next(long free, StoredFile awaited) {
        boolean read = !reads.isEmpty() && reads.peek().size <= free && (awaited == null || writes.isEmpty());
        DiskJob job = (read ? reads : writes).poll();
        return job == null ? null : new DiskAccess(job);
    }
}
