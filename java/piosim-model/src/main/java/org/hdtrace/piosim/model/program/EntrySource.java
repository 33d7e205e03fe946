// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.query.FileEntries;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.format.trace.TraceEntry;

/** The top-level states of one trace in order; nested states are how the library did it. For one thread at a time. */
interface EntrySource extends AutoCloseable {
    /** The next state, or null at the end. */
    TraceEntry next() throws TraceFormatException;

    /** What was noticed so far. */
    List<Finding> findings();

    /** How many messages took the place of collective calls so far. */
    default long messagesInside() {
        return 0;
    }

    @Override
    void close();

    /** Reads all of a trace, and tells what is wrong in any place. */
    static EntrySource thorough(TraceCursor cursor) {
        return new EntrySource() {
            @Override
            public TraceEntry next() throws TraceFormatException {
                while (cursor.next()) {
                    if (!cursor.isEvent() && cursor.depth() == 0) {
                        return cursor.entry();
                    }
                }
                return null;
            }

            @Override
            public List<Finding> findings() {
                List<Finding> noticed = cursor.findings();
                return cursor.isComplete() ? noticed : withEndMissing(noticed);
            }

            @Override
            public void close() {
                cursor.close();
            }
        };
    }

    /** Where the end is missing, calls may be missing, too, even when no byte is lost. */
    private static List<Finding> withEndMissing(List<Finding> noticed) {
        List<Finding> all = new ArrayList<>(noticed);
        if (!all.isEmpty()) {
            Finding end = all.remove(all.size() - 1);
            all.add(new Finding(end.file(), end.position(), Severity.ERROR, end.text()));
        }
        return all;
    }

    /** Takes what is wanted from a trace that was read once before. */
    static EntrySource selected(FileEntries states) {
        return new EntrySource() {
            @Override
            public TraceEntry next() throws TraceFormatException {
                return states.next();
            }

            @Override
            public List<Finding> findings() {
                return List.of();
            }

            @Override
            public void close() {
                states.close();
            }
        };
    }
}
