// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Reads before writes, each in the order of arrival. With write-behind data is taken while there is memory, without it
 * only while no write is unfinished.
 */
final class ReadsFirstQueue implements JobQueue {
    private final boolean writeBehind;
    private final Queue<DiskJob> reads = new ArrayDeque<>();
    private final Queue<DiskJob> writes = new ArrayDeque<>();

    ReadsFirstQueue(boolean writeBehind) {
        this.writeBehind = writeBehind;
    }

    @Override
    public boolean accepts(long bytes, Memory memory, int unfinishedWrites) {
        return memory.fits(bytes + needed(reads.peek())) && (writeBehind || unfinishedWrites == 0);
    }

    /** Memory to leave for the read that comes next, or writes would keep it waiting as long as they flow. */
    static long needed(DiskJob read) {
        return read == null ? 0 : read.size;
    }

    @Override
    public void add(DiskJob job) {
        (job.isRead() ? reads : writes).add(job);
    }

    @Override
    public DiskJob next(Memory memory) {
        return !reads.isEmpty() && memory.fits(reads.peek().size) ? reads.poll() : writes.poll();
    }
}
