// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import org.hdtrace.piosim.process.Call;

/**
 * Told what happens to the requests of clients on their way to the disks, when it happens. The numbers that it gives back
 * name requests, jobs and accesses in later calls about them; nobody else looks at them.
 */
public interface StorageObserver {
    /** Ignores everything. */
    StorageObserver NONE = new StorageObserver() {};

    /** What a client asks a server for. */
    enum Kind {
        READ,
        WRITE,
        FLUSH,
        /** What is known about a file: its size, where a shared pointer stands. */
        METADATA
    }

    /**
     * A client sends a request to a server.
     *
     * @param bytes of data that it is about
     * @return its number
     */
    default long requested(Call call, StorageServer server, Kind kind, long bytes) {
        return 0;
    }

    /** A request has arrived at its server. */
    default void arrived(long request) {}

    /** The server has answered: the data is on its way, or the acknowledgement. */
    default void answered(long request) {}

    /** The client has the answer. */
    default void completed(long request) {}

    /**
     * The server has put a contiguous range of a request into its queue for the disk.
     *
     * @return its number
     */
    default long queued(StorageServer server, long request, long offset, long size) {
        return 0;
    }

    /** The end of an access that isn't known when it begins, or that others may overlap. */
    long UNKNOWN = -1;

    /**
     * The disk begins to access a range, for one or more jobs at once.
     *
     * @param endNanos virtual time at which it will be done, {@link #UNKNOWN} where accesses may overlap
     * @param jobs numbers of {@link #queued}
     * @return its number
     */
    default long accessed(StorageServer server, Kind kind, long offset, long size, long endNanos, long[] jobs) {
        return 0;
    }

    /**
     * The number of channels that serve a server's requests has changed, of storage whose accesses may overlap.
     *
     * @param channels how many there are: of an array those of all its devices
     */
    default void occupied(StorageServer server, int busy, int channels) {}

    /** An access of a size in bytes has ended. */
    default void accessEnded(StorageServer server, long access, long size) {}

    /** All of a job is done. */
    default void done(StorageServer server, long job) {}
}
