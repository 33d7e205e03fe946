// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.format.trace.TraceEntry;

/**
 * A copy of a cursor's entry.
 *
 * @param key by which it is merged
 * @param entry null when it is too large to be kept
 */
record StoredEntry(long key, TraceEntry entry, boolean isEvent, boolean isOrphan, int depth, long byteOffset)
        implements MergeEntry {
    /** About what the objects around an entry take, and those around two strings. */
    private static final int ENTRY_BYTES = 160;

    private static final int PAIR_BYTES = 112;

    /** Copy an entry; its attributes and data are left out when they take more than that many bytes. */
    static StoredEntry of(TraceCursor cursor, long key, long mostBytes) {
        TraceEntry entry = cursor.entry();
        return new StoredEntry(
                key,
                bytes(entry) <= mostBytes ? entry : null,
                cursor.isEvent(),
                cursor.isOrphan(),
                cursor.depth(),
                cursor.byteOffset());
    }

    StoredEntry with(TraceEntry content) {
        return new StoredEntry(key, content, isEvent, isOrphan, depth, byteOffset);
    }

    /** About how much memory it takes. */
    long bytes() {
        return entry == null ? ENTRY_BYTES : bytes(entry);
    }

    @Override
    public String name() {
        return entry.name();
    }

    @Override
    public long startNanos() {
        return entry.startNanos();
    }

    @Override
    public long endNanos() {
        return entry.endNanos();
    }

    @Override
    public int attributeCount() {
        return entry.attributes().size();
    }

    @Override
    public String attributeName(int index) {
        return entry.attributes().name(index);
    }

    @Override
    public String attributeValue(int index) {
        return entry.attributes().value(index);
    }

    @Override
    public String attribute(String name) {
        return entry.attributes().get(name);
    }

    @Override
    public long attributeLong(String name, long otherwise) {
        return entry.attributes().getLong(name, otherwise);
    }

    private static long bytes(TraceEntry entry) {
        long bytes = ENTRY_BYTES + 2L * entry.name().length() + bytes(entry.attributes());
        for (DataElement element : entry.data()) {
            bytes += bytes(element);
        }
        return bytes;
    }

    private static long bytes(DataElement element) {
        long bytes = ENTRY_BYTES + 2L * element.text().length() + bytes(element.attributes());
        for (DataElement child : element.children()) {
            bytes += bytes(child);
        }
        return bytes;
    }

    private static long bytes(Attributes attributes) {
        long bytes = 0;
        for (int i = 0; i < attributes.size(); i++) {
            bytes += PAIR_BYTES
                    + 2L * (attributes.name(i).length() + attributes.value(i).length());
        }
        return bytes;
    }
}
