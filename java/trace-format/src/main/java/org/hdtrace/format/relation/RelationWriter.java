// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.relation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;

/** Writes a relation file; it is removed at close when it has no token. */
@SuppressWarnings("DoNotCallSuggester")
public final class RelationWriter implements AutoCloseable {
    private RelationWriter() {}

    /** Times are written relative to {@code timeAdjustment} of the attributes (0 when absent). */
    public static RelationWriter create(Path file, Attributes relation) throws IOException {
        throw new UnsupportedOperationException();
    }
    /** Create a token; tokens of a file are numbered from 0. */
    public long token(long timeNanos, List<ParentLink> parents) throws IOException {
        throw new UnsupportedOperationException();
    }

    public void begin(long token, long timeNanos, String name, Attributes attributes) throws IOException {
        throw new UnsupportedOperationException();
    }

    public void finish(long token, long timeNanos, Attributes attributes, List<DataElement> data) throws IOException {
        throw new UnsupportedOperationException();
    }

    public void destroy(long token, long timeNanos) throws IOException {
        throw new UnsupportedOperationException();
    }
    /** Write an event as it is. */
    public void write(RelationEvent event) throws IOException {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() throws IOException {
        throw new UnsupportedOperationException();
    }
}
