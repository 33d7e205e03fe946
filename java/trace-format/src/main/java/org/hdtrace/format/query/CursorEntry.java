// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.format.trace.TraceEntry;

/** The entry of a cursor that stays open. */
record CursorEntry(TraceCursor cursor) implements MergeEntry {
    @Override
    public boolean isEvent() {
        return cursor.isEvent();
    }

    @Override
    public boolean isOrphan() {
        return cursor.isOrphan();
    }

    @Override
    public int depth() {
        return cursor.depth();
    }

    @Override
    public String name() {
        return cursor.name();
    }

    @Override
    public long startNanos() {
        return cursor.startNanos();
    }

    @Override
    public long endNanos() {
        return cursor.endNanos();
    }

    @Override
    public long byteOffset() {
        return cursor.byteOffset();
    }

    @Override
    public int attributeCount() {
        return cursor.attributeCount();
    }

    @Override
    public String attributeName(int index) {
        return cursor.attributeName(index);
    }

    @Override
    public String attributeValue(int index) {
        return cursor.attributeValue(index);
    }

    @Override
    public String attribute(String name) {
        return cursor.attribute(name);
    }

    @Override
    public long attributeLong(String name, long otherwise) {
        return cursor.attributeLong(name, otherwise);
    }

    @Override
    public TraceEntry entry() {
        return cursor.entry();
    }
}
