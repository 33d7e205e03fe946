// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

/** Sums up what a {@link StorageServer} does, see {@link StorageServer.Counters}. */
final class ServerSums {
    long reads;
    long writes;
    long bytesRead;
    long bytesWritten;
    long bytesReplaced;
    long bytesDiscarded;
    /** Accesses that the disk was given. */
    long diskOperations;

    private long shortestNanos = Long.MAX_VALUE;
    private long longestNanos;

    /** The disk has done an access, which took so many ns. */
    void ended(DiskAccess access, long nanos) {
        shortestNanos = Math.min(shortestNanos, nanos);
        longestNanos = Math.max(longestNanos, nanos);
        if (access.read) {
            bytesRead += access.size();
        } else {
            bytesWritten += access.size();
        }
    }

    /** All of them until now. */
    StorageServer.Counters counters(long busyNanos) {
        return new StorageServer.Counters(
                reads,
                writes,
                bytesRead,
                bytesWritten,
                bytesReplaced,
                bytesDiscarded,
                busyNanos,
                diskOperations,
                longestNanos == 0 ? 0 : shortestNanos,
                longestNanos);
    }
}
