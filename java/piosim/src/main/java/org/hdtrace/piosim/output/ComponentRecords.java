// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.io.IOException;

/** Writes what held for a component, piece of time by piece. Values of a record: utilisation in percent, length of the queue, bytes. */
interface ComponentRecords {
    /** The next time in ns after another at which no piece may go on that has begun before. */
    long boundaryAfter(long time);

    /**
     * What held since the end of the piece before, or since 0.
     *
     * @param until not after the next boundary
     */
    void add(long until, int busyChannels, int channels, int queue, long bytes) throws IOException;

    /** After the last piece, or without any. */
    void close() throws IOException;
}
