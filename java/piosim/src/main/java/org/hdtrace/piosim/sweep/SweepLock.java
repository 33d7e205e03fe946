// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.sweep;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;

/**
 * Keeps sweeps off each other's results, with locks of the operating system that end with their process however it ends.
 * A process locks that part of a long range that its share is of the whole: so those of one sweep run side by side, and
 * each of another sweep, of however many processes, meets one of them.
 */
final class SweepLock {
    /** Behind everything that is ever written to the file. */
    private static final long BEGIN = 1L << 40;

    private static final long LENGTH = 1L << 40;

    private final FileChannel channel;

    private SweepLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Lock a share until the channel is closed; null when another process has some of it. */
    static SweepLock take(FileChannel channel, Share share) throws IOException {
        long each = LENGTH / share.size();
        boolean last = share.rank() == share.size() - 1;
        long start = each * share.rank();
        try {
            FileLock lock = channel.tryLock(BEGIN + start, last ? LENGTH - start : each, false);
            return lock == null ? null : new SweepLock(channel);
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    /** Wait until no other process of the sweep is here; ends with its release. */
    FileLock alone() throws IOException {
        return channel.lock(BEGIN + LENGTH, 1, false);
    }
}
