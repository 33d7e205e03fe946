// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import org.hdtrace.format.trace.TraceCursor;

/** By what the entries of several files are merged. One for each file; asked for its entries in the order of the file. */
interface MergeKey {
    /** The key of the cursor's entry, ns since the epoch. */
    long of(TraceCursor entry);

    /** Give back what is open, as nothing is going to be asked for a while. */
    default void pause() {}
}
