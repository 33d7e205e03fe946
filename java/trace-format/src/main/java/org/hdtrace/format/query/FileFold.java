// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.TraceCursor;

/**
 * What is summed up over the entries of each file. Each sum is touched by one thread at a time; the methods are called by several
 * threads at once, for different sums.
 *
 * @param <A> the sum of a file or of a piece of it
 */
public interface FileFold<A> {
    /** An empty sum. */
    A begin(TraceFile file);

    /**
     * Add an entry. A piece of a file begins and ends between two top-level entries.
     *
     * @param entry shows the entry; not to be stepped or closed
     * @throws TraceFormatException ends the work on this file
     */
    void add(A sum, TraceCursor entry) throws TraceFormatException;

    /** The sum of two pieces of a file that follow each other; may change and return one of them. */
    A append(A earlier, A later);
}
