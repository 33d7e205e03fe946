// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.function.Consumer;

/** Reads before writes, the oldest first; each takes along what continues or overlaps it. */
final class AggregatingQueue implements JobQueue {
    private final Accesses reads;
    private final Accesses writes;

    AggregatingQueue(long limit) {
        reads = new Accesses(limit, 0);
        writes = new Accesses(limit, 0);
    }

    @Override
    public long add(DiskJob job) {
        return (job.isRead() ? reads : writes).add(job);
    }

    @Override
    public long readNeed() {
        return reads.isEmpty() ? 0 : reads.oldest().need();
    }

    @Override
    public long cut(StoredFile file, long end, Consumer<DiskJob> without) {
        return writes.cut(file, end, without);
    }

    @Override
    public DiskAccess next(long free, StoredFile awaited) {
        boolean read = !reads.isEmpty() && readNeed() <= free && (awaited == null || writes.isEmpty());
        Accesses from = read ? reads : writes;
        return from.isEmpty() ? null : from.remove(from.oldest());
    }
}
