// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * Reads before writes, each in the order of arrival and by itself. With write-behind data is taken while there is
 * memory, without it only while no write is unfinished.
 */
final class ReadsFirstQueue implements JobQueue {
    private final boolean writeBehind;
    private final Queue<DiskAccess> reads = new ArrayDeque<>();
    private final Queue<DiskAccess> writes = new ArrayDeque<>();

    ReadsFirstQueue(boolean writeBehind) {
        this.writeBehind = writeBehind;
    }

    @Override
    public boolean takesWrites(int unfinished) {
        return writeBehind || unfinished == 0;
    }

    @Override
    public long add(DiskJob job) {
        (job.isRead() ? reads : writes).add(new DiskAccess(job));
        return 0;
    }

    @Override
    public long readNeed() {
        return reads.isEmpty() ? 0 : reads.peek().need();
    }

    @Override
    public long cut(StoredFile file, long end, Consumer<DiskJob> without) {
        long bytes = 0;
        for (Iterator<DiskAccess> all = writes.iterator(); all.hasNext(); ) {
            DiskAccess write = all.next();
            if (write.file == file && write.end() > end) {
                if (write.offset() >= end) {
                    all.remove();
                }
                bytes += write.cut(end, without);
            }
        }
        return bytes;
    }

    @Override
    public DiskAccess next(long free, StoredFile awaited) {
        boolean read = !reads.isEmpty() && readNeed() <= free && (awaited == null || writes.isEmpty());
        return (read ? reads : writes).poll();
    }
}
