// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The writes of a server that aren't on disk yet, and what waits for them: flushes for all writes of a file before them,
 * reads for those that they overlap. Without the latter a read would return what was in the file before.
 */
final class UnfinishedWrites {
    private static final Comparator<DiskJob> PLACE =
            Comparator.<DiskJob>comparingLong(job -> job.offset).thenComparingLong(job -> job.serial);

    private static final class OfFile {
        final List<Flush> flushes = new ArrayList<>(1);
        DiskJob first;
        int count;
        long longest;
        /** By offset, made when a read comes: most files are written without. */
        TreeSet<DiskJob> byOffset;
    }

    private static final class Flush {
        final long serial;
        final Runnable done;
        int unfinished;

        Flush(long serial, int unfinished, Runnable done) {
            this.serial = serial;
            this.unfinished = unfinished;
            this.done = done;
        }
    }

    private final Map<StoredFile, OfFile> byFile = new HashMap<>();
    /** The writes that were asked for last, mostly those that are asked for next; null for none. */
    private OfFile last;

    private StoredFile lastFile;
    private final Set<DiskJob> reads = new LinkedHashSet<>();
    private int count;
    /** That wait, of all files. */
    private int flushes;

    /** Jobs of writes that aren't on disk. */
    int count() {
        return count;
    }

    /** Writes that have to be on disk at least before a flush is done; as many as there can be without a flush. */
    int untilFlush() {
        int least = Integer.MAX_VALUE;
        if (flushes == 0) {
            return least;
        }
        for (OfFile of : byFile.values()) {
            for (int i = 0; i < of.flushes.size(); i++) {
                least = Math.min(least, of.flushes.get(i).unfinished);
            }
        }
        return least;
    }

    /** The file of the read that has waited longest, or null. */
    StoredFile awaited() {
        return reads.isEmpty() ? null : reads.iterator().next().file;
    }

    void add(DiskJob write) {
        OfFile of = made(write.file);
        write.next = of.first;
        if (of.first != null) {
            of.first.previous = write;
        }
        of.first = write;
        of.count++;
        of.longest = Math.max(of.longest, write.size);
        if (of.byOffset != null) {
            of.byOffset.add(write);
        }
        count++;
    }

    private OfFile made(StoredFile file) {
        if (file != lastFile) {
            last = byFile.computeIfAbsent(file, key -> new OfFile());
            lastFile = file;
        }
        return last;
    }

    /** Whether a read has to wait; {@link #done} gives it back when it needn't any more. */
    boolean delay(DiskJob read) {
        OfFile of = byFile.get(read.file);
        if (of == null) {
            return false;
        }
        if (of.byOffset == null) {
            of.byOffset = new TreeSet<>(PLACE);
            for (DiskJob write = of.first; write != null; write = write.next) {
                of.byOffset.add(write);
            }
        }
        DiskJob from = new DiskJob(read.file, read.offset - of.longest, 0, null, -1);
        DiskJob to = new DiskJob(read.file, read.end(), 0, null, -1);
        for (DiskJob write : of.byOffset.subSet(from, to)) {
            if (write.end() > read.offset) {
                write.block(read);
            }
        }
        return read.blockers > 0 && reads.add(read);
    }

    /**
     * A write is on disk. Flushes that waited for it only are told.
     *
     * @return reads that waited for it only
     */
    List<DiskJob> done(DiskJob write) {
        OfFile of = made(write.file);
        unlink(of, write);
        count--;
        if (!of.flushes.isEmpty()) {
            tellFlushes(of, write);
        }
        return write.blocked().isEmpty() ? List.of() : freed(write);
    }

    private void tellFlushes(OfFile of, DiskJob write) {
        for (int i = 0; i < of.flushes.size(); i++) {
            Flush flush = of.flushes.get(i);
            if (write.serial < flush.serial && --flush.unfinished == 0) {
                of.flushes.remove(i--);
                flushes--;
                flush.done.run();
            }
        }
    }

    private List<DiskJob> freed(DiskJob write) {
        List<DiskJob> free = new ArrayList<>(1);
        for (DiskJob read : write.blocked()) {
            if (--read.blockers == 0) {
                reads.remove(read);
                free.add(read);
            }
        }
        return free;
    }

    /** Run an action when all writes of a file before a serial number are on disk. */
    void flush(StoredFile file, long serial, Runnable done) {
        OfFile of = byFile.get(file);
        if (of == null) {
            done.run();
        } else {
            flushes++;
            of.flushes.add(new Flush(serial, of.count, done));
        }
    }

    private void unlink(OfFile of, DiskJob write) {
        if (write.previous == null) {
            of.first = write.next;
        } else {
            write.previous.next = write.next;
        }
        if (write.next != null) {
            write.next.previous = write.previous;
        }
        if (of.byOffset != null) {
            of.byOffset.remove(write);
        }
        if (--of.count == 0) {
            byFile.remove(write.file);
            lastFile = null;
        }
    }
}
