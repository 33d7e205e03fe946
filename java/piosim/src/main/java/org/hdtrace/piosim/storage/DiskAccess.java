// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;

/** What the disk does at once: a contiguous range that one or more jobs of the same kind and file asked for. */
final class DiskAccess extends DeviceRequest {
    /** Bytes that a job contributes. */
    private static final class Share {
        final DiskJob job;
        final long bytes;
        Share next;

        Share(DiskJob job, long bytes) {
            this.job = job;
            this.bytes = bytes;
        }
    }

    /** What the observer calls it. */
    long number;

    /** Virtual time in ns at which the disk began. */
    long begunAt;

    private StorageServer server;

    private long serial;

    private long owed;
    private long holes;
    private int jobs;
    private Share first;
    private Share last;

    /** A whole job by itself. */
    DiskAccess(DiskJob job) {
        this(job, job.offset, job.size);
    }

    /** A part of a job by itself. */
    DiskAccess(DiskJob job, long offset, long size) {
        super(job.file, offset, size, job.isRead());
        this.serial = job.serial;
        share(job, size);
    }

    /** Nothing but a place to look for, see {@link #at}. */
    DiskAccess() {
        super(null, 0, 0, false);
        this.serial = Long.MAX_VALUE;
    }

    /** This place to look for at an offset. */
    DiskAccess at(long place) {
        offset = place;
        return this;
    }

    /** This as an access of a server, which is told what its disk does. */
    DiskAccess of(StorageServer itsServer) {
        server = itsServer;
        return this;
    }

    @Override
    void begun(long endNanos) {
        server.begun(this, endNanos);
    }

    @Override
    long unnoticedNanos() {
        return server.unnoticedNanos();
    }

    @Override
    void done() {
        server.ended(this);
    }

    /** Order of arrival of its oldest job. */
    long serial() {
        return serial;
    }

    long offset() {
        return offset;
    }

    long size() {
        return size;
    }

    long end() {
        return offset + size;
    }

    /** Bytes between the jobs that nobody asked for. */
    long holes() {
        return holes;
    }

    /** Memory in bytes that a read needs: for the replies, each with its own copy, and for the holes. */
    long need() {
        return owed + holes;
    }

    int jobs() {
        return jobs;
    }

    /** Add a job, or a part of it, that lies inside. */
    void share(DiskJob job, long bytes) {
        Share share = new Share(job, bytes);
        if (last == null) {
            first = share;
        } else {
            last.next = share;
        }
        last = share;
        owed += bytes;
        jobs++;
        job.accesses++;
    }

    /** Add a younger job, or a part of it, that begins where this ends. */
    void extend(DiskJob job, long bytes) {
        share(job, bytes);
        size += bytes;
    }

    /** Take over all of another one, with what lies between; its jobs come after the own ones. */
    void join(DiskAccess other) {
        include(other);
        last.next = other.first;
        last = other.last;
    }

    /** As {@link #join}, but its jobs come before the own ones. */
    void joinInFront(DiskAccess other) {
        include(other);
        other.last.next = first;
        first = other.first;
    }

    private void include(DiskAccess other) {
        holes += other.holes + Math.max(0, Math.max(offset, other.offset) - Math.min(end(), other.end()));
        long end = Math.max(end(), other.end());
        offset = Math.min(offset, other.offset);
        size = end - offset;
        serial = Math.min(serial, other.serial);
        owed += other.owed;
        jobs += other.jobs;
    }

    /**
     * Leave out what lies at or behind an end, of a write that nobody has begun.
     *
     * @param without gets each job that has no byte in here any more
     * @return bytes left out
     */
    long cut(long end, Consumer<DiskJob> without) {
        Share kept = null;
        for (Share share = first; share != null; share = share.next) {
            if (Math.max(offset, share.job.offset) < end) {
                kept = share;
                continue;
            }
            if (kept == null) {
                first = share.next;
            } else {
                kept.next = share.next;
            }
            owed -= share.bytes;
            jobs--;
            without.accept(share.job);
        }
        last = kept;
        long cut = Math.min(size, end() - end);
        size -= cut;
        return cut;
    }

    /** What the observer calls the jobs, of each share one. */
    long[] numbers() {
        long[] numbers = new long[jobs];
        int i = 0;
        for (Share share = first; share != null; share = share.next) {
            numbers[i++] = share.job.number;
        }
        return numbers;
    }

    /** Call an action with every job and the bytes it contributes. */
    void forEach(ObjLongConsumer<DiskJob> action) {
        for (Share share = first; share != null; share = share.next) {
            action.accept(share.job, share.bytes);
        }
    }
}
