// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

/** One access of a server to its disk. */
final class DiskJob {
    final StoredFile file;
    final long offset;
    final long size;

    /** Memory in bytes that is held for it; more than the size when writes that overlap were joined. */
    final long held;

    /** Number of accesses that were joined into this one, at least 1. */
    final int parts;

    /** The reply that waits for it, or null when it writes. */
    final Reply reply;

    /** Order of arrival; of joined writes the latest. */
    final long serial;

    DiskJob(StoredFile file, long offset, long size, long held, int parts, Reply reply, long serial) {
        this.file = file;
        this.offset = offset;
        this.size = size;
        this.held = held;
        this.parts = parts;
        this.reply = reply;
        this.serial = serial;
    }

    boolean isRead() {
        return reply != null;
    }

    long end() {
        return offset + size;
    }
}
