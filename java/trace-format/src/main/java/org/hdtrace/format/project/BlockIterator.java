// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

/** Steps through contiguous pieces of memory or of a file; neighbours are joined and empty pieces skipped. */
public interface BlockIterator {
    /** Step to the next piece; false when there is none. */
    boolean next();

    /** Bytes from the element's address; may be negative. */
    long offset();

    /** Bytes, at least 1. */
    long length();
}
