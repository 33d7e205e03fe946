// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

/** Where a datatype's bytes are. */
@SuppressWarnings("DoNotCallSuggester")
public final class DatatypeLayout {
    private DatatypeLayout() {}

    /** Bytes of data. */
    public long size() {
        throw new UnsupportedOperationException();
    }

    public long extent() {
        throw new UnsupportedOperationException();
    }

    public long lowerBound() {
        throw new UnsupportedOperationException();
    }
    /** The contiguous pieces of {@code count} consecutive elements, in the order of the type map. */
    public BlockIterator blocks(long count) {
        throw new UnsupportedOperationException();
    }
}
