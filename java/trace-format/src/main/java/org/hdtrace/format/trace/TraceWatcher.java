// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

/**
 * Sees the text of a trace while a cursor steps through it: who makes an index needs more than the entries.
 *
 * <p>Thread: that of the cursor.
 */
public interface TraceWatcher {
    /** The uncompressed text has at least that many bytes, unless somebody cuts the file meanwhile; told before all else. */
    void expect(long bytes);

    /** The next bytes of the uncompressed text; read ahead of the cursor, and only lent. */
    void text(byte[] bytes, int from, int count);

    /**
     * A {@code Nested} was opened or closed.
     *
     * @param depth number of those that are open now
     * @param endOffset offset behind the tag in the uncompressed text
     */
    void nesting(int depth, long endOffset);
}
