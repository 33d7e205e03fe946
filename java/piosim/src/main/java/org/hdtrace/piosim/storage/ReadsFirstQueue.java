// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import org.hdtrace.piosim.network.TransferTime;

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
    public long nanosOfNext(int jobs, LongUnaryOperator leastNanos) {
        long nanos = 0;
        int counted = 0;
        for (Iterator<DiskJob> all = writes.iterator(); counted < jobs && all.hasNext(); counted++) {
            nanos = TransferTime.sum(nanos, leastNanos.applyAsLong(all.next().left));
        }
        return nanos;
    }

    @Override
    public long cut(StoredFile file, long end, Consumer<DiskJob> without) {
        long bytes = 0;
        for (Iterator<DiskJob> all = writes.iterator(); all.hasNext(); ) {
            DiskJob write = all.next();
            long left = Math.max(0, end - write.offset);
            if (write.file == file && write.left > left) {
                bytes += write.left - left;
                write.left = left;
                if (left == 0) {
                    all.remove();
                    write.accesses++;
                    without.accept(write);
                }
            }
        }
        return bytes;
    }

    @Override
    public DiskAccess next(long free, StoredFile awaited) {
        boolean read = !reads.isEmpty() && readNeed() <= free && (awaited == null || writes.isEmpty());
        DiskJob job = (read ? reads : writes).poll();
        return job == null ? null : new DiskAccess(job, job.offset, job.left);
    }
}
