// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.function.Consumer;

/**
 * Batches of reads and of writes in turn. A batch is what waits when it begins, joined where it touches; it goes through
 * its files by the age of their oldest access and through each file by rising offset.
 */
final class ReorderingQueue implements JobQueue {
    private final long limit;
    private Accesses reads;
    private Accesses writes;
    private Accesses batch;
    private boolean reading;
    private StoredFile file;

    ReorderingQueue(long limit) {
        this.limit = limit;
        reads = empty();
        writes = empty();
        batch = empty();
    }

    @Override
    public long add(DiskJob job) {
        return (job.isRead() ? reads : writes).add(job);
    }

    @Override
    public long readNeed() {
        if (reading && !batch.isEmpty()) {
            return lowest(batch).need();
        }
        return reads.isEmpty() ? 0 : lowest(reads).need();
    }

    @Override
    public long cut(StoredFile file, long end, Consumer<DiskJob> without) {
        long bytes = writes.cut(file, end, without);
        return reading ? bytes : bytes + batch.cut(file, end, without);
    }

    @Override
    public DiskAccess next(long free, StoredFile awaited) {
        if (batch.isEmpty()) {
            begin();
        }
        // Memory that reads wait for is given back by writes.
        boolean stuck = reading && readNeed() > free;
        Accesses from = stuck ? writes : batch;
        if (from.isEmpty()) {
            return null;
        }
        DiskAccess next = from.remove(lowest(from));
        file = next.file;
        return next;
    }

    private void begin() {
        boolean other = !(reading ? writes : reads).isEmpty();
        reading = reading != other;
        if (reading) {
            batch = reads;
            reads = empty();
        } else {
            batch = writes;
            writes = empty();
        }
        file = null;
    }

    private DiskAccess lowest(Accesses from) {
        boolean goesOn = file != null && !from.of(file).isEmpty();
        return from.of(goesOn ? file : from.oldest().file).lowest();
    }

    private Accesses empty() {
        return new Accesses(limit, 0);
    }
}
