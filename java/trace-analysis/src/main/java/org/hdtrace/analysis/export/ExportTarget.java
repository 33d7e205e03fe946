// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.export;

import java.io.IOException;
import org.hdtrace.analysis.messages.Message;
import org.hdtrace.format.query.TraceStream;

/** Writes what an {@link Exporter} tells: messages, then entries, then the end. Thread: one thread at a time. */
interface ExportTarget {
    /** A message; in any order. */
    void message(Message message) throws IOException;

    /**
     * The entry that a stream stands on, in the order of {@code Query.byStart}.
     *
     * @param trace its number in the project
     */
    void entry(TraceStream entry, int trace) throws IOException;

    /** All was told. */
    void finish() throws IOException;
}
