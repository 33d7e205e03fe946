// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The file with most waiting bytes first, where those of the file accessed last count ten times; in a file reads before
 * writes, and those close to the head before others. Reads are joined over small holes, too: data sieving. Source: MODEL
 * B2.5, {@code ServerDirectedIO}.
 */
final class DirectedQueue implements JobQueue {
    private static final long BONUS = 10;
    private static final long CLOSE = 5L << 20;

    private static final class Waiting {
        final StoredFile file;
        final int number;
        long bytes;

        Waiting(StoredFile file, int number) {
            this.file = file;
            this.number = number;
        }
    }

    private final Accesses reads;
    private final Accesses writes;
    private final Map<StoredFile, Waiting> byFile = new HashMap<>();
    private final TreeSet<Waiting> byBytes = new TreeSet<>(
            Comparator.<Waiting>comparingLong(waiting -> -waiting.bytes).thenComparingInt(waiting -> waiting.number));
    private StoredFile lastFile;
    private long head;

    DirectedQueue(long limit, long maxHole) {
        reads = new Accesses(limit, maxHole);
        writes = new Accesses(limit, 0);
    }

    @Override
    public long add(DiskJob job) {
        long replaced = (job.isRead() ? reads : writes).add(job);
        count(job.file, job.size - replaced);
        return replaced;
    }

    @Override
    public long readNeed() {
        return reads.isEmpty() ? 0 : reads.oldest().need();
    }

    @Override
    public long cut(StoredFile file, long end, Consumer<DiskJob> without) {
        long bytes = writes.cut(file, end, without);
        if (bytes > 0) {
            count(file, -bytes);
        }
        return bytes;
    }

    @Override
    public DiskAccess next(long free, StoredFile awaited) {
        DiskAccess next = choose(free, awaited);
        if (next == null) {
            return null;
        }
        (next.read ? reads : writes).remove(next);
        count(next.file, next.holes() - (next.read ? next.need() : next.size()));
        lastFile = next.file;
        head = next.end();
        return next;
    }

    private DiskAccess choose(long free, StoredFile awaited) {
        if (awaited != null && !writes.of(awaited).isEmpty()) {
            return nearest(writes, awaited);
        }
        Waiting last = byFile.get(lastFile);
        if (last != null && !byBytes.isEmpty() && last.bytes * BONUS >= byBytes.first().bytes) {
            DiskAccess next = choose(free, last);
            if (next != null) {
                return next;
            }
        }
        for (Waiting waiting : byBytes) {
            DiskAccess next = choose(free, waiting);
            if (next != null) {
                return next;
            }
        }
        return null;
    }

    private DiskAccess choose(long free, Waiting waiting) {
        if (!reads.of(waiting.file).isEmpty()) {
            DiskAccess read = nearest(reads, waiting.file);
            if (read.need() <= free) {
                return read;
            }
        }
        return writes.of(waiting.file).isEmpty() ? null : nearest(writes, waiting.file);
    }

    /** The nearest one within {@link #CLOSE} of the head, else the one with the lowest offset. */
    private DiskAccess nearest(Accesses from, StoredFile file) {
        FileAccesses accesses = from.of(file);
        if (file != lastFile) {
            return accesses.lowest();
        }
        DiskAccess above = accesses.above(head - 1);
        DiskAccess below = accesses.atOrBelow(head - 1);
        long up = above == null ? Long.MAX_VALUE : above.offset() - head;
        long down = below == null ? Long.MAX_VALUE : head - below.offset();
        if (Math.min(up, down) > CLOSE) {
            return accesses.lowest();
        }
        return up <= down ? above : below;
    }

    private void count(StoredFile file, long bytes) {
        Waiting waiting = byFile.computeIfAbsent(file, key -> new Waiting(key, byFile.size()));
        byBytes.remove(waiting);
        waiting.bytes += bytes;
        if (waiting.bytes > 0) {
            byBytes.add(waiting);
        }
    }
}
