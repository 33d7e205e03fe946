// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;

/**
 * Reads before writes, each in the order of arrival and by itself. With write-behind data is taken while there is
 * memory, without it only while no write is unfinished.
 */
final class ReadsFirstQueue implements JobQueue {
    /** So much of the time in ns of a write is counted, lest the sum of any number of them is too large. */
    private static final long COUNTED_NANOS = 1L << 36;

    private final boolean writeBehind;
    private final LongUnaryOperator leastNanos;
    private final Queue<DiskJob> reads = new ArrayDeque<>();
    private final Queue<DiskJob> writes = new ArrayDeque<>();
    /** Time in ns that these take at least. */
    private long writesNanos;

    ReadsFirstQueue(boolean writeBehind, LongUnaryOperator leastNanos) {
        this.writeBehind = writeBehind;
        this.leastNanos = leastNanos;
    }

    @Override
    public boolean takesWrites(int unfinished) {
        return writeBehind || unfinished == 0;
    }

    @Override
    public long add(DiskJob job) {
        if (job.isRead()) {
            reads.add(job);
        } else {
            writes.add(job);
            writesNanos += nanosOf(job);
        }
        return 0;
    }

    @Override
    public long readNeed() {
        return reads.isEmpty() ? 0 : reads.peek().size;
    }

    private long nanosOf(DiskJob write) {
        return Math.min(COUNTED_NANOS, leastNanos.applyAsLong(write.left));
    }

    @Override
    public long nanosOfNext(int jobs) {
        if (jobs >= writes.size()) {
            return writesNanos;
        }
        long nanos = 0;
        int counted = 0;
        for (Iterator<DiskJob> all = writes.iterator(); counted < jobs && all.hasNext(); counted++) {
            nanos += nanosOf(all.next());
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
                writesNanos -= nanosOf(write);
                write.left = left;
                if (left == 0) {
                    all.remove();
                    write.accesses++;
                    without.accept(write);
                } else {
                    writesNanos += nanosOf(write);
                }
            }
        }
        return bytes;
    }

    @Override
    public DiskAccess next(long free, StoredFile awaited) {
        boolean read = !reads.isEmpty() && readNeed() <= free && (awaited == null || writes.isEmpty());
        DiskJob job = (read ? reads : writes).poll();
        if (job == null) {
            return null;
        }
        if (!read) {
            writesNanos -= nanosOf(job);
        }
        return new DiskAccess(job, job.offset, job.left);
    }
}
