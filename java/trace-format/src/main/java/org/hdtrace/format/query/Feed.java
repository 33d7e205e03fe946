// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

/** The entries of one file in a merged stream, in the order of the file, with keys that never fall. */
interface Feed extends AutoCloseable {
    /** Step to the next entry; false when there is none, what was open is closed then. */
    boolean advance();

    /** Key of the entry. */
    long key();

    /** The entry, which is the next of the stream; null when it can't be read again, which ends the feed. */
    MergeEntry current();

    @Override
    void close();
}
