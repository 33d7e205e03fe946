// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.ArrayList;
import java.util.List;

/** One contiguous range that a request reads or writes on a server, at most as large as the IOGranularity. */
final class DiskJob {
    final StoredFile file;
    final long offset;
    final long size;

    /** Bytes that are to be accessed; less than its size when the file was cut while it waited in a {@link ReadsFirstQueue}. */
    long left;

    /** The reply that waits for it, or null when it writes. */
    final Reply reply;

    /** Order of arrival. */
    final long serial;

    /** What the observer calls it. */
    long number;

    /** Accesses that it is part of and that haven't ended. */
    int accesses;

    /** Of a read: writes that have to be on disk before. */
    int blockers;

    /** Of a write: reads that wait for it; null for none. */
    private List<DiskJob> blocked;

    // Neighbours among the unfinished writes of the file.
    DiskJob previous;
    DiskJob next;

    DiskJob(StoredFile file, long offset, long size, Reply reply, long serial) {
        this.file = file;
        this.offset = offset;
        this.size = size;
        this.left = size;
        this.reply = reply;
        this.serial = serial;
    }

    boolean isRead() {
        return reply != null;
    }

    long end() {
        return offset + size;
    }

    void block(DiskJob read) {
        if (blocked == null) {
            blocked = new ArrayList<>(1);
        }
        blocked.add(read);
        read.blockers++;
    }

    List<DiskJob> blocked() {
        return blocked == null ? List.of() : blocked;
    }
}
